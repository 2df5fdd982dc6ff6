// What the bundle of the cluster gives: it is loaded by the editor when people connect, and by `pod-cadence observe`.
export type { Connection, ConnectOptions } from "./connection.ts";
export { type ContextInfo, type ContextsAnswer, listContexts } from "./contexts.ts";
export type { TimeLimits } from "./core/timing.ts";
export type { PodName } from "./events.ts";
export type { KubeconfigChoice } from "./kubeconfig/load.ts";
export { connect } from "./live-connection.ts";
export { listNamespaces, type NamespacesAnswer } from "./namespaces.ts";
export type { ConnectionState } from "./watch/connection-state.ts";
export type { WorkloadName } from "./workloads.ts";
