import { readFileSync } from "node:fs";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import * as z from "zod/mini";
import { lastVersion, newestVersion } from "../../shared/kubernetes/versions.ts";
import { serverRequests } from "../../shared/protocol/request.ts";
import { webPlay } from "../server/exports/play-params.ts";
import { Editor, startEditor } from "./editor.ts";

const pod = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
  - name: app
    image: registry.example/app
    livenessProbe:
      tcpSocket: {port: 80}
`;
/** A rule that needs no reading of words: line 9 holds a timeout longer than the period. */
const slow = `${pod}      timeoutSeconds: 15\n`;
const kubelet = "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n";

describe("an open manifest", () => {
  test("shows hints, hovers, diagnostics, quick fixes and lenses", async () => {
    const editor = await startEditor({ initializationOptions: { commandLinks: true } });
    editor.open("pod.yaml", slow);
    expect(await editor.hints("pod.yaml")).toEqual([
      "5: on crash ↻ 0s 10s 20s 40s … 5m",
      expect.stringMatching(/^7: hang: SIGTERM in \S+$/),
    ]);
    expect(await editor.hover("pod.yaml", "app")).toMatch(/^No restarts, as long as app starts within /);
    expect(await editor.diagnostics("pod.yaml")).toEqual(["9: timeout-exceeds-period"]);
    expect(await editor.fixed("pod.yaml")).toEqual([`${slow}      periodSeconds: 15\n`]);
    expect(await editor.lenses("pod.yaml")).toEqual(["0: Simulate pod", "0: Forecast"]);
  });

  test("has tooltips that are worked out when asked for", async () => {
    const editor = await startEditor({ initializationOptions: { commandLinks: true } });
    editor.open("pod.yaml", pod);
    const [restart, liveness] = await editor.tooltips("pod.yaml");
    expect(restart).toContain("If app keeps crashing, it restarts immediately, then after 10s");
    expect(liveness).toContain("| Hang to SIGTERM&nbsp;&nbsp; |");
  });

  test("has lists in place of tables in an editor that may not draw them", async () => {
    const editor = await startEditor();
    editor.open("pod.yaml", pod);
    const [restart] = await editor.tooltips("pod.yaml");
    expect(restart).toContain("Event · Earliest · Latest\n\n- End of startup budget · ");
    expect(restart).not.toMatch(/&nbsp;|^\|/m);
  });

  test("has the edits of goals when somebody chooses one, in an editor that can wait", async () => {
    const editor = await startEditor();
    editor.open("pod.yaml", pod);
    expect(await editor.chosen("pod.yaml", "name: app", "Detect a hang within 20s")).toBe(
      `${pod}      periodSeconds: 6\n`,
    );
  });

  test("has positions in the units that every editor knows", async () => {
    const editor = await startEditor();
    expect(editor.capabilities["positionEncoding"]).toBe("utf-16");
  });

  test("has positions in what the editor likes to count best, also in edits", async () => {
    const [editor, usual] = await Promise.all([
      startEditor({ positionEncodings: ["utf-8", "utf-16"] }),
      startEditor({ positionEncodings: ["utf-16"] }),
    ]);
    expect([editor, usual].map(({ capabilities }) => capabilities["positionEncoding"])).toEqual(["utf-8", "utf-16"]);
    const line =
      '  - {image: example/app, command: ["é漢🚀"], name: app, livenessProbe: {tcpSocket: {port: 80}, timeoutSeconds: 15}}';
    const text = `apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec:\n  containers:\n${line}\n`;
    editor.open("pod.yaml", text);
    usual.open("pod.yaml", text);
    const bytesBefore = (character: number): number => Buffer.byteLength(line.slice(0, character));
    const places = async (from: Editor) => (await from.pull("pod.yaml")).items?.map(({ range }) => range) ?? [];
    const [[ours], [theirs]] = [await places(editor), await places(usual)];
    expect(theirs).toBeDefined();
    expect(ours).toEqual({
      start: { line: 5, character: bytesBefore(theirs?.start.character ?? 0) },
      end: { line: 5, character: bytesBefore(theirs?.end.character ?? 0) },
    });
    const digit = bytesBefore(line.indexOf("15}}"));
    editor.notify("textDocument/didChange", {
      textDocument: { uri: editor.uri("pod.yaml"), version: 2 },
      contentChanges: [
        { range: { start: { line: 5, character: digit }, end: { line: 5, character: digit + 1 } }, text: "" },
      ],
    });
    expect(await editor.diagnostics("pod.yaml")).toEqual([]);
  });

  test("is answered with the defaults while the editor does not say its settings", async () => {
    const editor = await startEditor({ settings: new Promise(() => {}) });
    editor.open("pod.yaml", slow);
    expect(await editor.diagnostics("pod.yaml")).toEqual(["9: timeout-exceeds-period"]);
  });

  test("has no lenses and no command links in an editor without the commands", async () => {
    const editor = new Editor({});
    const capabilities = await editor.initialize({});
    editor.open("pod.yaml", pod);
    expect(capabilities).not.toHaveProperty("codeLensProvider");
    expect(await editor.hover("pod.yaml", "app")).not.toContain("command:");
    await editor.quit();
  });

  test("follows incremental edits", async () => {
    const editor = await startEditor();
    editor.open("pod.yaml", `${pod}---\n${pod}`);
    expect(await editor.diagnostics("pod.yaml")).toEqual([]);
    editor.type("pod.yaml", "port: 80}\n---", "port: 80}\n      timeoutSeconds: 15\n---");
    expect(await editor.diagnostics("pod.yaml")).toEqual(["9: timeout-exceeds-period"]);
    editor.type("pod.yaml", "apiVersion: v1\n", "# one\n# two\napiVersion: v1\n");
    expect(await editor.diagnostics("pod.yaml")).toEqual(["11: timeout-exceeds-period"]);
    editor.type("pod.yaml", "timeoutSeconds: 15", "timeoutSeconds: 5");
    expect(await editor.diagnostics("pod.yaml")).toEqual([]);
    editor.type("pod.yaml", "- name: app", "- name: app # cadence: crashes x5, then runs");
    expect((await editor.hints("pod.yaml"))[0]).toBe("7: crashes 5×, ready at ~2m45s");
  });

  test("is judged once for several requests behind the keys of somebody who types", async () => {
    const editor = await startEditor();
    editor.open("pod.yaml", pod);
    const { resultId } = await editor.pull("pod.yaml");
    editor.type("pod.yaml", "port: 80}", "port: 80}\n      timeoutSeconds: 1");
    const first = editor.pull("pod.yaml", resultId);
    editor.type("pod.yaml", "timeoutSeconds: 1", "timeoutSeconds: 15");
    const second = editor.pull("pod.yaml", resultId);
    editor.type("pod.yaml", "apiVersion: v1\n", "# one\napiVersion: v1\n");
    expect(await editor.diagnostics("pod.yaml")).toEqual(["10: timeout-exceeds-period"]);
    // What came first may have been judged, before the second key came.
    const { kind } = await first;
    expect(["full", "unchanged"]).toContain(kind);
    expect(await second).toEqual({ kind: "unchanged", resultId });
  });

  test("is forgotten when it is closed", async () => {
    const editor = await startEditor();
    editor.open("pod.yaml", slow);
    expect(await editor.diagnostics("pod.yaml")).toHaveLength(1);
    editor.close("pod.yaml");
    expect(await editor.diagnostics("pod.yaml")).toEqual([]);
  });
});

describe("pulled diagnostics", () => {
  test("are told to be unchanged while they are the same", async () => {
    const editor = await startEditor();
    editor.open("pod.yaml", slow);
    const first = await editor.pull("pod.yaml");
    expect(first).toMatchObject({ kind: "full", items: [{ code: "timeout-exceeds-period" }] });
    expect(await editor.pull("pod.yaml", first.resultId)).toEqual({ kind: "unchanged", resultId: first.resultId });
    editor.type("pod.yaml", "name: web", "name: shop");
    expect(await editor.pull("pod.yaml", first.resultId)).toMatchObject({ kind: "unchanged" });
    editor.type("pod.yaml", "timeoutSeconds: 15", "timeoutSeconds: 5");
    expect(await editor.pull("pod.yaml", first.resultId)).toMatchObject({ kind: "full", items: [] });
  });

  test("have the same id in another process", async () => {
    const [one, two] = await Promise.all([startEditor(), startEditor()]);
    one.open("pod.yaml", slow);
    two.open("pod.yaml", slow);
    const { resultId } = await one.pull("pod.yaml");
    expect(await two.pull("pod.yaml", resultId)).toMatchObject({ kind: "unchanged" });
  });
});

describe("an old editor", () => {
  test("is sent diagnostics after each change, and none for a closed file", async () => {
    const editor = await startEditor({ editor: "old" });
    const uri = editor.uri("pod.yaml");
    editor.open("pod.yaml", slow);
    expect(await editor.pushed()).toEqual({ uri, found: ["9: timeout-exceeds-period"] });
    editor.type("pod.yaml", "timeoutSeconds: 15", "timeoutSeconds: 5");
    expect(await editor.pushed()).toEqual({ uri, found: [] });
    editor.type("pod.yaml", "timeoutSeconds: 5", "timeoutSeconds: 15");
    expect(await editor.pushed()).toEqual({ uri, found: ["9: timeout-exceeds-period"] });
    editor.close("pod.yaml");
    expect(await editor.pushed()).toEqual({ uri, found: [] });
  });

  test("gives settings when it starts and when they change", async () => {
    const settings = { rules: { "timeout-exceeds-period": "off" } };
    const editor = await startEditor({ editor: "old", initializationOptions: { settings } });
    editor.open("pod.yaml", slow);
    expect((await editor.pushed()).found).toEqual([]);
    editor.configure({});
    expect((await editor.pushed()).found).toEqual(["9: timeout-exceeds-period"]);
  });

  test("has no watchers: a saved project file counts", async () => {
    const editor = await startEditor({ editor: "old" });
    editor.open("pod.yaml", slow);
    expect((await editor.pushed()).found).toEqual(["9: timeout-exceeds-period"]);
    editor.open(".pod-cadence.yaml", "rules: {timeout-exceeds-period: off}\n");
    expect(await editor.pushed()).toEqual({ uri: editor.uri(".pod-cadence.yaml"), found: [] });
    editor.save(".pod-cadence.yaml");
    expect(await editor.pushedFor("pod.yaml")).toEqual([]);
  });
});

describe("settings", () => {
  test("are asked for each resource", async () => {
    const editor = await startEditor();
    editor.open("pod.yaml", pod);
    await editor.hints("pod.yaml");
    expect(await editor.mail.take("workspace/configuration")).toEqual({
      items: [{ scopeUri: editor.uri("pod.yaml"), section: "podCadence" }],
    });
    await editor.hints("pod.yaml");
    await editor.diagnostics("pod.yaml");
    expect(editor.mail.waiting("workspace/configuration")).toBe(0);
  });

  test("that change are asked for again, and the views are refreshed", async () => {
    const editor = await startEditor();
    editor.open("pod.yaml", slow);
    expect(await editor.diagnostics("pod.yaml")).toHaveLength(1);
    editor.configure({ rules: { "timeout-exceeds-period": "off" }, inlayHints: { restarts: "off", probes: false } });
    await editor.mail.take("workspace/diagnostic/refresh");
    await editor.mail.take("workspace/inlayHint/refresh");
    await editor.mail.take("workspace/codeLens/refresh");
    expect(await editor.diagnostics("pod.yaml")).toEqual([]);
    expect(await editor.hints("pod.yaml")).toEqual([]);
  });

  test("that are wrong are told once, and the defaults apply", async () => {
    const editor = await startEditor({
      settings: {
        kubernetesVersion: "2.0",
        timing: "slow",
        inlayHints: { restarts: 5 },
        kubeletConfiguration: "gone.yaml",
      },
    });
    editor.open("pod.yaml", pod);
    editor.open("other.yaml", pod);
    expect((await editor.hints("pod.yaml"))[0]).toBe("5: on crash ↻ 0s 10s 20s 40s … 5m");
    expect((await editor.hints("other.yaml"))[0]).toBe("5: on crash ↻ 0s 10s 20s 40s … 5m");
    const told = [];
    while (editor.mail.waiting("window/showMessage") > 0) told.push(await editor.mail.take("window/showMessage"));
    const setting = "Pod Cadence, setting podCadence";
    expect(told).toEqual(
      [
        `${setting}.kubernetesVersion: Kubernetes "2.0" is not known. Write a version from "1.28" to "${lastVersion}".`,
        `${setting}.timing: "timing" cannot be "slow". Write kubelet or ideal.`,
        `${setting}.inlayHints.restarts: "restarts" cannot be 5. Write always, withScenario or off.`,
        `${setting}.kubeletConfiguration: gone.yaml cannot be read, so it is ignored. Use the path of a file with "kind: KubeletConfiguration".`,
      ].map((message) => ({ type: 2, message })),
    );
  });

  test.each([[null], ["text"], [[]], [{ rules: null }], [{ apiServer: 5, featureGates: { "": "" } }]])(
    "that are nonsense do no harm: %j",
    async (settings) => {
      const editor = await startEditor({ settings });
      editor.open("pod.yaml", pod);
      expect(await editor.hints("pod.yaml")).toHaveLength(2);
    },
  );
});

describe("other files of the folder", () => {
  const web = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  strategy: {rollingUpdate: {maxUnavailable: 2}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: app, image: registry.example/app}]}
`;
  const service = (app: string): string =>
    `apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {selector: {app: ${app}}, ports: [{port: 80}]}\n`;

  test("are read behind the first answer, and their changes are noticed", async () => {
    const editor = await startEditor({ files: { "service.yaml": service("web") } });
    editor.open("web.yaml", web);
    await editor.diagnostics("web.yaml");
    await editor.mail.take("workspace/diagnostic/refresh");
    expect(await editor.diagnostics("web.yaml")).toEqual(["6: rollout-empties-service"]);
    editor.write("service.yaml", service("other"));
    await editor.mail.take("workspace/diagnostic/refresh");
    await editor.diagnostics("web.yaml");
    await editor.mail.take("workspace/diagnostic/refresh");
    expect(await editor.diagnostics("web.yaml")).toEqual([]);
  });
});

