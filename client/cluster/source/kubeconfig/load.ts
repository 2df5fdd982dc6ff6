import { type EnvironmentVariables, type FileChoice, kubeconfigPaths, readKubeconfigFile } from "./files.ts";
import { inClusterKubeconfig } from "./in-cluster.ts";
import type { Cluster, KubeContext, Kubeconfig, User } from "./model.ts";
import { parseKubeconfigs, type ReadKubeconfig } from "./parse.ts";

export interface KubeconfigChoice {
  /** The one file to read, instead of those that kubectl would. */
  readonly kubeconfig?: string | undefined;
  /** Default: the current context. */
  readonly context?: string | undefined;
  /** Default: the process's own. */
  readonly environment?: EnvironmentVariables | undefined;
  /** Where the files of the pod's service account are. Default: where the kubelet puts them. */
  readonly serviceAccountFolder?: string | undefined;
}

/** What a context stands for. */
export interface ContextTarget {
  readonly contextName: string;
  readonly context: KubeContext;
  readonly cluster: Cluster;
  /** Undefined if the context has none, and requests are anonymous. */
  readonly user: User | undefined;
}

interface LoadedKubeconfig extends ReadKubeconfig {
  readonly choice: FileChoice;
  /** It is of the pod that this process runs in, and in no file. */
  readonly isOfPod?: boolean;
}

/** Inside a pod, the pod's own cluster is used where nobody asked for a kubeconfig and there is none, or an empty one, like kubectl does. */
export async function loadKubeconfig(options: KubeconfigChoice): Promise<LoadedKubeconfig> {
  const environment = options.environment ?? process.env;
  const choice = kubeconfigPaths(options.kubeconfig, environment);
  const read = parseKubeconfigs(await Promise.all(choice.paths.map(readKubeconfigFile)));
  const isOpen = !options.kubeconfig && read.problems.length === 0 && isEmpty(read.value);
  const ofPod = isOpen ? await inClusterKubeconfig(environment, options.serviceAccountFolder) : undefined;
  return ofPod === undefined ? { ...read, choice } : { value: ofPod, problems: [], choice, isOfPod: true };
}

function isEmpty({ contexts, clusters, users }: Kubeconfig): boolean {
  return contexts.size + clusters.size + users.size === 0;
}

/** The context to connect to, or a sentence why there is none. */
export function targetOf(
  { value, problems, choice }: LoadedKubeconfig,
  asked: string | undefined,
): { readonly value: ContextTarget } | { readonly problem: string } {
  const missing = noFileText(value, choice);
  if (missing !== undefined) return { problem: problems[0] ?? missing };
  const contextName = asked ?? value.currentContext;
  if (contextName === undefined)
    return {
      problem: problems[0] ?? `The kubeconfig has no current context. Choose one of ${namesText(value.contexts)}.`,
    };
  const context = value.contexts.get(contextName);
  if (context === undefined) {
    const why = problems[0] === undefined ? "" : ` ${problems[0]}`;
    return { problem: `Context ${contextName} not found. Choose one of ${namesText(value.contexts)}.${why}` };
  }
  const cluster = value.clusters.get(context.cluster);
  if (cluster === undefined) return { problem: unknownText(contextName, "cluster", context.cluster, problems) };
  const user = context.user ? value.users.get(context.user) : undefined;
  if (context.user && user === undefined) return { problem: unknownText(contextName, "user", context.user, problems) };
  return { value: { contextName, context, cluster, user } };
}

/** That none of the files is there; undefined if one is. */
export function noFileText({ files, contexts }: Kubeconfig, { paths, by }: FileChoice): string | undefined {
  if (files.length > 0 || contexts.size > 0) return undefined;
  return `No kubeconfig found at ${paths.join(" or ")} (${by}). Create one, or choose another.`;
}

function unknownText(context: string, noun: string, name: string, problems: readonly string[]): string {
  const why = problems.find((problem) => problem.startsWith(`${noun} ${name} `));
  return `Context ${context} refers to the ${noun} ${name}, which is not in the kubeconfig. ${why ?? "Add it, or choose another context."}`;
}

function namesText(names: ReadonlyMap<string, unknown>): string {
  return names.size === 0 ? "none (the kubeconfig has no contexts)" : [...names.keys()].join(", ");
}
