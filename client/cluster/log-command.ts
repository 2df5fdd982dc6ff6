import { l10n } from "vscode";

/** Whose logs, and of which cluster. */
export interface LogQuestion {
  /** Undefined means as kubectl finds it. */
  readonly kubeconfig: string | undefined;
  /** Undefined inside a pod without a kubeconfig, where kubectl knows no context. */
  readonly context: string | undefined;
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
  /** Of the run before the present one. */
  readonly isPrevious: boolean;
}

/** What Kubernetes lets names be. */
const objectName = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/;

/**
 * The arguments of kubectl, or a sentence why it is not run. It is started without a shell, so that nothing of them is read as a
 * command; but VS Code replaces `${…}` in the arguments of tasks, and a cluster can call its pods as it likes.
 */
export function logArguments(
  question: LogQuestion,
): { readonly args: readonly string[] } | { readonly problem: string } {
  const { kubeconfig, context, namespace, pod, container, isPrevious } = question;
  const odd = [namespace, pod, container].find((name) => !objectName.test(name));
  if (odd !== undefined) return { problem: l10n.t("kubectl isn't run, because {0} is not a valid name.", odd) };
  const ofUser = [context, kubeconfig].find((text) => text?.includes("${"));
  if (ofUser !== undefined)
    return { problem: l10n.t("kubectl isn't run, because VS Code would replace the variable in {0}.", ofUser) };
  return {
    args: [
      ...(kubeconfig === undefined ? [] : [`--kubeconfig=${kubeconfig}`]),
      ...(context === undefined ? [] : [`--context=${context}`]),
      `--namespace=${namespace}`,
      "logs",
      `pods/${pod}`,
      `--container=${container}`,
      ...(isPrevious ? ["--previous"] : ["--follow", "--tail=1000"]),
    ],
  };
}
