import * as vscode from "vscode";
import type { Choice } from "./live-cluster.ts";
import type { ClusterSource } from "./source-api.ts";

/** Where a choice comes from, before anybody is asked. */
export interface Wishes {
  /** Of the settings. */
  readonly kubeconfig: string | undefined;
  readonly context: string | undefined;
  readonly namespaces: readonly string[] | undefined;
  /** The kubeconfig that the Kubernetes extension uses. */
  readonly offered: string | undefined;
  /** Of the last time in this workspace. */
  readonly last: Choice | undefined;
}

/** Asks for what settings leave open: the context, then the namespaces. Undefined: the person went away, or was told why it cannot be. */
export async function chooseCluster(source: ClusterSource, wishes: Wishes): Promise<Choice | undefined> {
  const kubeconfig = wishes.kubeconfig ?? wishes.offered;
  const found = await source.listContexts(kubeconfig === undefined ? {} : { kubeconfig });
  if (found.contexts.length === 0) {
    void vscode.window.showErrorMessage(found.problem ?? "The kubeconfig names no context.");
    return undefined;
  }
  if (found.problem !== undefined) void vscode.window.showWarningMessage(found.problem);
  const context = await chooseContext(found, wishes);
  if (context === undefined) return undefined;
  const base = { ...(kubeconfig !== undefined && { kubeconfig }), context: context.name };
  const namespaces = wishes.namespaces ?? (await chooseNamespaces(source, base, { own: context.namespace, wishes }));
  return namespaces === undefined ? undefined : { ...base, namespaces };
}

type Contexts = Awaited<ReturnType<ClusterSource["listContexts"]>>;
type Context = Contexts["contexts"][number];

async function chooseContext({ contexts, current }: Contexts, wishes: Wishes): Promise<Context | undefined> {
  if (wishes.context !== undefined) {
    const set = contexts.find(({ name }) => name === wishes.context);
    if (set !== undefined) return set;
    void vscode.window.showWarningMessage(
      `The kubeconfig has no context ${wishes.context}, which the setting podCadence.cluster.context names.`,
    );
  }
  const first = wishes.last?.context ?? current;
  const picks = contexts
    .map((context) => ({
      label: context.name,
      description: [context.name === wishes.last?.context ? "last time" : "", context.name === current ? "current" : ""]
        .filter((text) => text !== "")
        .join(", "),
      detail: `cluster ${context.cluster} as ${context.user === "" ? "nobody" : context.user}`,
      context,
    }))
    .sort((one, other) => Number(other.label === first) - Number(one.label === first));
  const picked = await vscode.window.showQuickPick(picks, {
    title: "Connect to Cluster (1/2)",
    placeHolder: "Context. Pods, events and nodes are only read; nothing is changed.",
    matchOnDetail: true,
  });
  return picked?.context;
}

const all = "All namespaces";

interface OfContext {
  /** The context's own namespace. */
  readonly own: string | undefined;
  readonly wishes: Wishes;
}

/** Empty: all of them. */
async function chooseNamespaces(
  source: ClusterSource,
  choice: { readonly kubeconfig?: string; readonly context: string },
  { own = "default", wishes: { last } }: OfContext,
): Promise<readonly string[] | undefined> {
  const known = last?.context === choice.context ? last.namespaces : undefined;
  const { names, problem } = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: `Asking ${choice.context} for its namespaces` },
    () => source.listNamespaces(choice),
  );
  if (names.length === 0) return typeNamespaces(problem, (known ?? [own]).join(", "));
  const isPicked = (name: string) => (known === undefined ? name === own : known.includes(name));
  const picks = names.map((label) => ({
    label,
    description: label === own ? "of the context" : "",
    picked: isPicked(label),
  }));
  const everything = { label: all, description: "", picked: known?.length === 0 };
  const picked = await vscode.window.showQuickPick([everything, ...picks], {
    title: "Connect to Cluster (2/2)",
    placeHolder: "Namespaces whose pods are watched",
    canPickMany: true,
  });
  if (picked === undefined || picked.length === 0) return undefined;
  return picked.includes(everything) ? [] : picked.map(({ label }) => label);
}

/** Where namespaces may not be listed their names have to be known. */
async function typeNamespaces(problem: string | undefined, value: string): Promise<readonly string[] | undefined> {
  const text = await vscode.window.showInputBox({
    title: "Connect to Cluster (2/2)",
    prompt: `${problem === undefined ? "" : `${problem} `}Namespaces whose pods are watched, with commas between them.`,
    value,
    validateInput: (typed) => (namesIn(typed).length === 0 ? "Write at least one namespace." : undefined),
  });
  return text === undefined ? undefined : namesIn(text);
}

function namesIn(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((name) => name !== "");
}
