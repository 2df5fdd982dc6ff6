import { afterEach, describe, expect, it } from "vitest";
import type { ClusterSource } from "../../../client/cluster/source-api.ts";
import type { PodRow } from "../../../shared/protocol/cluster.ts";
import { editor, happens, person, Uri, workspace } from "../vscode.ts";
import { type Situation, Window } from "../window.ts";

let opened: Window | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
  workspace.isTrusted = true;
});

type Connecting = Parameters<ClusterSource["connect"]>[0];
type State = Parameters<Connecting["onState"]>[0];

/** A source of one cluster with these contexts and namespaces; what it tells comes from the test. */
class Source {
  connecting: Connecting | undefined;
  readonly did: string[] = [];
  readonly contexts: readonly object[];
  readonly names: readonly string[];

  constructor(contexts: readonly object[], names: readonly string[]) {
    this.contexts = contexts;
    this.names = names;
  }

  readonly load = async (): Promise<ClusterSource> =>
    Object.assign(Object.create(null), {
      listContexts: async () => ({ contexts: this.contexts, current: "kind" }),
      listNamespaces: async () => ({ names: this.names, ...(this.names.length === 0 && { problem: "Not allowed." }) }),
      connect: (options: Connecting) => {
        this.connecting = options;
        queueMicrotask(() => options.onState({ is: "live", podCount: 1, missing: [] }));
        return {
          refresh: () => void this.did.push("refresh"),
          retry: () => void this.did.push("retry"),
          close: async () => void this.did.push("close"),
          followEvents: (pods: readonly { name: string }[]) =>
            void this.did.push(`events ${pods.map(({ name }) => name)}`),
          followWorkloads: (workloads: readonly { kind: string; name: string }[]) =>
            void this.did.push(`workloads ${workloads.map(({ kind, name }) => `${kind}/${name}`)}`),
          readPod: async (_: string, name: string) => (name === "web-1" ? { pod: { kind: "Pod" } } : {}),
        };
      },
    });

  async tells(parts: object): Promise<void> {
    const nothing = { context: "kind", isFirst: false, pods: [], gone: [], events: [], owners: [], nodes: [] };
    await this.connecting?.onChange({ ...nothing, freshness: { is: "live" }, ...parts });
  }
}

function aMinute() {
  const nowMs = Date.now();
  return { nominalMs: nowMs + 60_000, earliestMs: nowMs + 50_000, latestMs: nowMs + 70_000 };
}

const kind = { name: "kind", cluster: "kind-1", user: "me", namespace: "web" };
const row: PodRow = {
  ...{ uid: "u1", namespace: "web", name: "web-1", workload: { kind: "Deployment", name: "web" } },
  ...{ state: ["waiting after crash"], short: ["exit 1"], restarts: 3, look: "waiting" },
  ...{ about: [["Node a"]], containers: [{ name: "app", restarts: 3 }] },
};
const item = () => Object(editor.parts.get("createLanguageStatusItem podCadence.cluster"));
const tree = () => Reflect.get(Object(editor.parts.get("createTreeView podCadence.pods")), "args")[1].treeDataProvider;
const view = () => Object(editor.parts.get("createTreeView podCadence.pods"));
const dialogs = () => person.saw.filter((each) => /^show/.test(each));

async function connected(situation: Situation = {}): Promise<{ window: Window; source: Source }> {
  const source = new Source([kind], ["web", "shop"]);
  const server = { "podCadence/cluster": { rows: [row] }, ...situation.server };
  const window = new Window({ answers: ["kind", ["web"]], load: source.load, ...situation, server });
  opened = window;
  await window.run("podCadence.cluster.connect");
  await source.tells({ isFirst: true, pods: [{}] });
  return { window, source };
}

