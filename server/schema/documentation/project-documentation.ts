import type { Path } from "../../../shared/basics/path.ts";

/** What a key of the project file does, for people. `*` in a path stands for any name. */
export interface ProjectKey {
  readonly path: string;
  readonly text: string;
  readonly holds?: "map";
  /** Behind a new key. */
  readonly example?: string;
  /** Each value with its meaning. */
  readonly values?: Readonly<Record<string, string>>;
}

const version = "Put the version in quotes, because 1.30 without quotes is the number 1.3.";
const gates = "Feature gates that differ from the defaults of the Kubernetes version.";
const files =
  "File that contains a KubeletConfiguration, relative to this file. In a list, the first file is the main configuration and the others are drop-ins. Its featureGates take precedence for that kubelet.";

/** Every key, in the order in which people write them. */
const projectKeys: readonly ProjectKey[] = [
  {
    path: "kubernetes",
    text: `Kubernetes version of the nodes. A patch release, such as 1.36.2, counts where it behaves differently from the newest one. If omitted, the newest released version. ${version}`,
  },
  { path: "featureGates", text: `${gates} For the nodes.`, holds: "map" },
  { path: "kubeletConfiguration", text: files, example: "kubelet.yaml" },
  {
    path: "apiServer",
    text: "Version and feature gates of the API server. If omitted, the same as for the nodes.",
    holds: "map",
  },
  { path: "apiServer.kubernetes", text: `Kubernetes minor version of the API server. ${version}` },
  { path: "apiServer.featureGates", text: `${gates} For the API server.`, holds: "map" },
  { path: "nodes", text: "Named node profiles, for `--node NAME` and for comparisons in the simulator.", holds: "map" },
  { path: "nodes.*", text: "Node profile. Fields that are omitted have the values above.", holds: "map" },
  { path: "nodes.*.kubernetes", text: `Kubernetes minor version of these nodes. ${version}` },
  { path: "nodes.*.featureGates", text: `${gates} For these nodes.`, holds: "map" },
  { path: "nodes.*.kubeletConfiguration", text: files, example: "kubelet.yaml" },
  {
    path: "timing",
    text: "How restart and probe times are calculated. If omitted, kubelet (realistic).",
    values: {
      kubelet: "Realistic: includes the kubelet's loops and jitter. Times are ranges.",
      ideal: "Exact: no delays and no jitter, only the arithmetic of the pod's fields.",
    },
  },
  {
    path: "semantics",
    text: "Which behavior to simulate where the KEPs and the released code differ. If omitted, released.",
    values: {
      released: "As released: behavior of the released code of the selected version.",
      kep: "As in the KEPs: behavior that the KEPs describe, where the released code differs.",
    },
  },
  {
    path: "imagePull",
    text: "How long the first pull of an image takes on nodes like yours, from the shortest to the longest, where the scenario does not say `image takes`. If omitted, images are on the node.",
    example: "2s-30s",
  },
  {
    path: "load",
    text: "What runs on the nodes, for the forecast of a KubeletConfiguration. If omitted, as many pods as the node takes, which all crash.",
    holds: "map",
  },
  {
    path: "load.pods",
    text: "Pods of each node: numbers and what these pods do, in the language of `# cadence:` comments, or `idle`.",
    example: "60 idle, 30 completes after 10s, 20 crashes after 5s",
  },
  { path: "load.nodes", text: "Number of nodes that are like this one. If omitted, 1.", example: "100" },
  {
    path: "trafficDelay",
    text: "How long load balancers and proxies still send requests to a pod after its deletion. The forecast of a shutdown then says whether requests are cut off. If omitted, it does not say.",
    example: "30s",
  },
  {
    path: "waiter",
    text: "Who waits for your rollouts. The forecast of a rollout then says when it returns, fails, or times out. If omitted, it says so for Helm 3 and Helm 4, and of objects with annotations of Argo CD for that.",
    values: {
      "helm-3": "`helm upgrade --wait` of Helm 3: until enough new pods are ready",
      "helm-4":
        "`helm upgrade --wait` of Helm 4: until all pods are updated and available, or the deadline is exceeded",
      flux: "A Kustomization with `wait: true`: as Helm 4, but it looks every 5s",
      "argo-cd": "An Application, until it is Healthy or Degraded",
      "kubectl-rollout-status": "`kubectl rollout status`, without a timeout of its own",
      "kubectl-wait": "`kubectl wait --for=condition=Available`, which old pods satisfy, too",
    },
  },
  {
    path: "training",
    text: "What is assumed of training runs, for the goodput of a Job or JobSet. `forecast` shows it if `failuresEvery` is set.",
    holds: "map",
  },
  { path: "training.failuresEvery", text: "Mean time between failures of the whole run.", example: "6h" },
  { path: "training.checkpointEvery", text: "Work between two checkpoints. If omitted, 30m.", example: "30m" },
  {
    path: "training.checkpointTakes",
    text: "How long work stands still for a checkpoint. If omitted, 1m.",
    example: "1m",
  },
  {
    path: "training.resumeTakes",
    text: "From ready containers to work that goes on. If omitted, 2m.",
    example: "2m",
  },
  {
    path: "training.schedulingTakes",
    text: "From a failed pod to a kubelet that sees its successor, without the Job's back-off. If omitted, 10s.",
    example: "10s",
  },
  { path: "training.pullTakes", text: "Image pulls of a new pod. If omitted, 20s.", example: "20s" },
  { path: "rules", text: "Severity of rules. Rules that are omitted keep their default severity.", holds: "map" },
  {
    path: "rules.*",
    text: "",
    values: {
      off: "Disables the rule.",
      hint: "Reports hints, which editors show as dots.",
      info: "Reports information.",
      warning: "Reports warnings.",
      error: "Reports errors. `check` exits with 1.",
    },
  },
  {
    path: "scenarios",
    text: "Scenarios for manifests without `# cadence:` comments, by `Kind/name` and container.",
    holds: "map",
  },
  {
    path: "scenarios.*",
    text: "Scenarios of this object's containers, in the language of `# cadence:` comments.",
    holds: "map",
  },
  { path: "scenarios.*.*", text: "Scenario of the container, in the language of `# cadence:` comments." },
  {
    path: "podTemplates",
    text: "Fields of custom resources that contain pod specs, by `Kind.group`. `[]` matches every item of a list, `*` every key.",
    holds: "map",
  },
  {
    path: "podTemplates.*",
    text: "Paths of pod specs, such as `spec.template.spec`.",
    example: "[spec.template.spec]",
  },
  {
    path: "ignore",
    text: "Patterns of files to ignore, such as `charts/**/templates/**`.",
    example: '["charts/**/templates/**"]',
  },
];

/** The key at a path. Positions in lists do not count. */
export function projectKeyAt(path: Path): ProjectKey | undefined {
  const steps = path.filter((step) => typeof step === "string");
  return projectKeys.find((key) => {
    const pattern = key.path.split(".");
    return pattern.length === steps.length && pattern.every((each, index) => each === "*" || each === steps[index]);
  });
}

/** The named keys directly below a path. */
export function projectKeysBelow(path: Path): readonly ProjectKey[] {
  const parent = path.length === 0 ? "" : projectKeyAt(path)?.path;
  if (parent === undefined) return [];
  const prefix = parent === "" ? "" : `${parent}.`;
  return projectKeys.filter(({ path: each }) => each.startsWith(prefix) && !/[.*]/.test(each.slice(prefix.length)));
}
