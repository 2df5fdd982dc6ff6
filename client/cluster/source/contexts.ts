import { type KubeconfigChoice, loadKubeconfig, noFileText } from "./kubeconfig/load.ts";
import { type Login, loginOf } from "./kubeconfig/login.ts";

export interface ContextsAnswer {
  readonly contexts: readonly ContextInfo[];
  readonly current?: string | undefined;
  /** The kubeconfigs that were read. */
  readonly files: readonly string[];
  /** Sentences: what could not be read. */
  readonly problem?: string | undefined;
}

export interface ContextInfo {
  readonly name: string;
  readonly cluster: string;
  readonly user: string;
  readonly namespace?: string | undefined;
  /** The cluster that this process is a pod of. */
  readonly isOfPod?: boolean | undefined;
  /** What is done to log in that may harm; undefined if nothing is. */
  readonly login?: Login | undefined;
}

/** The contexts of the kubeconfig, in its order. Contacts no cluster and runs no plugin. */
export async function listContexts(choice: KubeconfigChoice = {}): Promise<ContextsAnswer> {
  const { value, problems, choice: files, isOfPod = false } = await loadKubeconfig(choice);
  const missing = problems.length === 0 ? noFileText(value, files) : undefined;
  const problem = missing ?? (problems.length === 0 ? undefined : problems.join(" "));
  return {
    contexts: [...value.contexts].map(([name, { cluster, user, namespace }]) => ({
      name,
      cluster,
      user: user ?? "",
      namespace: namespace || undefined,
      ...(isOfPod && { isOfPod }),
      login: isOfPod ? undefined : loginOf(value.users.get(user ?? ""), value.clusters.get(cluster)),
    })),
    current: value.currentContext,
    files: value.files,
    problem,
  };
}