describe("Connect to Cluster", () => {
  it("asks for context and namespaces, remembers them, and shows the pods", async () => {
    const { window, source } = await connected();
    expect(dialogs()).toEqual([
      "showQuickPick: kind current cluster kind-1, user me · Connect to Cluster (1/2)",
      "showQuickPick: All namespaces | web from the context | shop · Connect to Cluster (2/2)",
    ]);
    expect(source.connecting).toMatchObject({ context: "kind", namespaces: ["web"] });
    expect(window.memory.get("cluster")).toEqual({ context: "kind", namespaces: ["web"] });
    expect(person.saw).toContain("command: podCadence.pods.focus");
    expect(item()).toMatchObject({ text: "$(vm-connect) kind", detail: "1 pod, read-only" });
    expect(editor.contexts.get("podCadence.connected")).toBe(true);
  });

  it("asks for nothing that the settings say", async () => {
    const settings = { "podCadence.cluster.context": "kind", "podCadence.cluster.namespaces": ["shop"] };
    const { source } = await connected({ settings, answers: [] });
    expect(dialogs()).toEqual([]);
    expect(source.connecting).toMatchObject({ context: "kind", namespaces: ["shop"] });
  });

  it("has the names typed of namespaces that may not be listed", async () => {
    const source = new Source([kind], []);
    opened = new Window({ answers: ["kind", "a, b"], load: source.load });
    await opened.run("podCadence.cluster.connect");
    expect(dialogs().at(-1)).toMatch(
      /^showInputBox: .*Not allowed\. Enter the namespaces to watch, separated by commas\. web/,
    );
    expect(source.connecting?.namespaces).toEqual(["a", "b"]);
  });

  it.each<[about: string, situation: Situation, isTrusted: boolean, seen: RegExp]>([
    [
      "in a browser",
      { load: undefined },
      true,
      /^showInformationMessage: Can't connect to a cluster from the browser\./,
    ],
    [
      "in a workspace that is not trusted",
      {},
      false,
      /^showInformationMessage: Connecting to a cluster is disabled in Restricted Mode .* · Manage Workspace Trust/,
    ],
    [
      "without a context",
      { load: new Source([], []).load },
      true,
      /^showErrorMessage: The kubeconfig contains no contexts\./,
    ],
    [
      "where the source cannot be loaded",
      { load: () => Promise.reject(new Error("no file")) },
      true,
      /^showErrorMessage: Couldn't connect to the cluster: Error: no file/,
    ],
  ])("says why it cannot be %s", async (_, situation, isTrusted, seen) => {
    workspace.isTrusted = isTrusted;
    opened = new Window({ load: new Source([kind], ["web"]).load, ...situation });
    await opened.run("podCadence.cluster.connect");
    expect(dialogs()).toEqual([expect.stringMatching(seen)]);
  });

  it("shows a program of the workspace's kubeconfig before it runs for the first time", async () => {
    const login = { command: "./login.sh --now", folder: "/w/infra" };
    const source = new Source([{ ...kind, login }], ["web"]);
    opened = new Window({ load: source.load, answers: ["kind", "Run", ["web"], "kind", ["web"], "kind", undefined] });
    await opened.run("podCadence.cluster.connect");
    await opened.run("podCadence.cluster.connect");
    expect(dialogs().filter((each) => each.includes("login.sh"))).toEqual([
      "showInformationMessage: Context kind is from a kubeconfig in this workspace, which runs a program to log in. · ./login.sh --now · Run",
    ]);
  });

  it("sends no file that the workspace's kubeconfig names before somebody allows it", async () => {
    const sent = { file: "/home/me/token", server: "https://elsewhere.example" };
    const source = new Source([{ ...kind, login: { sent, folder: "/w/infra" } }], ["web"]);
    opened = new Window({ load: source.load, answers: ["kind", undefined, "kind", "Send", ["web"]] });
    await opened.run("podCadence.cluster.connect");
    expect(source.connecting).toBeUndefined();
    await opened.run("podCadence.cluster.connect");
    expect(source.connecting).toBeDefined();
    expect(dialogs().filter((each) => each.includes("elsewhere"))).toEqual(
      Array.from(
        { length: 2 },
        () =>
          "showInformationMessage: Context kind is from a kubeconfig in this workspace, which sends a file to log in. · /home/me/token is sent to https://elsewhere.example · Send",
      ),
    );
  });

  it("runs no such program when the person goes away", async () => {
    const source = new Source([{ ...kind, login: { command: "./login.sh", folder: "/w" } }], ["web"]);
    opened = new Window({ load: source.load, answers: ["kind"] });
    await opened.run("podCadence.cluster.connect");
    expect(source.connecting).toBeUndefined();
  });
});

