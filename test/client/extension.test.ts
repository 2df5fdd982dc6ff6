import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CloseAction, State } from "./language-client.ts";
import {
  EventEmitter,
  editor,
  env,
  happens,
  languages,
  listenerCount,
  lm,
  person,
  Uri,
  window as vscodeWindow,
  workspace,
} from "./vscode.ts";
import { type Situation, Window } from "./window.ts";

// The whole extension, in the window of `vscode.ts`: what a person sees of a command, what the server is asked, what is taken back.

let opened: Window | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

async function windowWith(situation: Situation = {}): Promise<Window> {
  opened = new Window({ files, ...situation });
  if (situation.open !== undefined) await opened.open(situation.open);
  return opened;
}

const pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: app, image: x}]}\n";
const files = {
  "/w/pod.yaml": pod,
  "/w/notes.yaml": "- milk\n- bread\n",
  "/extension/examples/crash-loop.yaml": "# Four crashes\n",
  "/extension/docs/rules/port-refused.md": "# port-refused\n",
  "/extension/docs/rules/probe-refused.md": "# probe-refused\n",
};
const open = "/w/pod.yaml";
const reference = { uri: "file:///w/pod.yaml", kind: "Pod", name: "web", namespace: "default", ordinal: 0 };
const line = { start: { line: 4, character: 0 }, end: { line: 4, character: 0 } };
const written = { version: 1, edits: [{ range: line, newText: "# cadence: expect ready within 5s\n" }] };
const solution = { writes: "failureThreshold: 5", where: "livenessProbe", effects: ["hang: SIGTERM in 41–51s"] };
const goal = {
  uri: reference.uri,
  document: 0,
  place: { kind: "container", path: ["spec", "containers", 0] },
  ...{ kind: "hang", title: "Detect a hang within 1m…", prompt: "A duration", preset: "1m" },
};

describe("the extension", () => {
  it("has a command for each that package.json contributes", async () => {
    await windowWith();
    const { contributes } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
    const contributed = contributes.commands.map(({ command }: { command: string }) => command);
    const registered = [...editor.parts.keys()].flatMap((name) => /^command (.*)/.exec(name)?.[1] ?? []);
    // This one is run by code actions only.
    expect(registered.toSorted()).toEqual([...contributed, "podCadence.solve"].toSorted());
  });

  it("takes everything back when it is switched off", async () => {
    const before = listenerCount();
    const window = await windowWith({ open });
    expect([editor.parts.size > 25, listenerCount() > before + 20]).toEqual([true, true]);
    await window.close();
    expect([[...editor.parts.keys()], listenerCount()]).toEqual([[], before]);
  });

  it.each<[about: string, path: string, starts: boolean]>([
    ["starts its server with the first manifest", "/w/pod.yaml", true],
    ["starts no server for other YAML", "/w/notes.yaml", false],
  ])("%s", async (_, path, starts) => {
    const { server } = await windowWith({ open: path });
    expect(server.options !== undefined).toBe(starts);
  });
});

