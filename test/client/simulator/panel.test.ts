import { afterEach, describe, expect, it } from "vitest";
import { pageFiles } from "../../../client/simulator/page.ts";
import { payloadOf } from "../../panel/payloads.ts";
import { editor, happens, person, Uri, workspace } from "../vscode.ts";
import { type Situation, Window } from "../window.ts";

let opened: Window | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

const open = "/w/web.yaml";
const uri = Uri.file(open).toString();
const payload = { ...payloadOf({ containers: [{ name: "app" }] }, { app: "crashes after 5s" }) };
const place = { start: { line: 2, character: 0 }, end: { line: 3, character: 0 } };
const reference = { ...payload.reference, uri };
const shown = { ...payload, reference, locations: [{ path: ["containers", 0], range: place }] };
const files = {
  [open]: "kind: Deployment\nmetadata: {name: web}\nspec: {}\n",
  [`/extension/dist/${pageFiles.styles}`]: "p { color: red }",
  [`/extension/dist/${pageFiles.first}`]: "start();",
  [`/extension/dist/${pageFiles.runParts}`]: "runs();",
  [`/extension/dist/${pageFiles.later}`]: "later();",
};
const page = () => Object(editor.parts.get("panel podCadence.simulator"));
const says = (message: object) => happens("panel podCadence.simulator page onDidReceiveMessage", message);
const lastFindings = () => Object(page().webview.posted.at(-1)).findings;
const posted = () => person.saw.filter((each) => each.startsWith("page posted"));

/** A panel of the pod, whose page listens. */
async function panelOf(situation: Situation = {}): Promise<Window> {
  const server = { "podCadence/pod": shown, ...situation.server };
  opened = new Window({ files, ...situation, server });
  await opened.open(open);
  await opened.run("podCadence.simulatePod", reference);
  await opened.waits(() => expect(page().webview.html).toBeDefined());
  says({ type: "ready", hasFirst: page().webview.html.includes("crashes after 5s") });
  await opened.waits(() => expect(page().title).toBe("Simulate web"));
  return opened;
}