describe("the project file", () => {
  const files = {
    ".pod-cadence.yaml": "kubeletConfiguration: kubelet.yaml\n",
    "kubelet.yaml": `${kubelet}crashLoopBackOff: {maxContainerRestartPeriod: 4s}\n`,
  };

  test("and what it names decide, and are watched", async () => {
    const editor = await startEditor({ files });
    editor.open("pod.yaml", pod);
    expect((await editor.hints("pod.yaml"))[0]).toBe("5: on crash ↻ 0s 4s 4s …");
    const registrations = [];
    while (editor.mail.waiting("client/registerCapability") > 0)
      registrations.push(JSON.stringify(await editor.mail.take("client/registerCapability")));
    expect(registrations.join("\n")).toContain('"**/.pod-cadence.yaml"');
    expect(registrations.join("\n")).toContain('"pattern":"kubelet.yaml"');

    editor.write("kubelet.yaml", `${kubelet}crashLoopBackOff: {maxContainerRestartPeriod: 5s}\n`);
    await editor.mail.take("workspace/inlayHint/refresh");
    expect((await editor.hints("pod.yaml"))[0]).toBe("5: on crash ↻ 0s 5s 5s …");
    editor.write(".pod-cadence.yaml", "{}");
    await editor.mail.take("workspace/inlayHint/refresh");
    expect((await editor.hints("pod.yaml"))[0]).toBe("5: on crash ↻ 0s 10s 20s 40s … 5m");
  });

  test("is looked for up to the innermost workspace folder", async () => {
    const editor = await startEditor({ files });
    const curve = async () => (await editor.hints("apps/pod.yaml"))[0];
    editor.open("apps/pod.yaml", pod);
    expect(await curve()).toBe("5: on crash ↻ 0s 4s 4s …");
    const folder = { uri: editor.uri("apps"), name: "apps" };
    editor.notify("workspace/didChangeWorkspaceFolders", { event: { added: [folder], removed: [] } });
    await editor.mail.take("workspace/inlayHint/refresh");
    expect(await curve()).toBe("5: on crash ↻ 0s 10s 20s 40s … 5m");
    editor.notify("workspace/didChangeWorkspaceFolders", { event: { added: [], removed: [folder] } });
    await editor.mail.take("workspace/inlayHint/refresh");
    expect(await curve()).toBe("5: on crash ↻ 0s 4s 4s …");
  });

  test("shows its mistakes and links when it is open", async () => {
    const editor = await startEditor({ files });
    editor.open(".pod-cadence.yaml", "kubeletConfiguration: kubelet.yaml\ntimming: ideal\n");
    expect(await editor.diagnostics(".pod-cadence.yaml")).toEqual(["1: project-file"]);
    expect(await editor.links(".pod-cadence.yaml")).toEqual([editor.uri("kubelet.yaml")]);
  });

  test("that is wrong and not open is told once", async () => {
    const editor = await startEditor({ files: { ".pod-cadence.yaml": "timming: ideal\n" } });
    editor.open("pod.yaml", pod);
    editor.open("other.yaml", pod);
    await Promise.all([editor.hints("pod.yaml"), editor.hints("other.yaml")]);
    expect(await editor.mail.take("window/showMessage")).toEqual({
      type: 2,
      message: 'Pod Cadence, .pod-cadence.yaml: Unknown key "timming". Did you mean "timing"?',
    });
    expect(editor.mail.waiting("window/showMessage")).toBe(0);
  });
});

