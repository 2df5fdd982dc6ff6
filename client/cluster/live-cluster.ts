import * as vscode from "vscode";
import { freshnessKey, withoutWindows } from "../../shared/observation/answer/freshness.ts";
import { timedTextAt } from "../../shared/observation/words.ts";
import type { ClusterChange, Freshness, PodRow } from "../../shared/protocol/cluster.ts";
import { serverRequests } from "../../shared/protocol/request.ts";
import type { TimedText } from "../../shared/protocol/values/timed-text.ts";
import type { Log } from "../basics/log.ts";
import type { LanguageServer } from "../language-server/language-server.ts";
import { type ContextLogin, tellPluginWords } from "./plugin-words.ts";
import { type ListChange, PodList } from "./pod-list.ts";
import type { ClusterSource } from "./source-api.ts";

type Connection = ReturnType<ClusterSource["connect"]>;
type State = Parameters<Parameters<ClusterSource["connect"]>[0]["onState"]>[0];

/** Which cluster, and which part of it. */
export interface Choice {
  /** Undefined means as kubectl finds it. */
  readonly kubeconfig?: string | undefined;
  readonly context: string;
  /** The cluster that the editor is a pod of, without a kubeconfig. */
  readonly isOfPod?: boolean | undefined;
  /** Empty: all. */
  readonly namespaces: readonly string[];
}

type MayLogInAs = (login: ContextLogin) => Promise<boolean>;

/** The one cluster that is connected: hands on to the language server what the source reports, and keeps the rows that come back. */
export class LiveCluster implements vscode.Disposable {
  readonly #server: LanguageServer;
  readonly #log: Log;
  readonly #changed = new vscode.EventEmitter<ListChange>();
  readonly #turned = new vscode.EventEmitter<void>();
  readonly #podsChanged = new vscode.EventEmitter<ReadonlySet<string>>();
  readonly list = new PodList();
  #connection: Connection | undefined;
  #choice: Choice | undefined;
  #state: State = { is: "closed" };
  #freshness: Freshness = { is: "live" };
  #clockAheadMs = 0;

  /** Rows came, went or changed. */
  readonly onDidChange = this.#changed.event;
  /** Connected, disconnected, stale or live again. */
  readonly onDidChangeState = this.#turned.event;
  /** UIDs of pods that changed or went. */
  readonly onDidChangePods = this.#podsChanged.event;

  constructor(server: LanguageServer, log: Log) {
    this.#server = server;
    this.#log = log;
  }

  get choice(): Choice | undefined {
    return this.#choice;
  }

  get state(): State {
    return this.#state;
  }

  get freshness(): Freshness {
    return this.#freshness;
  }

  /** The present by the clock of the cluster. Ms since 1970. */
  get nowMs(): number {
    return Date.now() + this.#clockAheadMs;
  }

  /** A text as of now. What is old counts nothing down. */
  textOf(text: TimedText): string {
    return timedTextAt(this.#freshness.is === "live" ? text : withoutWindows(text, unknownText), this.nowMs);
  }

  get connection(): Connection | undefined {
    return this.#connection;
  }

  /** Resolves when the pods are there, or when it is clear that they do not come; the state says which. */
  async connect(source: ClusterSource, choice: Choice, mayLogInAs?: MayLogInAs): Promise<void> {
    await this.disconnect();
    this.#choice = choice;
    await new Promise<void>((resolve) => {
      this.#connection = source.connect({
        ...(choice.kubeconfig !== undefined && { kubeconfig: choice.kubeconfig }),
        context: choice.context,
        namespaces: choice.namespaces,
        onChange: (change) => this.#forward(change),
        onState: (state) => {
          this.#turn(state);
          if (state.is !== "connecting") resolve();
        },
        onPluginWords: tellPluginWords,
        ...(mayLogInAs !== undefined && { mayLogInAs: (login) => mayLogInAs({ ...login, context: choice.context }) }),
        log: (sentence) => this.#log.channel.info(sentence),
      });
    });
  }

  async disconnect(): Promise<void> {
    const connection = this.#connection;
    this.#connection = undefined;
    this.#choice = undefined;
    await connection?.close();
    if (connection === undefined) return;
    await this.#server.ask(serverRequests.cluster, nothingConnected);
    this.list.clear();
    this.#turn({ is: "closed" });
    this.#changed.fire({ isOther: true, groups: new Set() });
  }

  dispose(): void {
    void this.#connection?.close();
    for (const emitter of [this.#changed, this.#turned, this.#podsChanged]) emitter.dispose();
  }

  /** The source waits for the answer before it sends more. */
  async #forward(change: ClusterChange): Promise<void> {
    const connection = this.#connection;
    const answer = await this.#server.ask(serverRequests.cluster, change);
    if (connection !== this.#connection) return;
    if (change.isFirst) this.list.clear();
    const before = freshnessKey(this.#freshness);
    this.#freshness = change.freshness;
    this.#clockAheadMs = change.clockAheadMs ?? 0;
    const rows: readonly PodRow[] = answer?.rows ?? [];
    const { isOther, groups } = this.list.apply(rows, change.gone);
    const rolling = answer?.rollouts === undefined ? [] : this.list.setRollouts(answer.rollouts);
    this.#changed.fire({ isOther: isOther || change.isFirst, groups: new Set([...groups, ...rolling]) });
    if (freshnessKey(change.freshness) !== before) this.#turned.fire();
    const uids = new Set([...rows.map(({ uid }) => uid), ...change.gone]);
    if (uids.size > 0) this.#podsChanged.fire(uids);
  }

  #turn(state: State): void {
    this.#state = state;
    if (state.is === "stale") this.#freshness = state;
    if (state.is === "live") this.#freshness = { is: "live", ...(state.lists !== undefined && { lists: state.lists }) };
    this.#turned.fire();
  }

  /** There are pods to show, whatever became of the connection since. */
  get isShown(): boolean {
    return this.#state.is !== "closed" && (this.#state.is !== "failed" || this.list.size > 0);
  }

  retry(): void {
    this.#connection?.retry();
  }
}

function unknownText(what: string): string {
  return what === "" ? vscode.l10n.t("out of date") : vscode.l10n.t("{0} unknown (out of date)", what);
}

const nothingConnected: ClusterChange = {
  context: null,
  isFirst: true,
  pods: [],
  gone: [],
  events: [],
  owners: [],
  nodes: [],
  freshness: { is: "live" },
};
