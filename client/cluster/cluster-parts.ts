import * as vscode from "vscode";
import * as z from "zod/mini";
import type { DetailItem } from "../../shared/protocol/cluster.ts";
import { type PodReference, podReferenceSchema } from "../../shared/protocol/pod/pod.ts";
import { serverRequests } from "../../shared/protocol/request.ts";
import type { TimedText } from "../../shared/protocol/values/timed-text.ts";
import type { Log } from "../basics/log.ts";
import { cursorPlace } from "../basics/places.ts";
import { plainMessage } from "../basics/plain-message.ts";
import type { LanguageServer } from "../language-server/language-server.ts";
import type { SimulatorPanels } from "../simulator/panels.ts";
import { chooseCluster, type Wishes } from "./choose.ts";
import { FollowedEvents } from "./followed-events.ts";
import { type ExplorerLine, type ExplorerPod, type KubernetesTools, kubernetesTools } from "./kubernetes-tools.ts";
import { type Choice, LiveCluster } from "./live-cluster.ts";
import { LiveDocuments } from "./live-documents.ts";
import { observedPods, type PodsAsked } from "./observed-pods.ts";
import { mayLogInAs } from "./plugin-words.ts";
import { restartsText } from "./pod-list.ts";
import { PodsTree } from "./pods-tree.ts";
import { showLogs } from "./show-logs.ts";
import type { LoadSource } from "./source-api.ts";
import { createClusterStatus, createContextItem } from "./status.ts";

interface ClusterContext {
  readonly server: LanguageServer;
  readonly log: Log;
  readonly panels: SimulatorPanels;
  /** What is remembered of the workspace. */
  readonly memory: vscode.Memento;
  /** The folder of the extension. */
  readonly folder: vscode.Uri;
  readonly load: LoadSource;
}

const memoryKey = "cluster";

const choiceSchema = z.object({
  kubeconfig: z.optional(z.string()),
  context: z.string(),
  isOfPod: z.optional(z.boolean()),
  namespaces: z.array(z.string()),
});
const uidsSchema = z.array(z.string());
const podNodeSchema = z.looseObject({ is: z.literal("pod"), uid: z.string() });
const comparedSchema = z.object({ uids: uidsSchema, reference: podReferenceSchema });

/** Everything about a connected cluster: its commands, its tree, and what it adds to manifests. Nothing is contacted before `Connect to Cluster`. */
export class ClusterParts implements vscode.Disposable {
  readonly #context: ClusterContext;
  readonly #cluster: LiveCluster;
  readonly #tree: PodsTree;
  readonly #documents: LiveDocuments;
  readonly #events: FollowedEvents;
  readonly #subscriptions: vscode.Disposable;
  #tools: KubernetesTools | undefined;
  #addsToTools = false;