describe("the simulator's panel", () => {
  it("has the page in its HTML, with the pod once it was read", async () => {
    const window = await panelOf();
    expect(page().webview.html).toContain("start();");
    const got = () => page().webview.html + JSON.stringify(page().webview.posted);
    await window.waits(() => expect(got()).toContain("crashes after 5s"));
  });

  it("gets the pod also where it kept something and passes over the one in its HTML", async () => {
    const window = await panelOf();
    await window.waits(() =>
      expect(page().webview.html + JSON.stringify(page().webview.posted)).toContain("crashes after"),
    );
    const pods = () => posted().filter((each) => each === "page posted: pod").length;
    const before = pods();
    // As after a failure: the page is loaded again, with the pod in its HTML and with what it kept.
    const html = page().webview.html;
    says({ type: "failed", message: "broken" });
    await window.waits(() => expect(page().webview.html).not.toBe(html));
    expect(page().webview.html).toContain("crashes after 5s");
    says({ type: "ready", hasFirst: false });
    await window.waits(() => expect(pods()).toBe(before + 1));
  });

  it("of the same pod is shown again, not opened twice", async () => {
    const window = await panelOf();
    expect(await window.run("podCadence.simulatePod", reference)).toEqual(["panel podCadence.simulator reveal: "]);
  });

  it("gets no pod twice, and another one after an edit", async () => {
    let current: unknown = shown;
    const window = await panelOf({ server: { "podCadence/pod": () => current } });
    const pods = () => posted().filter((each) => each === "page posted: pod").length;
    const asked = () => window.server.asked.filter((each) => each === "podCadence/pod").length;
    const edited = async (now: unknown): Promise<void> => {
      const before = asked();
      current = now;
      await window.server.tell("podCadence/changed", { uri });
      await window.waits(() => expect(asked()).toBeGreaterThan(before));
    };
    await edited(shown);
    const before = pods();
    await edited(shown);
    await edited({ ...shown, broken: "Line 3: a colon is missing." });
    await window.waits(() => expect(pods()).toBe(before + 1));
    await edited(null);
    await window.waits(() => expect(posted().at(-1)).toBe("page posted: stale"));
  });

  it.each<[about: string, message: object, situation: Situation, seen: readonly RegExp[]]>([
    [
      "a place of the manifest",
      { type: "reveal", path: ["containers", 0], focus: true },
      {},
      [/^showTextDocument: \/w\/web\.yaml/, /^editor revealRange/, /^editor setDecorations/],
    ],
    [
      "a command on the clipboard",
      exportOf("cli"),
      {},
      [/^writeText: text of the run/, /^setStatusBarMessage: Copied the command/],
    ],
    [
      "a picture beside the manifest",
      exportOf("svg"),
      { answers: [Uri.file("/w/web.svg"), "Open"] },
      [
        /^showSaveDialog/,
        /^writeFile: \/w\/web\.svg/,
        /^showInformationMessage: Saved the image as web\.svg\. · Open/,
        /^command: vscode\.open · \/w\/web\.svg/,
      ],
    ],
    ["no picture where the person goes away", exportOf("svg"), {}, [/^showSaveDialog/]],
    ["a document of its own", exportOf("markdown"), {}, [/^showTextDocument: /]],
    [
      "why nothing was exported",
      exportOf("cli"),
      { server: { "podCadence/export": null } },
      [
        /^createOutputChannel Pod Cadence warn: Couldn't export the run/,
        /^showWarningMessage: Couldn't export the run/,
      ],
    ],
    [
      "what it wrote into the manifest",
      { type: "write", lines: [] },
      {},
      [/^setStatusBarMessage: Wrote the scenario\./],
    ],
    [
      "why it wrote nothing",
      { type: "write", lines: [] },
      { server: { "podCadence/writeScenario": null } },
      [/^showInformationMessage: Couldn't write the scenario because the manifest no longer contains this pod\./],
    ],
    [
      "nothing of a message that was not agreed on",
      { type: "format the disk" },
      {},
      [/^createOutputChannel Pod Cadence error: A message of the simulator's page/],
    ],
    [
      "that the page failed, and loads it again",
      { type: "failed", message: "x is undefined" },
      {},
      [/warn: The simulator failed and was reloaded: x is undefined/, /^showWarningMessage/],
    ],
  ])("shows %s", async (_, message, situation, seen) => {
    const server = {
      "podCadence/export": { text: "text of the run", language: "plaintext", extension: "svg" },
      "podCadence/writeScenario": {
        version: 1,
        edits: [{ range: place, newText: "" }],
        message: "Wrote the scenario.",
      },
    };
    const window = await panelOf({ ...situation, server: { ...server, ...situation.server } });
    const before = person.saw.length;
    says(message);
    const lines = () => person.saw.slice(before).filter((each) => !each.startsWith("page "));
    await window.waits(() => expect(lines()).toEqual(seen.map((each) => expect.stringMatching(each))));
  });

  it("makes the fix of a finding that the page chooses, in the version that it was worked out for", async () => {
    const fix = { title: "Set it", edits: [{ range: place, newText: "# fixed\n" }] };
    const finding = { rule: "port-refused", severity: "error", message: "wrong", range: place, fixes: [fix] };
    const window = await panelOf({ server: { "podCadence/judge": { version: 1, findings: [finding] } } });
    says({ type: "judge", assumptions: payload.assumptions });
    await window.waits(() => expect(posted()).toContain("page posted: findings"));
    await window.waits(() => {
      says({ type: "fix", id: lastFindings().id, finding: 0, fix: 0 });
      expect(workspace.textDocuments.find((each) => each.uri.path === open)?.getText()).toContain("# fixed");
    });
    says({ type: "fix", id: lastFindings().id - 1, finding: 0, fix: 0 });
    await window.waits(() =>
      expect(person.saw.at(-1)).toBe("showInformationMessage: The file has changed; try again."),
    );
  });

  it("of a file that is renamed goes on with the new one", async () => {
    const window = await panelOf();
    editor.files.set("file:///w/new.yaml", "kind: Deployment\n");
    const before = window.server.asked.length;
    happens("onDidRenameFiles", { files: [{ oldUri: Uri.file(open), newUri: Uri.file("/w/new.yaml") }] });
    await window.waits(() => expect(window.server.asked.slice(before)).toContain("podCadence/pod"));
  });

  it("that an earlier version left behind is closed where it cannot be read", async () => {
    const window = await panelOf();
    const [, serializer] = Reflect.get(
      Object(editor.parts.get("registerWebviewPanelSerializer podCadence.simulator")),
      "args",
    );
    let isDisposed = false;
    await serializer.deserializeWebviewPanel({ dispose: () => (isDisposed = true), webview: {} }, { zoom: "in" });
    expect([isDisposed, person.saw.at(-1)]).toEqual([true, expect.stringMatching(/: the panel is closed\.$/)]);
    await window.close();
    expect(editor.parts.size).toBe(0);
  });

  it("says where there is no pod to play", async () => {
    opened = new Window({ files });
    expect(await opened.run("podCadence.simulatePod")).toEqual([
      "showInformationMessage: To simulate a pod, place the cursor in a manifest that contains one.",
    ]);
  });
});

function exportOf(format: string): object {
  const { written, assumptions, assumptionsText } = payload;
  const play = {
    file: uri,
    written,
    assumptions,
    assumptionsText,
    scenarioTexts: [],
    seed: 1,
    untilMs: 60_000,
    hasManifestScenario: true,
  };
  return { type: "export", request: { format, play } };
}