describe("the requests of the extension", () => {
  const anything = z.nullable(z.record(z.string(), z.unknown()));

  test("are answered", async () => {
    const editor = await startEditor({ initializationOptions: { changed: true } });
    editor.open("pod.yaml", pod);
    const uri = editor.uri("pod.yaml");
    expect(await editor.mail.take("podCadence/changed")).toEqual({ uri });
    expect(await editor.ask("podCadence/assumptions", anything, { uri })).toEqual({
      kubernetes: newestVersion,
      source: "default",
      text: `Kubernetes ${newestVersion} · gates default · kubelet configuration: default`,
      hasPod: true,
      hasKubeletConfiguration: false,
    });
    expect(await editor.ask("podCadence/pod", anything, { uri })).toMatchObject({ written: { name: "web" } });
    expect(await editor.ask("podCadence/forecast", anything, { uri })).toMatchObject({ title: "Pod web" });
    const before = { name: "HEAD", text: pod.replace("name: web", "name: shop") };
    expect(await editor.ask("podCadence/comparison", anything, { uri, before })).toMatchObject({
      title: "pod.yaml compared with HEAD",
      markdown: expect.stringMatching(/^2 objects changed: 2 changed\.$/m),
    });
    expect(await editor.ask("podCadence/comparison", anything, { uri, before: "HEAD" })).toBeNull();
    expect(await editor.ask("podCadence/timelineText", anything, { uri, horizonMs: 60_000 })).toMatchObject({
      title: "Timeline of Pod web",
      language: "plaintext",
      text: expect.stringMatching(/^Pod\/web\nKubernetes 1\.\d+ .*\nSimulated until 1m\.\n$/s),
    });
  });

  test("render what a file is a part of, or say why not", async () => {
    vi.stubEnv("PATH", "");
    onTestFinished(() => void vi.unstubAllEnvs());
    const editor = await startEditor({
      files: { "pod.yaml": pod, "web/Chart.yaml": "name: web\n", "prod/kustomization.yml": "" },
    });
    const ask = (name: string) => editor.ask("podCadence/rendered", anything, { uri: editor.uri(name) });
    const problem = async (name: string) => (await ask(name))?.["problem"];
    expect(await problem("pod.yaml")).toMatch(/^This file belongs to no Helm chart and no Kustomize overlay: /);
    expect(await problem("web/values.yaml")).toMatch(/^helm is not on the PATH of VS Code\. Install it /);
    expect(await problem("prod/patch.yaml")).toMatch(/^Neither kustomize nor kubectl is on the PATH of VS Code\./);
    expect(await editor.ask("podCadence/rendered", anything, { uri: "untitled:a.yaml" })).toMatchObject({
      problem: expect.stringMatching(/^Only files on disk/),
    });
  });

  test("read rendered output under the settings of its folder", async () => {
    const editor = await startEditor({ files: { ".pod-cadence.yaml": "kubernetes: '1.30'\nignore: [web/**]\n" } });
    const uri = `${editor.uri("web/web.rendered.yaml").replace("file:", "pod-cadence-rendered:")}?file:///x.yaml`;
    editor.notify("textDocument/didOpen", { textDocument: { uri, languageId: "yaml", version: 1, text: pod } });
    expect(await editor.ask("podCadence/assumptions", anything, { uri })).toMatchObject({
      ...{ kubernetes: "1.30", source: "project file", hasPod: true },
    });
  });

  test("tell agents of a text that is not open, under the settings of its folder", async () => {
    const editor = await startEditor({ files: { ".pod-cadence.yaml": "rules: {timeout-exceeds-period: off}\n" } });
    const ask = async (text: string, about: unknown): Promise<unknown> => {
      const params = { uri: editor.uri("new.yaml"), text, about };
      const { json } = await editor.ask("podCadence/brief", z.object({ json: z.string() }), params);
      return JSON.parse(json);
    };
    const wrong = slow.replace("livenessProbe", "livenesProbe");
    expect(await ask(wrong, "problems")).toEqual({
      errors: 1,
      warnings: 0,
      problems: [
        {
          line: 8,
          severity: "error",
          rule: "unknown-field",
          fieldPath: "spec.containers[0].livenesProbe",
          message: expect.stringMatching(/Did you mean "livenessProbe"\?$/),
        },
      ],
      more: 0,
    });
    expect(await ask(slow, "problems")).toEqual({ errors: 0, warnings: 0, problems: [], more: 0 });
    expect(await ask(slow.replace("app\n", "app # cadence: crashes after 5s\n"), { forecast: {} })).toEqual({
      pods: [
        {
          pod: "Pod/web in default",
          basis: "scenario",
          outlook: "crash-loop",
          answer: expect.stringMatching(/^app crashes 5s after each start, then waits up to 5m30s\./),
          why: "app crashes (exit 1) after 5s. Each crash doubles the back-off, up to 5m.",
          whyField: "spec.containers[0]",
          advice: "Find out why in the log of its last run: kubectl logs --previous.",
          readyAfter: "0–2s",
          containers: [
            {
              ...{ name: "app", kind: "regular", fieldPath: "spec.containers[0]" },
              afterCrash: "restarts after 0s 10s 20s 40s … 5m",
              ...{ mustStartWithin: "20–30s", hangToSigterm: "45–55s", hangToExit: "45s–1m25s" },
            },
          ],
        },
      ],
      more: 0,
      notes: [],
    });
    expect(await ask("- milk\n", { forecast: {} })).toEqual({ pods: [], more: 0, notes: [] });
    const changed = await ask(slow.replace("app\n", "app # cadence: crashes after 5s\n"), {
      changeFrom: slow,
      asked: {},
    });
    expect(changed).toMatchObject({
      worst: "worse",
      changes: [
        {
          object: "Pod/web",
          is: "changed",
          rows: expect.arrayContaining([
            expect.objectContaining({ is: "worse", what: "outlook", before: "healthy", after: "crash-loop" }),
          ]),
        },
      ],
    });
    const simulated = { scenario: ["crashes after 5s"], until: "1m" };
    expect(await ask(slow, { simulated })).toMatchObject({
      ...{ pod: "Pod/web", seed: 1, until: "1m" },
      happened: expect.arrayContaining([
        expect.objectContaining({ container: "app", what: expect.stringContaining("exit") }),
      ]),
    });
    const problem = async (asked: object) => {
      const params = { uri: editor.uri("new.yaml"), text: slow, about: { simulated: asked } };
      return await editor.ask("podCadence/brief", anything, params);
    };
    expect(await problem({ pod: "db" })).toEqual({ problem: "Give the pod to simulate: Pod/web." });
    expect(await problem({ until: "soon" })).toEqual({
      problem: expect.stringMatching(/^soon is not a duration such as 30m, of at most \d+h\.$/),
    });
    expect(await problem({ scenario: ["crahses"] })).toEqual({ problem: expect.stringMatching(/^"crahses": /) });
  });

  test("explain what is left of an incident, whatever it was called", async () => {
    const editor = await startEditor();
    const text = readFileSync(new URL("../fixtures/incidents/describe-startup-exit0.txt", import.meta.url), "utf8");
    const ask = (texts: readonly object[]) =>
      editor.ask("podCadence/incident", anything, { uri: "untitled:incident", texts });
    expect(await ask([{ name: "Clipboard", text }])).toEqual({
      title: "Pod/api-6d5f7c9b4-abcde",
      markdown: expect.stringContaining("The startup probe ended all 6 runs"),
      json: expect.stringContaining('"fit":{"judged":1,"inside":1}'),
    });
    expect(await ask([{ name: "Clipboard", text: "correct-horse" }])).toEqual({
      problem: "Clipboard has no pod, event, or describe of one in it.",
    });
    expect(await ask([])).toEqual({ problem: "Nothing about a pod was found." });
  });

  test.each([
    ["a pod", pod, true, false],
    ["a kubelet configuration", "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n", false, true],
    ["a service", "apiVersion: v1\nkind: Service\nmetadata: {name: containers}\n", false, false],
  ])("say whether a document contains %s", async (_, text, hasPod, hasKubeletConfiguration) => {
    const editor = await startEditor();
    editor.open("a.yaml", text);
    const ask = (uri: string) => editor.ask("podCadence/assumptions", anything, { uri });
    expect(await ask(editor.uri("a.yaml"))).toMatchObject({ hasPod, hasKubeletConfiguration });
    expect(await ask(editor.uri("closed.yaml"))).toMatchObject({ hasPod: false, hasKubeletConfiguration: false });
  });

  test("exports need no open document", async () => {
    const editor = await startEditor();
    const ask = (params: unknown) => editor.ask("podCadence/export", anything, params);
    expect(await ask({ format: "svg", play: webPlay, runs: 2 })).toMatchObject({
      language: "xml",
      extension: "svg",
      text: expect.stringMatching(/^<svg .*<\/svg>\n$/s),
    });
    expect(await ask({ format: "cli", play: webPlay })).toEqual({
      language: "shellscript",
      extension: "sh",
      text: "npx pod-cadence simulate pod.yaml --pod Pod/web --no-config\n",
    });
    expect(await ask({ format: "json", play: { ...webPlay, written: { ...webPlay.written, spec: {} } } })).toBeNull();
  });

  test.each(Object.values(serverRequests).map(({ method }) => method))(
    "%s with nonsense is answered with null and logged",
    async (request) => {
      const editor = await startEditor();
      expect(await editor.ask(request, anything, { uri: 5 })).toBeNull();
      expect(await editor.mail.take("window/logMessage")).toMatchObject({ type: 1 });
    },
  );

  test("a virtual workspace is read through the client", async () => {
    const editor = await startEditor({ initializationOptions: { readFile: true } });
    const uri = "memfs:/folder/pod.yaml";
    editor.notify("textDocument/didOpen", { textDocument: { uri, languageId: "yaml", version: 1, text: pod } });
    await editor.ask("podCadence/assumptions", anything, { uri });
    expect(await editor.mail.take("podCadence/readFile")).toEqual({ uri: "memfs:/folder/.pod-cadence.yaml" });
  });
});