describe("a command", () => {
  const forecast = { "podCadence/forecast": { title: "Pod/web", markdown: "# Forecast" } };
  const text = { title: "Pod/web", text: "0s …", language: "plaintext", reference };
  it.each<[command: string, about: string, situation: Situation, argument: unknown, seen: readonly string[]]>([
    ["showLog", "", {}, undefined, ["createOutputChannel Pod Cadence show: true"]],
    [
      "selectKubernetesVersion",
      "writes what is chosen for the workspace",
      { open, answers: ["1.30"] },
      undefined,
      ["setting: podCadence.kubernetesVersion · 1.30 · Workspace"],
    ],
    [
      "selectKubernetesVersion",
      "removes the setting for the default, where it stands",
      { answers: ["Default"], settings: { "podCadence.kubernetesVersion": "1.30" } },
      undefined,
      ["setting: podCadence.kubernetesVersion · default · Workspace"],
    ],
    [
      "selectKubernetesVersion",
      "writes the user's setting where no folder is",
      { answers: ["1.31"] },
      undefined,
      ["setting: podCadence.kubernetesVersion · 1.31 · Global"],
    ],
    ["selectKubernetesVersion", "changes nothing when the person goes away", { open }, undefined, []],
    [
      "showForecast",
      "shows the page of the pod at the cursor",
      { open, server: forecast },
      undefined,
      ["command: markdown.showPreviewToSide · /Pod web.md"],
    ],
    [
      "showForecast",
      "says what to open where there is nothing",
      { server: { "podCadence/forecast": null } },
      undefined,
      ["showInformationMessage: To see a forecast, open a manifest that contains a pod or a KubeletConfiguration."],
    ],
    [
      "showTimelineAsText",
      "shows the timeline beside the manifest",
      { open, server: { "podCadence/timelineText": text } },
      undefined,
      ["setTextDocumentLanguage: /Pod web.txt · plaintext", "showTextDocument: /Pod web.txt"],
    ],
    [
      "showTimelineAsText",
      "says why there is none",
      { open, server: { "podCadence/timelineText": { problem: "Line 3: a colon is missing." } } },
      undefined,
      ["showInformationMessage: Line 3: a colon is missing."],
    ],
    [
      "pinForecast",
      "writes what the server worked out",
      { open, server: { "podCadence/pinForecast": { ...written, message: "Pinned." } } },
      undefined,
      ["showInformationMessage: Pinned."],
    ],
    [
      "pinForecast",
      "writes nothing into a file that has changed",
      { open, server: { "podCadence/pinForecast": { ...written, version: 0, message: "Pinned." } } },
      reference,
      ["showInformationMessage: The file has changed; try again."],
    ],
    [
      "openSamples",
      "opens one as a new document",
      { answers: ["Four crashes, each back-off longer than the previous one"] },
      undefined,
      ["showTextDocument: /1"],
    ],
    [
      "openSamples",
      "copies all to a folder",
      { answers: ["Copy all samples to a folder…", [Uri.file("/home/me")]] },
      undefined,
      [
        "showOpenDialog: ",
        "copy: /extension/examples · /home/me/pod-cadence-samples",
        "command: vscode.openFolder · /home/me/pod-cadence-samples",
      ],
    ],
    [
      "openSamples",
      "tells where one cannot be read",
      { answers: ["A hang: no traffic, SIGTERM, SIGKILL"] },
      undefined,
      [
        "createOutputChannel Pod Cadence error: Couldn't open the samples: Error: /extension/examples/hang-and-kill.yaml is not there",
        "showErrorMessage: Couldn't open the samples: Error: /extension/examples/hang-and-kill.yaml is not there · Show Log",
      ],
    ],
    [
      "solve",
      "says where goals are chosen",
      {},
      undefined,
      [
        "showInformationMessage: Place the cursor on a container or one of its probes, then choose a goal from the code actions.",
      ],
    ],
  ])("%s %s", async (command, _, situation, argument, seen) => {
    const window = await windowWith(situation);
    const lines = await window.run(`podCadence.${command}`, argument);
    expect(lines.filter((each) => !each.startsWith("showQuickPick"))).toEqual(seen);
  });

  it("pinForecast makes its edits in the file", async () => {
    const window = await windowWith({ open, server: { "podCadence/pinForecast": { ...written, message: "Pinned." } } });
    await window.run("podCadence.pinForecast");
    expect((await workspace.openTextDocument(Uri.file(open))).getText()).toBe(`${pod}${written.edits[0]?.newText}`);
  });

  it("reportIssue shows the report, and copies it before it opens the page", async () => {
    const window = await windowWith({
      answers: ["Copy and Open Issue Page"],
      settings: { "podCadence.codeLens": false },
    });
    const seen = await window.run("podCadence.reportIssue");
    expect(workspace.textDocuments.at(-1)?.getText()).toContain("1.2.3");
    expect(seen.map((each) => each.split(":")[0])).toEqual([
      "showTextDocument",
      "showInformationMessage",
      "writeText",
      "openExternal",
    ]);
    expect(seen.at(-1)).toContain("/pod-cadence/issues/new");
  });

  it("solve says in its box what the amount would write, then writes the choice", async () => {
    const answer = { version: 1, solutions: [{ ...solution, edits: written.edits }], reason: "" };
    const window = await windowWith({ open, answers: [solution.writes], server: { "podCadence/solve": answer } });
    const solving = window.run("podCadence.solve", goal);
    const box = () => Object(editor.parts.get("createInputBox undefined"));
    await window.waits(() =>
      expect(box().validationMessage?.message).toBe("livenessProbe: failureThreshold: 5 — hang: SIGTERM in 41–51s"),
    );
    box().value = "soon";
    happens("createInputBox undefined onDidChangeValue");
    await window.waits(() => expect(box().validationMessage).toMatchObject({ severity: "Error" }));
    box().value = "2m";
    happens("createInputBox undefined onDidAccept");
    await solving;
    expect(person.saw.at(-1)).toMatch(/^showQuickPick: failureThreshold: 5 .* · Detect a hang within 2m/);
    expect((await workspace.openTextDocument(Uri.file(open))).version).toBe(2);
  });
});

describe("the status of a manifest", () => {
  const answer = {
    kubernetes: "1.36",
    source: "setting",
    text: "Kubernetes 1.36 · gates default",
    hasPod: true,
    hasKubeletConfiguration: false,
  };
  const item = () => Object(editor.parts.get("createLanguageStatusItem podCadence.kubernetes"));

  it("shows the version that everything is calculated for, and commands follow what is in the file", async () => {
    const window = await windowWith({ open, server: { "podCadence/assumptions": answer } });
    await window.waits(() => expect(item()).toMatchObject({ text: "Kubernetes 1.36", detail: "from settings" }));
    expect(editor.contexts.get("podCadence.hasPod")).toBe(true);
    await window.open("/w/notes.yaml");
    await window.waits(() => expect(editor.contexts.get("podCadence.hasPod")).toBe(false));
    expect(item().selector).toEqual([]);
  });
});