  constructor(context: ClusterContext) {
    const { server, log, panels } = context;
    this.#context = context;
    this.#cluster = new LiveCluster(server, log);
    this.#tree = new PodsTree(this.#cluster, server);
    this.#documents = new LiveDocuments(this.#cluster);
    this.#events = new FollowedEvents(this.#cluster, this.#tree);
    this.#subscriptions = vscode.Disposable.from(
      createClusterStatus(this.#cluster),
      createContextItem(this.#cluster),
      server.onDidShowPods((uids) => this.#events.setManifests(uids)),
      // A language server that was started again knows no pods.
      server.onDidChangeState(() => this.#cluster.connection?.refresh()),
      this.#cluster.onDidChangePods((uids) => panels.podsChanged(uids)),
      this.#cluster.onDidChangeState(() => panels.podsChanged()),
      panels.onDidObserve((uids) => this.#events.setCompared(uids)),
      this.#events,
      this.#documents,
      this.#tree,
      this.#cluster,
    );
  }

  readonly commands: Readonly<Record<string, (...args: readonly unknown[]) => Promise<void> | void>> = {
    "podCadence.cluster.connect": () => this.#connect(true),
    "podCadence.cluster.selectContext": () => this.#connect(false),
    "podCadence.cluster.disconnect": () => this.#cluster.disconnect(),
    "podCadence.cluster.tryAgain": () => this.#cluster.retry(),
    "podCadence.cluster.revealPod": (argument) => this.#reveal(argument),
    "podCadence.cluster.comparePod": (argument) => this.#compare(argument),
    "podCadence.cluster.showPod": (argument) => this.#showPod(argument),
    "podCadence.cluster.showLogs": (argument) => this.#showLogs(argument, false),
    "podCadence.cluster.showPreviousLogs": (argument) => this.#showLogs(argument, true),
    "podCadence.cluster.showOnlyRestarts": () => this.#tree.setOnlyRestarts(true),
    "podCadence.cluster.showAllPods": () => this.#tree.setOnlyRestarts(false),
    "podCadence.cluster.simulateExplorerPod": (target) => this.#simulateExplorerPod(target),
  };

  /** For language models. Throws a sentence where no cluster is connected. */
  observed(asked: PodsAsked): unknown {
    return observedPods(this.#cluster, asked);
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  /** `asSet`: what the settings say is not asked for. */
  async #connect(asSet: boolean): Promise<void> {
    const { load, log, memory } = this.#context;
    if (load === undefined) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t(
          "Can't connect to a cluster from the browser. Open this folder in VS Code on your desktop or in a remote workspace.",
        ),
      );
      return;
    }
    if (!vscode.workspace.isTrusted) {
      await tellUntrusted();
      return;
    }
    try {
      const source = await load();
      const settings = vscode.workspace.getConfiguration("podCadence.cluster");
      const set = (key: string) => text(settings.get<unknown>(key));
      const namespaces = uidsSchema.safeParse(settings.get<unknown>("namespaces")).data ?? [];
      const wishes: Wishes = {
        kubeconfig: inWorkspace(set("kubeconfig")),
        context: asSet ? set("context") : undefined,
        namespaces: asSet && namespaces.length > 0 ? namespaces : undefined,
        offered: await this.#kubernetesTools()?.kubeconfig(),
        last: choiceSchema.safeParse(memory.get(memoryKey)).data,
        mayLogInAs: (login) => mayLogInAs(login, memory),
      };
      const choice = await chooseCluster(source, wishes, log);
      if (choice === undefined) return;
      await memory.update(memoryKey, choice);
      await vscode.window.withProgress(
        { location: vscode.ProgressLocation.Window, title: vscode.l10n.t("Connecting to {0}", choice.context) },
        () => this.#cluster.connect(source, choice, wishes.mayLogInAs),
      );
      await this.#afterConnect(choice);
    } catch (error) {
      log.tell("error", vscode.l10n.t("Couldn't connect to the cluster: {0}", String(error)));
    }
  }

  async #afterConnect({ context }: Choice): Promise<void> {
    const { state } = this.#cluster;
    if (state.is === "failed" || state.is === "stale")
      this.#context.log.tell("error", vscode.l10n.t("Context {0}: {1}", context, state.reason));
    // A view that comes below others is closed.
    if (state.is === "live") await vscode.commands.executeCommand("podCadence.pods.focus");
    if (this.#addsToTools || state.is !== "live") return;
    this.#addsToTools = true;
    await this.#kubernetesTools()?.addBelowPods((pod) => this.#linesBelow(pod));
  }

  #kubernetesTools(): KubernetesTools | undefined {
    this.#tools ??= kubernetesTools((sentence) => this.#context.log.error(sentence));
    return this.#tools;
  }

  async #reveal(argument: unknown): Promise<void> {
    const uids = uidsSchema.safeParse(argument).data ?? (await this.#podsAtCursor())?.uids ?? [];
    const uid = await this.#pick(uids, vscode.l10n.t("Select a pod to reveal"));
    if (uid !== undefined) await this.#tree.reveal(uid);
    else if (uids.length === 0) this.#tellNone();
  }

  async #showPod(argument: unknown): Promise<void> {
    const node = podNodeSchema.safeParse(argument).data;
    const address = node && this.#documents.addressOf(node.uid);
    if (address !== undefined) await vscode.window.showTextDocument(address, { preview: true });
  }

  async #showLogs(argument: unknown, isPrevious: boolean): Promise<void> {
    const node = podNodeSchema.safeParse(argument).data;
    const uids = node === undefined ? ((await this.#podsAtCursor())?.uids ?? []) : [node.uid];
    const uid = await this.#pick(uids, vscode.l10n.t("Select a pod"));
    const row = uid === undefined ? undefined : this.#cluster.list.row(uid);
    const { choice } = this.#cluster;
    if (row !== undefined && choice !== undefined)
      await showLogs(row, choice, { isPrevious, folder: this.#context.folder, log: this.#context.log });
    else if (uids.length === 0) this.#tellNone();
  }

  /** The pod of a manifest, or one of the tree, of which the manifest is what the cluster has. */
  async #compare(argument: unknown): Promise<void> {
    const { panels } = this.#context;
    const node = podNodeSchema.safeParse(argument).data;
    if (node !== undefined) {
      await this.#compareLive(node.uid);
      return;
    }
    const asked = comparedSchema.safeParse(argument).data ?? (await this.#podsAtCursor());
    const uid = asked && (await this.#pick(asked.uids, vscode.l10n.t("Select a pod to compare with the forecast")));
    if (uid !== undefined && asked !== undefined) await panels.compare(asked.reference, uid);
    else if ((asked?.uids ?? []).length === 0) this.#tellNone();
  }

  async #compareLive(uid: string): Promise<void> {
    const address = this.#documents.addressOf(uid);
    const row = this.#cluster.list.row(uid);
    if (address === undefined || row === undefined) return;
    await vscode.window.showTextDocument(address, { preview: true });
    const { name, namespace } = row;
    await this.#context.panels.compare({ uri: address.toString(), kind: "Pod", name, namespace, ordinal: 0 }, uid);
  }

  async #simulateExplorerPod(target: unknown): Promise<void> {
    const pod = await this.#kubernetesTools()?.podOf(target);
    const uid = pod && this.#uidOf(pod);
    if (uid !== undefined) await this.#compareLive(uid);
    else
      void vscode.window.showInformationMessage(
        vscode.l10n.t("Pod Cadence isn't connected to this cluster. Run Pod Cadence: Connect to Cluster first."),
      );
  }

  async #linesBelow(pod: ExplorerPod): Promise<readonly ExplorerLine[]> {
    const uid = this.#uidOf(pod);
    const row = uid === undefined ? undefined : this.#cluster.list.row(uid);
    if (uid === undefined || row === undefined) return [];
    const details = await this.#context.server.ask(serverRequests.podDetails, { uid });
    const textOf = (text: TimedText) => this.#cluster.textOf(text);
    const first = {
      label: textOf(row.state),
      description: restartsText(row.restarts),
      icon: "pulse",
      tooltip: "",
      children: [],
    };
    return [first, ...(details?.items ?? []).map((item) => explorerLine(item, textOf))];
  }

  #uidOf({ name, namespace }: ExplorerPod): string | undefined {
    return this.#cluster.list.find(name, namespace)?.uid;
  }

  async #podsAtCursor(): Promise<{ readonly reference: PodReference; readonly uids: readonly string[] } | undefined> {
    const place = cursorPlace();
    if (place === undefined) return undefined;
    return (await this.#context.server.ask(serverRequests.podsOfManifest, place)) ?? undefined;
  }

  async #pick(uids: readonly string[], placeHolder: string): Promise<string | undefined> {
    if (uids.length <= 1) return uids[0];
    const picks = uids.flatMap((uid) => {
      const row = this.#cluster.list.row(uid);
      if (row === undefined) return [];
      return [
        {
          label: row.name,
          description: restartsText(row.restarts),
          detail: this.#cluster.textOf(row.state),
          uid,
        },
      ];
    });
    return (await vscode.window.showQuickPick(picks, { placeHolder, matchOnDetail: true }))?.uid;
  }

