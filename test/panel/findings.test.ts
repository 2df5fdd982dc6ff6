import { describe, expect, it } from "vitest";
import type { PanelFinding, PanelFindings } from "../../shared/protocol/pod/judge.ts";
import { panelDriver } from "./driver.ts";
import { crashing, wrongScenario } from "./payloads.ts";

const driver = panelDriver();
const { open, send, textOf, violations } = driver;

const early: PanelFinding = {
  rule: "liveness-kills-start",
  severity: "warning",
  message: "Liveness kills 30 of 100 starts: add a startupProbe that allows more than 1m30s.",
  line: 13,
  fixes: ["Add startup probe from liveness delay", "Set failureThreshold to 10"],
};
const refused: PanelFinding = { ...early, severity: "error", message: "Port 0 is rejected.", line: 20, fixes: [] };
const hint: PanelFinding = { ...early, severity: "hint", message: "The probe port has no name.", fixes: [] };

function message(findings: readonly PanelFinding[], id = 1): { type: "findings"; findings: PanelFindings } {
  return { type: "findings", findings: { id, findings } };
}

/** What the page asked of the extension, without the messages that each page sends. */
async function asked(type: string) {
  return (await driver.received()).filter((sent) => sent.type === type);
}

describe("the diagnostics of the pod", () => {
  it("stand under the answer, the worst first, with their fixes and their line", async () => {
    const page = await open(crashing);
    await send(message([hint, early, refused]));
    await page.locator(".fix .finding").waitFor();
    await expect.poll(() => textOf(".fix-text")).toBe("Port 0 is rejected.");
    await expect.poll(() => violations(".fix")).toEqual([]);
    await page.getByRole("button", { name: "2 more problems" }).click();
    await expect
      .poll(() => page.locator(".menu .fix").first().getByRole("button").allInnerTexts())
      .toEqual(["line 14", "Add startup probe from liveness delay", "Set failureThreshold to 10"]);
    await expect.poll(() => violations(".menu")).toEqual([]);
  });

  it("are fixed and shown by their places in the answer", async () => {
    const page = await open(crashing);
    await send(message([hint, early], 7));
    await page.getByRole("button", { name: "Set failureThreshold to 10" }).click();
    await page.getByRole("button", { name: "line 14: show in the manifest" }).click();
    await expect.poll(() => asked("fix")).toEqual([{ type: "fix", id: 7, finding: 1, fix: 1 }]);
    await expect.poll(() => asked("reveal-finding")).toEqual([{ type: "reveal-finding", id: 7, finding: 1 }]);
  });

  it("that are many are folded", async () => {
    const page = await open(crashing);
    await send(message([early, early, early, early, hint]));
    await page.getByRole("button", { name: "4 more problems" }).click();
    await page.getByText("The probe port has no name.").waitFor();
  });

  it("are asked for anew when the panel changes the scenario, with what is played", async () => {
    const page = await open(crashing);
    await expect.poll(async () => (await driver.judged()).length).toBe(1);
    await page.getByRole("combobox", { name: "app" }).fill("exits 1 after 7s");
    await expect
      .poll(async () => (await driver.judged()).at(-1))
      .toMatchObject({ lines: expect.arrayContaining([{ container: "app", text: "exits 1 after 7s" }]) });
  });

  it("have what is wrong with the scenario, which then is not said twice", async () => {
    const page = await open(wrongScenario);
    await page.locator(".notice").waitFor();
    await send(message([{ ...early, message: '"aftr" is not understood: write "after".' }]));
    await page.locator(".finding").waitFor();
    await expect.poll(() => page.locator(".notice").count()).toBe(0);
    await expect.poll(() => textOf(".fix-text")).toContain("aftr");
  });

  it("that cannot be read are told and ignored", async () => {
    await open(crashing);
    await send({ type: "findings", findings: { id: "x" } });
    await expect.poll(async () => (await driver.received()).at(-1)?.type).toBe("ignored");
  });
});