describe("the tree of pods", () => {
  it("has what people wrote, its pods, and what each of them did", async () => {
    const details = { items: [{ label: "app", description: ["exit code 1"], icon: "error", tooltip: "", items: [] }] };
    await connected({ server: { "podCadence/clusterPod": details } });
    const [group] = await tree().getChildren();
    expect(tree().getTreeItem(group)).toMatchObject({
      label: "web",
      description: "0/1 ready · ↻3 · Deployment in web",
      collapsibleState: "Collapsed",
    });
    const [pod] = await tree().getChildren(group);
    expect(tree().getTreeItem(pod)).toMatchObject({
      label: "web-1",
      description: "exit 1",
      tooltip: "web-1 in web\nwaiting after crash\n3 restarts\nNode a",
    });
    const [detail] = await tree().getChildren(pod);
    expect(tree().getTreeItem(detail)).toMatchObject({
      label: "app",
      description: "exit code 1",
      collapsibleState: "None",
    });
    expect([tree().getParent(detail), tree().getParent(pod)]).toEqual([pod, group]);
  });

  it("has the rollout of a workload beside its name, and it counts down", async () => {
    const nowMs = Date.now();
    const completes = { nominalMs: nowMs + 540_000, earliestMs: nowMs + 480_500, latestMs: nowMs + 659_500 };
    const about = { kind: "Deployment", name: "web", namespace: "web", updated: 4, of: 10, available: 10 };
    const rollout = { ...about, state: "running", completes, deadlineMs: nowMs + 240_000 };
    const server = { "podCadence/cluster": { rows: [row], rollouts: [rollout] } };
    await connected({ server });
    const [group] = await tree().getChildren();
    expect(tree().getTreeItem(group).description).toMatch(
      /^4 of 10 updated, about (?:9m|8m55s) to go \(8m–11m\); deadline in (?:4m|3m55s) · 0\/1 ready · ↻3 · Deployment in web$/,
    );
  });

  it("says since when it is out of date", async () => {
    const { window, source } = await connected();
    const state: State = {
      is: "stale",
      sinceMs: Date.parse("2026-11-22T10:00:00Z"),
      reason: "The API server does not respond.",
    };
    source.connecting?.onState(state);
    expect(view().message).toMatch(/^Out of date since .*: The API server does not respond\.$/);
    expect(item()).toMatchObject({ text: "$(vm-outline) kind", severity: "Warning" });
    await window.run("podCadence.cluster.disconnect");
    expect([source.did.at(-1), item().selector, editor.contexts.get("podCadence.connected")]).toEqual([
      "close",
      [],
      false,
    ]);
    expect(await tree().getChildren()).toEqual([]);
  });

  it("keeps its place when the credentials expire, and tries again when it is asked to", async () => {
    const windowed = {
      ...row,
      state: [{ what: "next try", window: aMinute() }],
      short: [{ what: "", window: aMinute() }],
    };
    const { window, source } = await connected({ server: { "podCadence/cluster": { rows: [windowed] } } });
    const reason = "The API server rejected the credentials of user u (401). Log in again.";
    source.connecting?.onState({ is: "failed", reason });
    await source.tells({ freshness: { is: "stale", sinceMs: 0, reason } });
    expect(view().message).toMatch(/^Out of date since .*401/);
    expect([editor.contexts.get("podCadence.connected"), editor.contexts.get("podCadence.outOfDate")]).toEqual([
      true,
      true,
    ]);
    const [group] = await tree().getChildren();
    const [pod] = await tree().getChildren(group);
    expect(tree().getTreeItem(pod)).toMatchObject({ description: "out of date" });
    expect(item()).toMatchObject({ severity: "Error", command: { command: "podCadence.cluster.tryAgain" } });
    await window.run("podCadence.cluster.tryAgain");
    expect(source.did.at(-1)).toBe("retry");
    await source.tells({ freshness: { is: "stale", sinceMs: 0, reason: "The API server does not respond." } });
    expect(view().message).toMatch(/does not respond/);
    source.connecting?.onState({ is: "live", podCount: 1, missing: [] });
    expect([view().message, editor.contexts.get("podCadence.outOfDate")]).toEqual(["", false]);
  });

  it("says where watches do not work", async () => {
    const { source } = await connected();
    const reason = "User u is not allowed to watch pods (403).";
    await source.tells({ freshness: { is: "live", lists: { everyMs: 10_000, reason } } });
    expect(view().message).toBe(`Read every 10 seconds: ${reason}`);
  });

  it("has the events watched of the pods that are on the screen", async () => {
    const { window, source } = await connected();
    const [group] = await tree().getChildren();
    view().visible = true;
    happens("createTreeView podCadence.pods onDidExpandElement", { element: group });
    await window.waits(() => expect(source.did).toContain("events web-1"));
  });

  it("has the events watched of a pod that nobody controls", async () => {
    const { workload: _, ...lone } = row;
    const { window, source } = await connected({
      server: { "podCadence/cluster": { rows: [row, { ...lone, uid: "u9", name: "solo" }] } },
    });
    view().visible = true;
    for (const element of await tree().getChildren())
      happens("createTreeView podCadence.pods onDidExpandElement", { element });
    await window.waits(() => expect(source.did).toContain("events web-1,solo"));
  });

  it("opens a pod as a document, which says so when the pod is gone", async () => {
    const { window, source } = await connected();
    const [group] = await tree().getChildren();
    const [pod] = await tree().getChildren(group);
    await window.run("podCadence.cluster.showPod", pod);
    expect(person.saw.at(-1)).toMatch(/^showTextDocument: \/kind\/web\/web-1\.yaml/);
    const address =
      Reflect.get(Object(editor.parts.get("registerTextDocumentContentProvider pod-cadence-pod")), "args") &&
      addressOf("web-1");
    expect(await window.page(address)).toBe("kind: Pod\n");
    expect(await window.page(addressOf("web-2"))).toBe("# Pod web-2 no longer exists.\n");
    source.connecting?.onState({ is: "live", podCount: 0, missing: [] });
    await window.run("podCadence.cluster.disconnect");
    expect(await window.page(address)).toBe(
      "# Not connected to context kind. The following is from before.\nkind: Pod\n",
    );
  });
});

