import type { ClusterChange } from "../../../shared/protocol/cluster.ts";
import type { PluginWords } from "./access/exec-plugin.ts";
import type { TimeLimits } from "./core/timing.ts";
import type { PodName } from "./events.ts";
import type { KubeconfigChoice } from "./kubeconfig/load.ts";
import type { Login } from "./kubeconfig/login.ts";
import type { NamespacesAnswer } from "./namespaces.ts";
import type { ConnectionState } from "./watch/connection-state.ts";
import type { RandomShare } from "./watch/wait.ts";
import type { WorkloadName } from "./workloads.ts";

export interface ConnectOptions extends KubeconfigChoice {
  /** None: all. */
  readonly namespaces: readonly string[];
  /** Only pods with such labels, as the API writes them: `app=web`. */
  readonly labelSelector?: string | undefined;
  /** Only pods of this name. */
  readonly podName?: string | undefined;
  /** Gets one batch at a time: the next one waits for its promise. */
  readonly onChange: (change: ClusterChange) => void | Promise<void>;
  readonly onState: (state: ConnectionState) => void;
  /** Sentences for people who want to know more. They hold no secret. */
  readonly log: (sentence: string) => void;
  /** What a credential plugin says to a person while it waits, such as the code of a login. */
  readonly onPluginWords?: PluginWords | undefined;
  /** Whether a program may be run that the kubeconfig names since it was read first. Default: it may. */
  readonly mayLogInAs?: ((login: Login) => Promise<boolean>) | undefined;
  /** From 0 to 1, for the jitter of retries. Default: Math.random. */
  readonly random?: RandomShare | undefined;
  readonly timing?: Partial<TimeLimits> | undefined;
}

export interface Connection {
  /** Tells the events of these pods and of no others. */
  followEvents(pods: readonly PodName[]): void;
  /** Tells these workloads and no others. */
  followWorkloads(workloads: readonly WorkloadName[]): void;
  listNamespaces(): Promise<NamespacesAnswer>;
  /** A problem is a sentence. */
  readPod(namespace: string, name: string): Promise<{ readonly pod?: unknown; readonly problem?: string | undefined }>;
  /** Tries again immediately and reports everything anew: the next batch is a first one. */
  refresh(): void;
  /** Tries again immediately, with the credentials that there are now. What is known stays. */
  retry(): void;
  /** When all that was asked for was reported, or refused: pods, their owners, nodes and events. Later changes may go on. */
  settled(): Promise<void>;
  /** Nothing is reported any more when its promise is done. */
  close(): Promise<void>;
}
