import * as vscode from "vscode";
import { plainLine } from "../../shared/basics/plain-line.ts";
import { liveRolloutText } from "../../shared/observation/rollout-words.ts";
import { appearanceAt } from "../../shared/observation/trouble.ts";
import type { DetailItem, Freshness, PodAppearance, PodRow } from "../../shared/protocol/cluster.ts";
import { serverRequests } from "../../shared/protocol/request.ts";
import type { LanguageServer } from "../language-server/language-server.ts";
import type { LiveCluster } from "./live-cluster.ts";
import { groupText, type PodGroup, restartsText, shortGroupText, worstLook } from "./pod-list.ts";

interface PodNode {
  readonly is: "pod";
  readonly uid: string;
}

interface DetailNode {
  readonly is: "detail";
  readonly id: string;
  readonly item: DetailItem;
  readonly parent: PodNode | DetailNode;
}

type TreeNode = PodGroup | PodNode | DetailNode;

/** The tree `Pods`: what people wrote, its pods, and what each of them did. */
export class PodsTree implements vscode.TreeDataProvider<TreeNode>, vscode.Disposable {
  readonly #cluster: LiveCluster;
  readonly #server: LanguageServer;
  readonly #view: vscode.TreeView<TreeNode>;
  readonly #changed = new vscode.EventEmitter<TreeNode | undefined>();
  readonly #subscriptions: vscode.Disposable;
  readonly #pods = new Map<string, PodNode>();
  /** Keys of the groups, and pods, whose children are on the screen. */
  readonly #open = new Set<string>();
  /** Undefined if nothing is connected, so that nothing counts down. */
  #clock: ReturnType<typeof setInterval> | undefined;
  #waiting: Set<TreeNode> | "all" | undefined;
  #onlyRestarts = false;
  #seconds = 0;
  /** When the whole list was drawn the last time. */
  #drawnAtMs = 0;
  /** The beginning of a list that is still being read is drawn. */
  #hasBegun = false;
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(cluster: LiveCluster, server: LanguageServer) {
    this.#cluster = cluster;
    this.#server = server;
    this.#view = vscode.window.createTreeView("podCadence.pods", { treeDataProvider: this, showCollapseAll: true });
    this.#subscriptions = vscode.Disposable.from(
      this.#view,
      this.#changed,
      cluster.onDidChange(({ isOther, groups }) => {
        if (isOther || this.#onlyRestarts) this.#redraw("all");
        else for (const group of groups) this.#redraw(group);
      }),
      cluster.onDidChangeState(() => this.#showState()),
      this.#view.onDidExpandElement(({ element }) => this.#opened(element, true)),
      this.#view.onDidCollapseElement(({ element }) => this.#opened(element, false)),
    );
    this.#showState();
  }

  /** UIDs of the pods on the screen. */
  get shown(): readonly string[] {
    if (!this.#view.visible) return [];
    const groups = this.#cluster.list.groups(this.#onlyRestarts, this.#cluster.nowMs);
    // What somebody opened comes first: not everything may be followed.
    const isOpen = ({ workload, key }: PodGroup) => workload !== undefined && this.#open.has(key);
    const seen = [...groups.filter(isOpen), ...groups.filter(({ workload }) => workload === undefined)];
    return seen.flatMap((group) =>
      this.#cluster.list.rowsOf(group, this.#onlyRestarts, this.#cluster.nowMs).map(({ uid }) => uid),
    );
  }

  /** What is in the list, as far as people see it. */
  get groups(): readonly PodGroup[] {
    return this.#view.visible ? this.#cluster.list.groups(this.#onlyRestarts, this.#cluster.nowMs) : [];
  }

  get onDidShow(): vscode.Event<unknown> {
    return (listener, owner, disposables) =>
      vscode.Disposable.from(
        this.#view.onDidChangeVisibility(listener, owner, disposables),
        this.#view.onDidExpandElement(listener, owner, disposables),
        this.#view.onDidCollapseElement(listener, owner, disposables),
      );
  }

  setOnlyRestarts(onlyRestarts: boolean): void {
    this.#onlyRestarts = onlyRestarts;
    void vscode.commands.executeCommand("setContext", "podCadence.onlyRestarts", onlyRestarts);
    this.#redraw("all");
  }

  async reveal(uid: string): Promise<void> {
    if (this.#cluster.list.row(uid)?.restarts === 0) this.setOnlyRestarts(false);
    await this.#view.reveal(this.#pod(uid), { select: true, focus: true, expand: true });
  }

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    const { list } = this.#cluster;
    if (node === undefined)
      return [...list.groups(this.#onlyRestarts, this.#cluster.nowMs)].map((group) => aloneIn(group, this) ?? group);
    if (node.is === "group")
      return list.rowsOf(node, this.#onlyRestarts, this.#cluster.nowMs).map(({ uid }) => this.#pod(uid));
    if (node.is === "detail") return childrenOf(node, node.item.items);
    const details = await this.#server.ask(serverRequests.podDetails, { uid: node.uid });
    return details == null ? [] : childrenOf(node, details.items);
  }

  getParent(node: TreeNode): TreeNode | undefined {
    if (node.is === "group") return undefined;
    if (node.is === "detail") return node.parent;
    const row = this.#cluster.list.row(node.uid);
    return row?.workload === undefined ? undefined : this.#cluster.list.groupOf(row);
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    if (node.is === "group") {
      const look = worstLook(node, this.#cluster.nowMs);
      return groupItem(node, { look, isOpen: this.#open.has(node.key), rollout: this.#rolloutText(node) });
    }
    if (node.is === "detail") return detailItem(node, this.#cluster.textOf(node.item.description));
    const row = this.#cluster.list.row(node.uid);
    return row === undefined ? new vscode.TreeItem(node.uid) : this.#podItem(row);
  }

  pod(uid: string): PodNode {
    return this.#pod(uid);
  }

  dispose(): void {
    clearInterval(this.#clock);
    this.#subscriptions.dispose();
  }

  #podItem(row: PodRow): vscode.TreeItem {
    const name = plainLine(row.name);
    const item = new vscode.TreeItem(name, vscode.TreeItemCollapsibleState.Collapsed);
    item.id = row.uid;
    const state = this.#cluster.textOf(row.state);
    item.description = this.#cluster.textOf(row.short);
    item.tooltip = [
      vscode.l10n.t("{0} in {1}", name, plainLine(row.namespace)),
      state,
      restartsText(row.restarts),
      ...row.about.map((line) => this.#cluster.textOf(line)),
    ].join("\n");
    item.iconPath = iconOf(appearanceAt(row, this.#cluster.nowMs));
    item.contextValue = "podCadence.pod";
    const said = row.restarts === 0 ? state : `${state}, ${restartsText(row.restarts)}`;
    item.accessibilityInformation = { label: vscode.l10n.t("Pod {0}: {1}", name, said) };
    return item;
  }

  /** What is old counts nothing down. */
  #rolloutText(group: PodGroup): string | undefined {
    const rollout = this.#cluster.list.rolloutOf(group);
    const isLive = this.#cluster.freshness.is === "live";
    return rollout && liveRolloutText(rollout, isLive ? this.#cluster.nowMs : undefined);
  }

  #pod(uid: string): PodNode {
    const node = this.#pods.get(uid) ?? { is: "pod" as const, uid };
    this.#pods.set(uid, node);
    return node;
  }

  #opened(node: TreeNode, isOpen: boolean): void {
    const key = keyOf(node);
    if (isOpen) this.#open.add(key);
    else this.#open.delete(key);
  }

  /** Many changes of one moment are drawn once. The whole list is drawn less often, and while it is read only its beginning. */
  #redraw(node: TreeNode | "all"): void {
    if (this.#waiting === undefined) {
      const isWhole = node === "all";
      const pauseMs = isWhole ? Math.max(drawEveryMs, this.#drawnAtMs + drawAllEveryMs - Date.now()) : drawEveryMs;
      setTimeout(() => this.#drawWaiting(), pauseMs);
    }
    if (node === "all" || this.#waiting === "all") this.#waiting = "all";
    else this.#waiting = (this.#waiting ?? new Set()).add(node);
  }

  #drawWaiting(): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    const isRead = this.#cluster.state.is !== "connecting";
    if (waiting === undefined || (!isRead && this.#hasBegun)) return;
    this.#hasBegun = !isRead && this.#cluster.list.size > 0;
    if (waiting === "all") {
      this.#drawnAtMs = Date.now();
      for (const uid of this.#pods.keys()) if (this.#cluster.list.row(uid) === undefined) this.#pods.delete(uid);
      this.#changed.fire(undefined);
      return;
    }
    for (const node of waiting) this.#changed.fire((node.is === "group" && aloneIn(node, this)) || node);
  }

  /** Windows on the screen come nearer each second. */
  #countDown(): void {
    if (!this.#view.visible || this.#cluster.freshness.is !== "live") return;
    const { list } = this.#cluster;
    this.#seconds += 1;
    // Ages, and what is in trouble, change by themselves.
    if (this.#seconds % agesEverySeconds === 0) this.#redraw("all");
    for (const group of list.rolling) this.#changed.fire(group);
    for (const uid of list.counting) {
      const row = list.row(uid);
      const group = row && list.groupOf(row);
      // What stands below an open pod is asked for again: of the language server, not of the cluster.
      if (group?.workload === undefined || this.#open.has(group.key)) this.#changed.fire(this.#pod(uid));
    }
  }

  #showState(): void {
    const { state, choice, freshness } = this.#cluster;
    const { isShown } = this.#cluster;
    void vscode.commands.executeCommand("setContext", "podCadence.connected", isShown);
    const isStale = isShown && (freshness.is === "stale" || state.is === "failed");
    void vscode.commands.executeCommand("setContext", "podCadence.outOfDate", isStale);
    if (isShown) this.#clock ??= setInterval(() => this.#countDown(), secondMs);
    else {
      clearInterval(this.#clock);
      this.#clock = undefined;
    }
    const scope = choice?.namespaces.length ? choice.namespaces.join(", ") : vscode.l10n.t("all namespaces");
    this.#view.description = choice === undefined ? "" : `${choice.context} · ${scope}`;
    // An empty list has a welcome text of its own.
    if (state.is === "connecting") this.#view.message = state.reason ?? vscode.l10n.t("Reading pods…");
    else this.#view.message = freshnessMessage(freshness);
    this.#redraw("all");
  }
}

const secondMs = 1000;

/** Empty if the pods are as the cluster has them. */
function freshnessMessage(freshness: Freshness): string {
  if (freshness.is === "live") {
    const { lists } = freshness;
    if (lists === undefined) return "";
    return vscode.l10n.t("Read every {0} seconds: {1}", Math.round(lists.everyMs / secondMs), lists.reason);
  }
  const { sinceMs, reason, nextTryMs } = freshness;
  const since = new Date(sinceMs).toLocaleTimeString();
  if (nextTryMs === undefined) return vscode.l10n.t("Out of date since {0}: {1}", since, reason);
  const next = new Date(nextTryMs).toLocaleTimeString();
  return vscode.l10n.t("Out of date since {0}, next try at {1}: {2}", since, next, reason);
}
const agesEverySeconds = 30;
const drawEveryMs = 50;
const drawAllEveryMs = 500;

/** A pod that nobody controls stands in the list itself. */
function aloneIn({ workload, rows }: PodGroup, tree: PodsTree): PodNode | undefined {
  const [uid] = rows.keys();
  return workload === undefined && uid !== undefined ? tree.pod(uid) : undefined;
}

function keyOf(node: TreeNode): string {
  if (node.is === "group") return node.key;
  return node.is === "pod" ? node.uid : node.id;
}

interface ShownGroup {
  readonly look: PodAppearance;
  readonly isOpen: boolean;
  /** In words, where there is one. */
  readonly rollout: string | undefined;
}

function groupItem(group: PodGroup, { look, isOpen, rollout }: ShownGroup): vscode.TreeItem {
  const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(plainLine(group.workload?.name ?? group.key), isOpen ? Expanded : Collapsed);
  item.id = group.key;
  const kind = group.workload?.kind ?? "Pod";
  const name = plainLine(group.workload?.name ?? "");
  const where = vscode.l10n.t("{0} in {1}", plainLine(kind), plainLine(group.namespace));
  const state = rollout === undefined ? [] : [rollout];
  item.description = [...state, shortGroupText(group), where].join(" · ");
  item.tooltip = [`${name}: ${where}`, ...state, groupText(group)].join("\n");
  item.iconPath = iconOf(look);
  item.accessibilityInformation = { label: [name, where, ...state, groupText(group)].join(", ") };
  return item;
}

function detailItem({ id, item: detail }: DetailNode, description: string): vscode.TreeItem {
  const { None, Collapsed } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(detail.label, detail.items.length === 0 ? None : Collapsed);
  item.id = id;
  item.description = description;
  item.tooltip = [`${detail.label}: ${item.description}`, detail.tooltip].filter((text) => text !== "").join("\n");
  item.iconPath = new vscode.ThemeIcon(detail.icon);
  return item;
}

function childrenOf(parent: PodNode | DetailNode, items: readonly DetailItem[]): DetailNode[] {
  return items.map((item, index) => ({ is: "detail", id: `${keyOf(parent)}/${item.label}/${index}`, item, parent }));
}

const icons: Readonly<Record<PodAppearance, readonly [icon: string, color: string]>> = {
  failing: ["error", "list.errorForeground"],
  waiting: ["sync", "list.warningForeground"],
  unready: ["circle-outline", "list.warningForeground"],
  ready: ["pass", "testing.iconPassed"],
  done: ["check", "disabledForeground"],
};

function iconOf(look: PodAppearance): vscode.ThemeIcon {
  const [icon, color] = icons[look];
  return new vscode.ThemeIcon(icon, new vscode.ThemeColor(color));
}
