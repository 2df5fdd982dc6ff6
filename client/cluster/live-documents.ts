import * as vscode from "vscode";
import * as z from "zod/mini";
import { yamlOf } from "../../shared/kubernetes/yaml-text.ts";
import { livePodScheme as scheme } from "../../shared/protocol/cluster.ts";
import type { LiveCluster } from "./live-cluster.ts";

const addressSchema = z.object({ uid: z.string(), namespace: z.string(), name: z.string(), context: z.string() });

/**
 * Pods of the cluster as read-only YAML, as `kubectl get pod -o yaml` writes them, but without environment, volumes and what else
 * says nothing of restarts. They follow the cluster while they are open.
 */
export class LiveDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #cluster: LiveCluster;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #subscriptions: vscode.Disposable;
  /** The last text of each address that could be read. */
  readonly #last = new Map<string, string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #changedUids = new Set<string>();
  readonly onDidChange = this.#changed.event;

  constructor(cluster: LiveCluster) {
    this.#cluster = cluster;
    this.#subscriptions = vscode.Disposable.from(
      this.#changed,
      vscode.workspace.registerTextDocumentContentProvider(scheme, this),
      cluster.onDidChangePods((uids) => this.#note(uids)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#last.delete(uri.toString())),
    );
  }

  /** The address of a pod's document; undefined if the pod is not there any more. */
  addressOf(uid: string): vscode.Uri | undefined {
    const row = this.#cluster.list.row(uid);
    const context = this.#cluster.choice?.context;
    if (row === undefined || context === undefined) return undefined;
    const { namespace, name } = row;
    const query = JSON.stringify({ uid, namespace, name, context });
    return vscode.Uri.from({ scheme, path: `/${context.replaceAll("/", " ")}/${namespace}/${name}.yaml`, query });
  }

  async provideTextDocumentContent(address: vscode.Uri): Promise<string> {
    const key = address.toString();
    const asked = pods(address);
    const { choice, connection } = this.#cluster;
    if (asked === undefined) return `# ${vscode.l10n.t("This address does not identify a pod.")}\n`;
    const last = this.#last.get(key);
    const old = (reason: string) =>
      last === undefined ? `# ${reason}\n` : `# ${vscode.l10n.t("{0} The following is from before.", reason)}\n${last}`;
    if (connection === undefined || choice?.context !== asked.context)
      return old(vscode.l10n.t("Not connected to context {0}.", asked.context));
    const { pod, problem } = await connection.readPod(asked.namespace, asked.name);
    if (pod === undefined) return old(problem ?? vscode.l10n.t("Pod {0} no longer exists.", asked.name));
    const text = `${yamlOf(pod)}\n`;
    this.#last.set(key, text);
    return text;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#subscriptions.dispose();
  }

  /** However often pods change, their documents are read anew once a second. */
  #note(uids: ReadonlySet<string>): void {
    for (const uid of uids) this.#changedUids.add(uid);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      for (const { uri } of vscode.workspace.textDocuments) {
        const asked = uri.scheme === scheme ? pods(uri) : undefined;
        if (asked !== undefined && this.#changedUids.has(asked.uid)) this.#changed.fire(uri);
      }
      this.#changedUids.clear();
    }, 1000);
  }
}

function pods({ query }: vscode.Uri): z.infer<typeof addressSchema> | undefined {
  try {
    const result = addressSchema.safeParse(JSON.parse(query));
    return result.success ? result.data : undefined;
  } catch {
    return undefined;
  }
}