  #tellNone(): void {
    const { choice } = this.#cluster;
    void vscode.window.showInformationMessage(
      choice === undefined
        ? vscode.l10n.t("Not connected to a cluster. Run Pod Cadence: Connect to Cluster first.")
        : vscode.l10n.t("Context {0} has no live pods of this manifest.", plainMessage(choice.context)),
    );
  }
}

async function tellUntrusted(): Promise<void> {
  const manage = vscode.l10n.t("Manage Workspace Trust"); // the words of VS Code
  const chosen = await vscode.window.showInformationMessage(
    vscode.l10n.t(
      "Connecting to a cluster is disabled in Restricted Mode because a kubeconfig can run programs. Trust the workspace first.",
    ),
    manage,
  );
  if (chosen === manage) await vscode.commands.executeCommand("workbench.trust.manage");
}

function explorerLine(
  { label, description, icon, tooltip, items }: DetailItem,
  textOf: (text: TimedText) => string,
): ExplorerLine {
  const children = items.map((item) => explorerLine(item, textOf));
  return { label, description: textOf(description), icon, tooltip, children };
}

/** A relative path starts from the first folder of the workspace. One in the home folder is read by the source. */
function inWorkspace(path: string | undefined): string | undefined {
  const [first] = vscode.workspace.workspaceFolders ?? [];
  const isRelative = path !== undefined && !/^(?:[/\\~]|[A-Za-z]:)/.test(path);
  return isRelative && first !== undefined ? vscode.Uri.joinPath(first.uri, path).fsPath : path;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
