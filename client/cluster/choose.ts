import * as vscode from "vscode";
import type { Log } from "../basics/log.ts";
import type { Choice } from "./live-cluster.ts";
import { type ContextLogin, tellPluginWords } from "./plugin-words.ts";
import type { ClusterSource } from "./source-api.ts";

/** Where a choice comes from, before anybody is asked. */
export interface Wishes {
  /** The kubeconfig of the settings. */
  readonly kubeconfig: string | undefined;
  readonly context: string | undefined;
  readonly namespaces: readonly string[] | undefined;
  /** The kubeconfig that the Kubernetes extension uses. */
  readonly offered: string | undefined;
  /** Of the last time in this workspace. */
  readonly last: Choice | undefined;
  /** Whether a program may be run to log in. */
  readonly mayLogInAs: (login: ContextLogin) => Promise<boolean>;
}

/** Asks for what settings leave open: the context, then the namespaces. Undefined if the person went away, or was told why it cannot be. */
export async function chooseCluster(source: ClusterSource, wishes: Wishes, log: Log): Promise<Choice | undefined> {
  const { kubeconfig, found } = await findContexts(source, wishes);
  if (found.contexts.length === 0) {
    log.tell("error", found.problem ?? vscode.l10n.t("The kubeconfig contains no contexts."));
    return undefined;
  }
  if (found.problem !== undefined) log.tell("warning", found.problem);
  const context = await chooseContext(found, wishes, log);
  if (context === undefined) return undefined;
  if (context.login !== undefined && !(await wishes.mayLogInAs({ context: context.name, ...context.login })))
    return undefined;
  const base = {
    ...(kubeconfig !== undefined && { kubeconfig }),
    ...(context.isOfPod === true && { isOfPod: true }),
    context: context.name,
  };
  const namespaces = wishes.namespaces ?? (await chooseNamespaces(source, base, { own: context.namespace, wishes }));
  return namespaces === undefined ? undefined : { ...base, namespaces };
}

interface Found {
  /** Undefined means as kubectl finds it. */
  readonly kubeconfig: string | undefined;
  readonly found: Contexts;
}

/** The Kubernetes extension offers a path even where no file is, as inside a pod, which has a cluster of its own. */
async function findContexts(source: ClusterSource, { kubeconfig, offered }: Wishes): Promise<Found> {
  const first = kubeconfig ?? offered;
  const found = await source.listContexts(first === undefined ? {} : { kubeconfig: first });
  if (first === kubeconfig || found.contexts.length > 0) return { kubeconfig: first, found };
  const other = await source.listContexts({});
  return other.contexts.length > 0 ? { kubeconfig: undefined, found: other } : { kubeconfig: first, found };
}

type Contexts = Awaited<ReturnType<ClusterSource["listContexts"]>>;
type Context = Contexts["contexts"][number];

async function chooseContext({ contexts, current }: Contexts, wishes: Wishes, log: Log): Promise<Context | undefined> {
  if (wishes.context !== undefined) {
    const set = contexts.find(({ name }) => name === wishes.context);
    if (set !== undefined) return set;
    log.tell(
      "warning",
      vscode.l10n.t(
        "The kubeconfig has no context {0}, which the setting podCadence.cluster.context specifies.",
        wishes.context,
      ),
    );
  }
  const first = wishes.last?.context ?? current;
  const picks = contexts
    .map((context) => ({
      label: context.name,
      description: [
        context.name === wishes.last?.context ? vscode.l10n.t("last used") : "",
        context.name === current ? vscode.l10n.t("current") : "",
      ]
        .filter((text) => text !== "")
        .join(", "),
      detail:
        context.user === ""
          ? vscode.l10n.t("cluster {0}", context.cluster)
          : vscode.l10n.t("cluster {0}, user {1}", context.cluster, context.user),
      context,
    }))
    .sort((one, other) => Number(other.label === first) - Number(one.label === first));
  const picked = await vscode.window.showQuickPick(picks, {
    title: vscode.l10n.t("Connect to Cluster (1/2)"),
    placeHolder: vscode.l10n.t("Select a context. Pod Cadence only reads pods, events, and nodes."),
    matchOnDetail: true,
  });
  return picked?.context;
}

interface OfContext {
  /** The context's own namespace. */
  readonly own: string | undefined;
  readonly wishes: Wishes;
}

/** An empty list stands for all of them. */
async function chooseNamespaces(
  source: ClusterSource,
  choice: { readonly kubeconfig?: string; readonly context: string },
  { own = "default", wishes: { last } }: OfContext,
): Promise<readonly string[] | undefined> {
  const known = last?.context === choice.context ? last.namespaces : undefined;
  const { names, problem } = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: vscode.l10n.t("Listing the namespaces of {0}", choice.context) },
    () => source.listNamespaces({ ...choice, onPluginWords: tellPluginWords }),
  );
  if (names.length === 0) return typeNamespaces(problem, (known ?? [own]).join(", "));
  const isPicked = (name: string) => (known === undefined ? name === own : known.includes(name));
  const picks = names.map((label) => ({
    label,
    description: label === own ? vscode.l10n.t("from the context") : "",
    picked: isPicked(label),
  }));
  const everything = { label: vscode.l10n.t("All namespaces"), description: "", picked: known?.length === 0 };
  const picked = await vscode.window.showQuickPick([everything, ...picks], {
    title: vscode.l10n.t("Connect to Cluster (2/2)"),
    placeHolder: vscode.l10n.t("Select the namespaces to watch"),
    canPickMany: true,
  });
  if (picked === undefined || picked.length === 0) return undefined;
  return picked.includes(everything) ? [] : picked.map(({ label }) => label);
}

/** Where namespaces may not be listed their names have to be known. */
async function typeNamespaces(problem: string | undefined, value: string): Promise<readonly string[] | undefined> {
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t("Connect to Cluster (2/2)"),
    prompt: [problem ?? "", vscode.l10n.t("Enter the namespaces to watch, separated by commas.")].join(" ").trim(),
    value,
    validateInput: (typed) =>
      namesIn(typed).length === 0 ? vscode.l10n.t("Enter at least one namespace.") : undefined,
  });
  return text === undefined ? undefined : namesIn(text);
}

function namesIn(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((name) => name !== "");
}
