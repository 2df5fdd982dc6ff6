import { afterEach, describe, expect, it } from "vitest";
import { rolloutPageFiles } from "../../../client/simulator/page.ts";
import { rolloutOf } from "../../panel/rollout-payloads.ts";
import { editor, happens, person, Uri } from "../vscode.ts";
import { type Situation, Window } from "../window.ts";

let opened: Window | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

const open = "/w/web.yaml";
const payload = rolloutOf();
const reference = { ...payload.pod.reference, uri: Uri.file(open).toString() };
const place = { start: { line: 2, character: 0 }, end: { line: 3, character: 0 } };
const shown = {
  ...payload,
  pod: { ...payload.pod, reference, locations: [{ path: ["containers", 0], range: place }] },
};
const files = {
  [open]: "kind: Deployment\nmetadata: {name: web}\nspec: {}\n",
  [`/extension/dist/${rolloutPageFiles.styles}`]: "p { color: red }",
  [`/extension/dist/${rolloutPageFiles.first}`]: "start();",
};
const page = () => Object(editor.parts.get("panel podCadence.rollout"));
const says = (message: object) => happens("panel podCadence.rollout page onDidReceiveMessage", message);

async function panelOf(situation: Situation = {}): Promise<Window> {
  const server = { "podCadence/rollout": shown, ...situation.server };
  opened = new Window({ files, ...situation, server });
  await opened.open(open);
  await opened.run("podCadence.simulateRollout", reference);
  await opened.waits(() => expect(page().webview.html).toBeDefined());
  says({ type: "ready", hasFirst: false });
  await opened.waits(() => expect(page().title).toBe("Rollout web"));
  return opened;
}

describe("the panel of a rollout", () => {
  it("has one script in its page, and sends it the workload", async () => {
    const window = await panelOf();
    expect(page().webview.html).toContain("start();");
    expect(page().webview.html).not.toContain("later-script");
    await window.waits(() => expect(JSON.stringify(page().webview.posted)).toContain('"type":"rollout"'));
  });

  it("of the same workload is shown again, not opened twice", async () => {
    const window = await panelOf();
    expect(await window.run("podCadence.simulateRollout", reference)).toEqual(["panel podCadence.rollout reveal: "]);
  });

  it("says why it is out of date when the workload is gone from the file", async () => {
    await panelOf({ server: { "podCadence/rollout": null } }).catch(() => undefined);
    await opened?.waits(() =>
      expect(JSON.stringify(page().webview.posted)).toContain("no longer contains Deployment web"),
    );
  });

  it("says why a workload is not played", async () => {
    await panelOf({ server: { "podCadence/rollout": { unplayed: "It has too many pods." } } }).catch(() => undefined);
    await opened?.waits(() => expect(JSON.stringify(page().webview.posted)).toContain("It has too many pods."));
  });

  it("shows an export as a document", async () => {
    const answer = { text: "# Rollout", language: "markdown", extension: "md" };
    const window = await panelOf({ server: { "podCadence/exportRollout": answer } });
    says({ type: "export", format: "markdown", setup: { seed: 1, edits: [] } });
    await window.waits(() => expect(window.server.asked).toContain("podCadence/exportRollout"));
  });

  it("writes what happens into the manifest, as the panel of a pod does", async () => {
    const edit = {
      range: { start: { line: 2, character: 0 }, end: { line: 2, character: 0 } },
      newText: "# cadence: x\n",
    };
    const answer = { version: 1, edits: [edit], message: "Wrote 1 comment." };
    const window = await panelOf({ server: { "podCadence/writeScenario": answer } });
    says({ type: "write", lines: [{ text: "at 5m node drains" }] });
    await window.waits(() => expect(window.server.asked).toContain("podCadence/writeScenario"));
  });

  it("takes no message that was not agreed", async () => {
    await panelOf();
    says({ type: "write", lines: "all" });
    expect(person.saw.filter((each) => /^showError/.test(each))).toEqual([]);
  });
});

it("without a workload at the cursor says where to put it", async () => {
  opened = new Window({ files, server: { "podCadence/rollout": null } });
  await opened.open(open);
  await opened.run("podCadence.simulateRollout");
  expect(person.saw.join("\n")).toContain("To simulate a rollout, place the cursor in a Deployment");
});
