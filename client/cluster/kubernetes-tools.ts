import * as vscode from "vscode";
import * as z from "zod/mini";
import { callMethod } from "../basics/call-method.ts";

const extensionId = "ms-kubernetes-tools.vscode-kubernetes-tools";

const availableSchema = z.looseObject({ available: z.literal(true), api: z.unknown() });
const kubeconfigPathSchema = z.union([
  z.object({ pathType: z.literal("host"), hostPath: z.string() }),
  z.object({ pathType: z.literal("wsl"), wslPath: z.string() }),
]);
const resourceSchema = z.object({
  nodeType: z.literal("resource"),
  name: z.string(),
  namespace: z.nullish(z.string()),
  resourceKind: z.object({ manifestKind: z.string() }),
});

/** A pod in the explorer of the Kubernetes extension. Undefined namespace: that of the context. */
export interface ExplorerPod {
  readonly name: string;
  readonly namespace: string | undefined;
}

/** A line that we add below a pod of that explorer. */
export interface ExplorerLine {
  readonly label: string;
  readonly description: string;
  readonly icon: string;
  readonly tooltip: string;
  readonly children: readonly ExplorerLine[];
}

/** The Kubernetes extension, where it is installed. */
export interface KubernetesTools {
  /** The kubeconfig that is chosen there. Undefined if it says none. */
  kubeconfig(): Promise<string | undefined>;
  /** The pod that a command of its menu is about. */
  podOf(target: unknown): Promise<ExplorerPod | undefined>;
  /** Has `below` provide what is listed below each pod. */
  addBelowPods(below: (pod: ExplorerPod) => Promise<readonly ExplorerLine[]>): Promise<void>;
}

/** Undefined if it is not installed. It is started when it is asked for the first time, as its own API has it. */
export function kubernetesTools(log: (sentence: string) => void): KubernetesTools | undefined {
  if (vscode.extensions.getExtension(extensionId) === undefined) return undefined;
  const explorer = () => part("clusterexplorer", log);
  return {
    async kubeconfig() {
      const configuration = await part("configuration", log);
      const path = parsed(kubeconfigPathSchema, callMethod(configuration, "getKubeconfigPath"));
      return path !== undefined && "hostPath" in path ? path.hostPath : undefined;
    },
    async podOf(target) {
      return podIn(callMethod(await explorer(), "resolveCommandTarget", target));
    },
    async addBelowPods(below) {
      callMethod(await explorer(), "registerNodeContributor", {
        contributesChildren: (parent: unknown) => podIn(parent) !== undefined,
        getChildren: async (parent: unknown) => {
          const pod = podIn(parent);
          return pod === undefined ? [] : (await below(pod)).map(explorerNode);
        },
      });
    },
  };
}

/** A part of its API; undefined if that installation has no such part. */
async function part(name: string, log: (sentence: string) => void): Promise<unknown> {
  try {
    const broker: unknown = await vscode.extensions.getExtension(extensionId)?.activate();
    return parsed(availableSchema, callMethod(broker, "get", name, "v1_1"))?.api;
  } catch (error) {
    log(`The Kubernetes extension gives no ${name}: ${String(error)}`);
    return undefined;
  }
}

function podIn(value: unknown): ExplorerPod | undefined {
  const resource = parsed(resourceSchema, value);
  if (resource?.resourceKind.manifestKind !== "Pod") return undefined;
  // Its own names look like `pod/web-1`.
  return { name: resource.name.replace(/^pods?\//, ""), namespace: resource.namespace ?? undefined };
}

function explorerNode({ label, description, icon, tooltip, children }: ExplorerLine): unknown {
  const { None, Collapsed } = vscode.TreeItemCollapsibleState;
  return {
    getChildren: async () => children.map(explorerNode),
    getTreeItem: () => {
      const item = new vscode.TreeItem(label, children.length === 0 ? None : Collapsed);
      item.description = description;
      item.tooltip = tooltip;
      item.iconPath = new vscode.ThemeIcon(icon);
      return item;
    },
  };
}

function parsed<T>(schema: z.ZodMiniType<T>, value: unknown): T | undefined {
  const result = schema.safeParse(value);
  return result.success ? result.data : undefined;
}