describe("the language server", () => {
  it("is restarted when it dies, but not a second time", async () => {
    const { server } = await windowWith({ open });
    const handler = server.options?.errorHandler;
    expect([(await handler?.closed())?.action, (await handler?.closed())?.action]).toEqual([
      CloseAction.Restart,
      CloseAction.DoNotRestart,
    ]);
    expect(person.saw.filter((each) => /^show/.test(each))).toEqual([
      "showWarningMessage: The Pod Cadence language server crashed and was restarted. · Show Log",
      "showErrorMessage: The Pod Cadence language server crashed again and was not restarted. Check the log, then reload the window to restart it. · Show Log",
    ]);
  });

  it("reads files and folders through the editor", async () => {
    const { server } = await windowWith({ open });
    expect(await server.tell("podCadence/readFile", { uri: "file:///w/notes.yaml" })).toEqual({
      text: "- milk\n- bread\n",
    });
    expect(await server.tell("podCadence/readFile", { uri: "file:///w/none.yaml" })).toBeNull();
    expect(await server.tell("podCadence/readFile", "nonsense")).toBeNull();
    expect(await server.tell("podCadence/listFolder", { uri: "file:///w" })).toMatchObject({
      entries: expect.arrayContaining([{ name: "pod.yaml", kind: "file" }]),
    });
  });

  it("hears when another extension completes YAML, too", async () => {
    const window = await windowWith({ open });
    editor.extensions.set("redhat.vscode-yaml", {});
    happens("onDidChange");
    await window.waits(() => expect(window.server.asked.join()).toContain("podCadence/yamlCompletion"));
  });

  it("that answers something else is logged, and nothing is shown", async () => {
    const window = await windowWith({ open, server: { "podCadence/pinForecast": { edits: "none" } } });
    expect((await window.run("podCadence.pinForecast"))[0]).toMatch(
      / error: The answer to podCadence\/pinForecast is not what was agreed/,
    );
  });
});