describe("logs", () => {
  it("of the previous run are what kubectl writes, of the container that restarted", async () => {
    const { window } = await connected();
    const [group] = await tree().getChildren();
    const [pod] = await tree().getChildren(group);
    await window.run("podCadence.cluster.showPreviousLogs", pod);
    expect(person.saw.at(-1)).toBe(
      "task: logs of the previous run of app in web-1 · kubectl --context=kind --namespace=web logs pods/web-1 --container=app --previous",
    );
  });

  it("are not shown in a workspace that is not trusted, nor of a pod whose name is none", async () => {
    const { window, source } = await connected();
    const [group] = await tree().getChildren();
    const [pod] = await tree().getChildren(group);
    workspace.isTrusted = false;
    await window.run("podCadence.cluster.showLogs", pod);
    expect(person.saw.filter((each) => each.startsWith("task"))).toEqual([]);
    workspace.isTrusted = true;
    window.server.answers = { "podCadence/cluster": { rows: [{ ...row, name: `$${"{command:quit}"}` }] } };
    await source.tells({ pods: [{}] });
    await window.run("podCadence.cluster.showLogs", pod);
    expect(person.saw.filter((each) => each.startsWith("task"))).toEqual([]);
    expect(dialogs().at(-1)).toMatch(/^showErrorMessage: kubectl isn't run, because/);
  });
});

it("the status bar has the context and how many pods fail, and no icon of a context's name", async () => {
  const failing = { ...row, look: "failing" };
  const { window } = await connected({ server: { "podCadence/cluster": { rows: [failing] } } });
  const shown = () => Object(editor.parts.get("createStatusBarItem podCadence.context"));
  expect(shown()).toMatchObject({ text: "$(vm-connect) kind $(error) 1", command: "podCadence.pods.focus" });
  expect(shown().tooltip).toBe("kind\n1 pod, read-only\n1 pod fails");
  await window.run("podCadence.cluster.disconnect");
  const odd = new Source([{ ...kind, name: "$(zap)\n" }], ["web"]);
  await opened?.close();
  opened = new Window({ load: odd.load, answers: ["$(zap)\n", ["web"]] });
  await opened.run("podCadence.cluster.connect");
  expect(shown().text).toBe("$(vm-connect) $\u2060(zap)");
});

it("a language server that runs again is told everything anew", async () => {
  const { window, source } = await connected();
  await window.server.tell("state", { newState: 2 });
  expect(source.did).toContain("refresh");
});

it("what a credential plugin says is shown on one line, and not logged", async () => {
  const { source } = await connected();
  source.connecting?.onPluginWords?.("aws", "Open https://login.example\n  and enter ABCD");
  expect(dialogs().at(-1)).toBe("showInformationMessage: aws: Open https://login.example and enter ABCD");
  expect(person.saw.filter((each) => / (?:info|error|warn): .*ABCD/.test(each))).toEqual([]);
});

function addressOf(name: string): ReturnType<typeof Uri.from> {
  const query = JSON.stringify({ uid: "u1", namespace: "web", name, context: "kind" });
  return Uri.from({ scheme: "pod-cadence-pod", path: `/kind/web/${name}.yaml`, query });
}