describe("a page about a manifest", () => {
  const address = Uri.from({
    scheme: "pod-cadence-forecast",
    path: "/Pod web.md",
    query: JSON.stringify({ uri: reference.uri, reference }),
  });

  it("keeps the last text while there is no answer, and says so", async () => {
    const answers: unknown[] = [{ title: "Pod/web", markdown: "# First" }, { wrong: true }, null];
    const window = await windowWith({ open, server: { "podCadence/forecast": () => answers.shift() } });
    expect(await window.page(address)).toBe("# First");
    expect(await window.page(address)).toBe(
      "The language server is not responding. The following is from before.\n\n# First",
    );
    expect(await window.page(address)).toBe("The manifest no longer contains this pod or KubeletConfiguration.\n");
  });

  it.each<[path: string, text: RegExp]>([
    ["/port-refused.md", /^# port-refused\n\n---\n\n\[This page on the web\]\(https:\S+port-refused\.md\)\n$/],
    ["/none.md", /^This page does not exist\.$/],
    ["/../../secret.md", /^This page does not exist\.$/],
  ])("of a rule comes from the package: %s", async (path, text) => {
    const window = await windowWith();
    expect(await window.page(Uri.from({ scheme: "pod-cadence-rule", path }))).toMatch(text);
  });
});

describe("Compare Forecast with Git HEAD", () => {
  const answer = { title: "pod.yaml compared with HEAD", markdown: "# pod.yaml compared with HEAD", refused: [] };
  const unknownPath = Object.assign(new Error("Path not known by git"), { gitErrorCode: "UnknownPath" });
  const rejects = (error: Error) => async () => Promise.reject(error);
  const repository = {
    state: { HEAD: { commit: "1f" } },
    getObjectDetails: async () => ({ mode: "100644", object: "2a", size: 9 }),
    show: async (ref: string, path: string) => `${ref}:${path}`,
  };
  const git = (found: unknown, state = "initialized") => ({
    activate: async () => ({ getAPI: (version: number) => version === 1 && { state, getRepository: () => found } }),
  });

  it("asks the server with the committed text, and opens the page", async () => {
    const asked: unknown[] = [];
    const comparison = (params: unknown) => [answer, asked.push(params)][0];
    const window = await windowWith({ open, server: { "podCadence/comparison": comparison } });
    editor.extensions.set("vscode.git", git(repository));
    expect(await window.run("podCadence.compareForecastWithHead", reference)).toEqual([
      "command: markdown.showPreviewToSide · /pod.yaml compared with HEAD.md",
    ]);
    expect(asked).toEqual([{ uri: reference.uri, before: { name: "HEAD", text: "HEAD:/w/pod.yaml" } }]);
    const place = { scheme: "pod-cadence-comparison", path: "/a.md", query: JSON.stringify({ uri: reference.uri }) };
    expect(await window.page(Uri.from(place))).toBe(answer.markdown);
  });

  it("marks the fields whose change is refused, until the page is closed", async () => {
    const range = { start: { line: 3, character: 2 }, end: { line: 3, character: 10 } };
    const refused = [{ range, message: "spec.selector: field is immutable" }];
    const window = await windowWith({ open, server: { "podCadence/comparison": { ...answer, refused } } });
    editor.extensions.set("vscode.git", git(repository));
    const marked = "createDiagnosticCollection pod-cadence-comparison set: /w/pod.yaml";
    expect(await window.run("podCadence.compareForecastWithHead", reference)).toEqual([
      `${marked} · spec.selector: field is immutable`,
      "command: markdown.showPreviewToSide · /pod.yaml compared with HEAD.md",
    ]);
    const place = { scheme: "pod-cadence-comparison", path: "/a.md", query: JSON.stringify({ uri: reference.uri }) };
    happens("onDidCloseTextDocument", { uri: Uri.from(place) });
    expect(person.saw.at(-1)).toBe(marked);
    const shown = person.saw.length;
    happens("onDidCloseTextDocument", { uri: Uri.from(place) });
    expect(person.saw).toHaveLength(shown);
  });

  it("refreshes the page when another commit is checked out, and not when a file is staged", async () => {
    const changed = new EventEmitter<void>();
    const state = { HEAD: { commit: "1f" }, onDidChange: changed.event };
    const window = await windowWith({ open, server: { "podCadence/comparison": answer } });
    // As the extension of Git does it: an object of its own for each caller.
    const getRepository = () => ({ ...repository, rootUri: Uri.file("/w"), state });
    editor.extensions.set("vscode.git", { activate: async () => ({ getAPI: () => ({ getRepository }) }) });
    await window.run("podCadence.compareForecastWithHead");
    await window.run("podCadence.compareForecastWithHead");
    expect(changed.listeners.size).toBe(1);
    const place = { scheme: "pod-cadence-comparison", path: "/a.md", query: JSON.stringify({ uri: reference.uri }) };
    await workspace.openTextDocument(Uri.from(place));
    const refreshed: string[] = [];
    const [, provider] = Object(
      Reflect.get(Object(editor.parts.get("registerTextDocumentContentProvider pod-cadence-comparison")), "args"),
    );
    provider.onDidChange((uri: { path: string }) => refreshed.push(uri.path));
    changed.fire();
    expect(refreshed).toEqual([]);
    state.HEAD.commit = "2a";
    changed.fire();
    changed.fire();
    expect(refreshed).toEqual(["/a.md"]);
    await window.close();
    expect(changed.listeners.size).toBe(0);
  });

  it.each<[about: string, extension: unknown, sentence: string]>([
    ["there is no Git extension", undefined, "The built-in Git extension is not available in this window."],
    [
      "Git is disabled",
      { activate: rejects(new Error("Git model not found")) },
      "Can't compare with Git HEAD: Git model not found",
    ],
    ["the file is in no repository", git(null), "pod.yaml is not in an open Git repository."],
    ["Git starts", git(null, "uninitialized"), "Git is still looking for repositories. Try again."],
    ["nothing is committed", git({ ...repository, state: {} }), "The Git repository has no commits yet."],
    [
      "the file is new",
      git({ ...repository, getObjectDetails: rejects(unknownPath) }),
      "pod.yaml is new: Git HEAD does not have it.",
    ],
    [
      "Git fails",
      git({ ...repository, show: rejects(new Error("Failed to execute git")) }),
      "Can't compare with Git HEAD: Failed to execute git",
    ],
  ])("says why there is none: %s", async (_, extension, sentence) => {
    const window = await windowWith({ open, server: { "podCadence/comparison": answer } });
    editor.extensions.set("vscode.git", extension);
    expect(await window.run("podCadence.compareForecastWithHead")).toEqual([`showInformationMessage: ${sentence}`]);
  });
});

describe("Explain", () => {
  const problem = (line: number, code: unknown, source = "pod-cadence") => ({
    ...{ source, code, range: { start: { line }, end: { line } } },
  });
  const forecast = { "podCadence/forecast": { title: "Pod web", markdown: "# Pod web" } };
  const pageAt = (position: object | undefined) =>
    Uri.from({
      ...{ scheme: "pod-cadence-explanation", path: "/a.md" },
      query: JSON.stringify({ uri: reference.uri, position }),
    });
  const found = [
    problem(0, { value: "port-refused" }),
    problem(0, "port-refused"),
    problem(0, "no-such-rule"),
    problem(0, "probe-refused", "other"),
    problem(1, "probe-refused"),
  ];
  const given = languages.getDiagnostics;
  beforeEach(() => void Reflect.set(languages, "getDiagnostics", () => found));
  afterEach(() => void Reflect.set(languages, "getDiagnostics", given));

  it("shows the pages of the rules at the cursor, then the forecast", async () => {
    const window = await windowWith({ open, server: forecast });
    expect(await window.run("podCadence.explain")).toEqual([
      "command: markdown.showPreviewToSide · /Explanation of Pod web.md",
    ]);
    expect(await window.page(pageAt({ line: 0, character: 0 }))).toBe("# port-refused\n\n\n---\n\n# Pod web");
    expect(await window.page(pageAt({ line: 7, character: 0 }))).toBe("# Pod web");
    expect(await window.page(pageAt(undefined))).toBe("# Pod web");
  });

  it("shows the rules alone where there is no forecast, and a sentence where there is neither", async () => {
    const window = await windowWith({ open, server: { "podCadence/forecast": null } });
    expect(await window.page(pageAt({ line: 0, character: 0 }))).toBe("# port-refused\n");
    Reflect.set(languages, "getDiagnostics", () => []);
    expect(await window.run("podCadence.explain")).toEqual([
      "showInformationMessage: To explain a problem or a forecast, place the cursor in a manifest that contains a pod.",
    ]);
  });
});

describe("Explain Incident", () => {
  const answer = { title: "Pod/api", markdown: "## Pod/api", json: '{"pods":[]}' };
  const asked: unknown[] = [];
  const incident = (params: unknown) => [answer, asked.push(params)][0];
  const server = { "podCadence/incident": incident };
  const uri = "untitled:incident";
  const seen = ["command: markdown.showPreviewToSide · /Incident of Pod api.md"];
  const question = "showQuickPick: Clipboard | Open File pod.yaml | Files…";
  beforeEach(() => void asked.splice(0));
  const page = Uri.from({ scheme: "pod-cadence-incident", path: "/Incident of Pod api.md", query: "1" });

  it("shows a page about the text of the clipboard, and says that it is gone after a reload", async () => {
    Reflect.set(env.clipboard, "readText", async () => "Name: api");
    const window = await windowWith({ server, answers: ["Clipboard"] });
    expect(await window.run("podCadence.explainIncident")).toEqual(["showQuickPick: Clipboard | Files…", ...seen]);
    expect(asked).toEqual([{ uri, texts: [{ name: "Clipboard", text: "Name: api" }] }]);
    expect(await window.page(page)).toBe("## Pod/api");
    expect(await window.page(page.with({ query: "2" }))).toContain("This page is gone.");
  });

  it("reads the open file, and all files that a person chooses", async () => {
    const window = await windowWith({ open, server, answers: ["Open File"] });
    expect(await window.run("podCadence.explainIncident")).toEqual([question, ...seen]);
    person.answers.push("Files…", [Uri.file("/w/pod.yaml"), Uri.file("/w/notes.yaml")]);
    await window.run("podCadence.explainIncident");
    expect(asked).toEqual([
      { uri: reference.uri, texts: [{ name: "pod.yaml", text: pod }] },
      {
        uri: reference.uri,
        texts: [
          { name: "pod.yaml", text: pod },
          { name: "notes.yaml", text: files["/w/notes.yaml"] },
        ],
      },
    ]);
  });

  it("reads the selection without a question", async () => {
    const window = await windowWith({ open, server });
    Reflect.set(Object(Reflect.get(vscodeWindow, "activeTextEditor")).selection, "isEmpty", false);
    expect(await window.run("podCadence.explainIncident")).toEqual(seen);
    expect(asked).toHaveLength(1);
  });

  it.each<[answers: readonly unknown[], problem: unknown, told: readonly string[]]>([
    [[], answer, []],
    [["Files…"], answer, ["showOpenDialog: "]],
    [["Files…", [Uri.file("/w/none")]], answer, ["showOpenDialog: ", "showInformationMessage: none can’t be read."]],
    [["Open File"], { problem: "Nothing was found." }, ["showInformationMessage: Nothing was found."]],
    [["Open File"], null, ["showInformationMessage: The language server is not responding."]],
  ])("opens nothing where there is nothing to explain: %j", async (answers, problem, told) => {
    const window = await windowWith({ open, server: { "podCadence/incident": problem }, answers });
    expect(await window.run("podCadence.explainIncident")).toEqual([question, ...told]);
  });
});

describe("Learn from Pods", () => {
  const asked: unknown[] = [];
  const learned = (params: unknown) => [{ ...written, message: "Scenario written." }, asked.push(params)][0];
  const withPods = (count: number, learn: unknown = learned) => ({
    "podCadence/learn": learn,
    "podCadence/podsOfManifest": { reference, uids: Array.from({ length: count }, (_, index) => `uid-${index}`) },
  });
  const place = { uri: reference.uri, position: { line: 0, character: 0 } };
  const done = "showInformationMessage: Scenario written.";
  beforeEach(() => void asked.splice(0));

  it("writes what the pods of the cluster did, as one edit", async () => {
    const window = await windowWith({ open, server: withPods(31), answers: ["Cluster"] });
    const question = "showQuickPick: Clipboard | Cluster 31 pods | Files…";
    expect(await window.run("podCadence.learnFromPods")).toEqual([question, done]);
    expect(asked).toEqual([place]);
    expect((await workspace.openTextDocument(Uri.file(open))).getText()).toBe(`${pod}${written.edits[0]?.newText}`);
  });

  it("asks nothing where a code action says which pods are meant", async () => {
    const window = await windowWith({ open, server: withPods(31) });
    expect(await window.run("podCadence.learnFromPods", reference)).toEqual([done]);
    expect(asked).toEqual([{ uri: reference.uri, reference }]);
  });

  it("reads the clipboard", async () => {
    Reflect.set(env.clipboard, "readText", async () => "kind: Pod");
    const window = await windowWith({ open, server: withPods(0), answers: ["Clipboard"] });
    expect(await window.run("podCadence.learnFromPods")).toEqual(["showQuickPick: Clipboard | Files…", done]);
    expect(asked).toEqual([{ ...place, texts: [{ name: "Clipboard", text: "kind: Pod" }] }]);
  });

  it.each<[answer: unknown, told: string]>([
    [{ ...written, edits: [], message: "Nothing is written." }, "Nothing is written."],
    [{ ...written, version: 0, message: "Written." }, "The file has changed; try again."],
    [null, "The manifest no longer contains this pod."],
  ])("says why nothing is written: %j", async (answer, told) => {
    const window = await windowWith({ open, server: withPods(0, answer) });
    expect(await window.run("podCadence.learnFromPods", reference)).toEqual([`showInformationMessage: ${told}`]);
    person.answers.push("Files…");
    expect(await window.run("podCadence.learnFromPods")).toEqual([
      "showQuickPick: Clipboard | Files…",
      "showOpenDialog: ",
    ]);
  });

  it("needs a manifest", async () => {
    const window = await windowWith();
    expect(await window.run("podCadence.learnFromPods")).toEqual([
      "showInformationMessage: To learn from pods, open the manifest of their workload, and place the cursor in it.",
    ]);
  });
});

describe("Simulate Rendered Output", () => {
  const rendered = { folder: "file:///w/web", text: `---\n# Source: web/templates/pod.yaml\n${pod}`, line: 2 };
  const answers = (...given: unknown[]) => ({ "podCadence/rendered": () => given.shift() });
  const progress = "progress: Pod Cadence: Rendering pod.yaml";
  const address = Uri.from({ scheme: "pod-cadence-rendered", path: "/w/web/web.rendered.yaml", query: reference.uri });

  it("opens the output, and the simulator on its pod", async () => {
    const window = await windowWith({ open, server: { ...answers(rendered), "podCadence/pod": null } });
    const seen = await window.run("podCadence.simulateRenderedOutput");
    expect(seen.slice(0, 2)).toEqual([progress, "showTextDocument: /w/web/web.rendered.yaml"]);
    expect(window.server.asked.filter((each) => /rendered|\/pod$/.test(each))).toEqual([
      "podCadence/rendered",
      "podCadence/pod",
    ]);
    expect(await window.page(address)).toBe(rendered.text);
  });

  it("renders again when a file of the workspace is saved, and says what fails then", async () => {
    const problem = "Helm can't render web:\nno such value";
    const window = await windowWith({ open, server: answers(rendered, { ...rendered, text: "second" }, { problem }) });
    await window.run("podCadence.simulateRenderedOutput");
    await workspace.openTextDocument(address);
    const changed: string[] = [];
    const [, provider] = Object(
      Reflect.get(Object(editor.parts.get("registerTextDocumentContentProvider pod-cadence-rendered")), "args"),
    );
    provider.onDidChange((uri: unknown) => changed.push(String(uri)));
    happens("onDidSaveTextDocument", { uri: Uri.file("/elsewhere/values.yaml") });
    expect(changed).toEqual([]);
    happens("onDidSaveTextDocument", { uri: Uri.file("/w/base/values.yaml") });
    expect(changed).toEqual([address.toString()]);
    expect(await window.page(address)).toBe("second");
    expect(await window.page(address)).toBe("# Helm can't render web:\n# no such value\n");
  });

  it.each<[about: string, situation: Situation, seen: readonly string[]]>([
    [
      "no file is open",
      {},
      ["showInformationMessage: To simulate rendered output, open a file of a Helm chart or a Kustomize overlay."],
    ],
    [
      "there is no helm",
      { open, server: answers({ problem: "helm is not on the PATH" }) },
      [progress, "showInformationMessage: helm is not on the PATH"],
    ],
    [
      "nothing is a pod",
      { open, server: answers({ folder: "file:///w/web", text: "" }) },
      [
        progress,
        "showTextDocument: /w/web/web.rendered.yaml",
        "showInformationMessage: The rendered output contains no pod.",
      ],
    ],
    [
      "the server does not answer",
      { open, server: answers({ wrong: true }) },
      [progress, "showInformationMessage: The language server is not responding."],
    ],
  ])("says so where %s", async (_, situation, seen) => {
    const window = await windowWith(situation);
    const lines = await window.run("podCadence.simulateRenderedOutput");
    expect(lines.filter((line) => !line.startsWith("createOutputChannel"))).toEqual(seen);
  });

  it("runs nothing in a workspace that is not trusted", async () => {
    const window = await windowWith({ open, server: answers(rendered) });
    Reflect.set(workspace, "isTrusted", false);
    const sentence = "Rendering runs helm or kustomize on files of the workspace. Trust the workspace first.";
    const seen = await window.run("podCadence.simulateRenderedOutput");
    const page = await window.page(address);
    Reflect.set(workspace, "isTrusted", true);
    expect([seen, page]).toEqual([[`showInformationMessage: ${sentence}`], `# ${sentence}\n`]);
    expect(window.server.asked).not.toContain("podCadence/rendered");
  });
});

describe("the tools for language models", () => {
  const names = () => [...editor.parts.keys()].flatMap((name) => /^registerTool (.*)/.exec(name)?.[1] ?? []);
  const call = async (name: string, input: unknown): Promise<unknown> => {
    const [, tool] = Object(Reflect.get(Object(editor.parts.get(`registerTool ${name}`)), "args"));
    return await tool.invoke({ input });
  };
  const result = (value: string) => ({ content: [{ value }] });

  it("are those that package.json contributes", async () => {
    await windowWith();
    const { contributes } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
    expect(names()).toEqual(contributes.languageModelTools.map(({ name }: { name: string }) => name));
  });

  it.each([
    ["has none", undefined],
    ["only proposes them", () => expect.fail("CANNOT use API proposal: languageModelTools")],
  ])("are not there where VS Code %s", async (_, registerTool) => {
    Reflect.set(lm, "registerTool", registerTool);
    await windowWith();
    Reflect.deleteProperty(lm, "registerTool");
    expect(names()).toEqual([]);
  });

  it.each<[tool: string, input: object, uri: string, text: string, about: unknown]>([
    ["podCadence_check", { path: "pod.yaml" }, reference.uri, pod, "problems"],
    ["podCadence_forecast", { path: "/w/pod.yaml" }, reference.uri, pod, { forecast: {} }],
    ["podCadence_forecast", { manifest: pod }, "file:///w/manifest.yaml", pod, { forecast: {} }],
  ])("%s gives the server's answer about %o", async (tool, input, uri, text, about) => {
    const asked: unknown[] = [];
    const brief = (params: unknown) => [{ json: '{"pods":[]}' }, asked.push(params)][0];
    await windowWith({ server: { "podCadence/brief": brief } });
    expect(await call(tool, input)).toEqual(result('{"pods":[]}'));
    expect(asked).toEqual([{ uri, text, about }]);
  });

  it.each<[tool: string, input: object, about: object]>([
    [
      "podCadence_simulate",
      { path: "pod.yaml", pod: "web", scenario: ["crashes after 5s"], seed: 3 },
      { simulated: { pod: "web", scenario: ["crashes after 5s"], seed: 3 } },
    ],
    [
      "podCadence_forecast",
      { path: "pod.yaml", events: ["5m app: oom"], runs: 5 },
      { forecast: { events: ["5m app: oom"], runs: 5 } },
    ],
    [
      "podCadence_diff",
      { path: "pod.yaml", before: "kind: Pod\n", until: "1h" },
      { changeFrom: "kind: Pod\n", asked: { until: "1h" } },
    ],
  ])("%s hands on what is asked", async (tool, input, about) => {
    const asked: unknown[] = [];
    const brief = (params: unknown) => [{ json: "{}" }, asked.push(params)][0];
    await windowWith({ server: { "podCadence/brief": brief } });
    expect(await call(tool, input)).toEqual(result("{}"));
    expect(asked).toEqual([{ uri: reference.uri, text: pod, about }]);
  });

  it("explain what is left of an incident", async () => {
    const asked: unknown[] = [];
    const incident = (params: unknown) => [{ title: "Pod/api", markdown: "", json: "{}" }, asked.push(params)][0];
    await windowWith({ server: { "podCadence/incident": incident } });
    expect(await call("podCadence_explain", { text: "Name: api" })).toEqual(result("{}"));
    expect(asked).toEqual([{ uri: "file:///w", texts: [{ name: "text", text: "Name: api" }] }]);
  });

  it("explain a rule with its page", async () => {
    await windowWith();
    expect(await call("podCadence_explainRule", { rule: "port-refused" })).toEqual(result("# port-refused\n"));
  });

  it("take no manifest of more than 4 MB", async () => {
    await windowWith();
    const manifest = "x".repeat(4_000_001);
    await expect(call("podCadence_check", { manifest })).rejects.toThrow("The manifest is larger than 4 MB.");
  });

  it.each<[tool: string, input: unknown, sentence: string]>([
    ["podCadence_check", {}, "Give either path or manifest."],
    ["podCadence_check", null, "Give either path or manifest."],
    ["podCadence_check", { path: "pod.yaml", manifest: pod }, "Give either path or manifest."],
    ["podCadence_check", { path: "../home/me/.kube/config" }, "../home/me/.kube/config is not in the workspace."],
    ["podCadence_check", { path: "/w/../etc/passwd" }, "/w/../etc/passwd is not in the workspace."],
    ["podCadence_check", { path: "none.yaml" }, "none.yaml can't be read."],
    ["podCadence_check", { manifest: pod }, "The language server is not responding."],
    [
      "podCadence_simulate",
      { manifest: pod, seed: "x" },
      "Give pod and until as text, scenario and events as lists of texts",
    ],
    ["podCadence_diff", { manifest: pod }, "Give before, the manifest as it was."],
    ["podCadence_diff", { path: "pod.yaml" }, "The built-in Git extension is not available in this window."],
    ["podCadence_observe", {}, "No cluster is connected. People connect one with the command"],
    [
      "podCadence_explainRule",
      { rule: "../README" },
      "../README is not a rule. Use an id such as liveness-kills-start.",
    ],
    ["podCadence_explainRule", {}, "Give a rule."],
    ["podCadence_explain", {}, "Give text, the output of kubectl."],
    ["podCadence_explain", { text: "x" }, "The language server is not responding."],
  ])("say what is wrong with a call: %s %j", async (tool, input, sentence) => {
    await windowWith();
    await expect(call(tool, input)).rejects.toThrow(sentence);
  });
});

describe("Check Workspace", () => {
  const problem = { severity: "Error", message: "wrong" };
  const full = (name: string, items: readonly object[]) => ({
    kind: "full",
    uri: `file:///w/${name}`,
    resultId: "1",
    items,
  });
  const checked = { "workspace/diagnostic": { items: [full("a.yaml", [problem]), full("b.yaml", [])], unread: 1 } };

  it("shows what is wrong in files that nobody has open, until it is cleared", async () => {
    const window = await windowWith({ server: checked, answers: ["Clear"] });
    const seen = await window.run("podCadence.checkWorkspace");
    expect(seen.map((each) => each.replace(/ in \d+s\./, "."))).toEqual([
      "progress: Pod Cadence: Checking workspace",
      expect.stringMatching(/^createDiagnosticCollection pod-cadence set: \/w\/a\.yaml · wrong/),
      "createDiagnosticCollection pod-cadence set: /w/b.yaml",
      "command: workbench.panel.markers.view.focus",
      "showInformationMessage: 1 error in 1 file. Checked 2 files. Skipped 1 file that is unreadable or larger than 4 MB. · Clear",
      "createDiagnosticCollection pod-cadence clear: ",
    ]);
  });

  it("that is stopped says nothing of what it found", async () => {
    const window = await windowWith({
      server: {
        "workspace/diagnostic": () => {
          happens("progress onCancellationRequested");
          return { items: [] };
        },
      },
    });
    expect(await window.run("podCadence.checkWorkspace")).toEqual(["progress: Pod Cadence: Checking workspace"]);
  });

  it("looks again when the settings change", async () => {
    const window = await windowWith({ server: checked });
    await window.run("podCadence.checkWorkspace");
    const asked = () => window.server.asked.filter((each) => each === "workspace/diagnostic").length;
    await window.server.tell("podCadence/settingsChanged");
    await window.waits(() => expect(asked()).toBe(2));
  });
});

describe("a step of the walkthrough", () => {
  // A step that was just done is not told again.
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 }));
  afterEach(() => void vi.useRealTimers());

  it("is done when behavior was described", async () => {
    await windowWith({ open });
    const document = await workspace.openTextDocument(Uri.file(open));
    document.change([{ range: line, newText: "# cadence: crashes after 5s\n" }]);
    expect(editor.contexts.get("podCadence.did.described")).toBe(true);
  });
});

it("a server that runs again is asked anew", async () => {
  const { server } = await windowWith({ open });
  const before = server.asked.length;
  await server.tell("state", { newState: State.Running });
  expect(server.asked.slice(before)).toContain("podCadence/assumptions");
});
