import { newestVersion } from "../../../shared/kubernetes/versions.ts";

/** One option of a command, as `--help` shows it. */
export interface OptionSpec {
  readonly name: string;
  /** Undefined if the option takes no value. */
  readonly value: string | undefined;
  /** The only values there are. */
  readonly choices?: readonly string[];
  /** The value is a list of `choices`, separated by commas, and can be left out. */
  readonly optionalList?: true;
  readonly repeatable?: true;
  readonly help: string;
}

export const flag = (name: string, help: string): OptionSpec => ({ name, value: undefined, help });
export const option = (name: string, value: string, help: string): OptionSpec => ({ name, value, help });
export const choice = (name: string, choices: readonly string[], help: string): OptionSpec => ({
  name,
  value: choices.join("|"),
  choices,
  help,
});
export const topicList = (name: string, choices: readonly string[], help: string): OptionSpec => ({
  name,
  value: "TOPIC,…",
  choices,
  optionalList: true,
  help: `${help}: ${choices.join(", ")}`,
});
export const repeatable = (name: string, value: string, help: string): OptionSpec => ({
  name,
  value,
  repeatable: true,
  help,
});

/** About the cluster that the manifests are meant for. */
export const clusterOptions: readonly OptionSpec[] = [
  option("kubernetes", "VERSION", `Kubernetes version of the nodes (default: newest released, ${newestVersion})`),
  option("feature-gates", "A=true,B=false", "feature gates of the nodes and the API server"),
  repeatable("kubelet-config", "FILE", "KubeletConfiguration of the nodes: main file first, then drop-ins"),
  option("node", "PROFILE", "node profile from the project file"),
  choice(
    "timing",
    ["kubelet", "ideal"],
    "realistic, with the kubelet's loops and jitter (kubelet, default), or exact (ideal)",
  ),
  choice("semantics", ["released", "kep"], "behavior as released (default), or as in the KEPs"),
  option("image-pull", "RANGE", "time of the first pull of an image, such as 2s-30s (default: images are on the node)"),
  option("config", "FILE", "project file to use instead of the nearest .pod-cadence.yaml above each manifest"),
  flag("no-config", "ignore project files"),
];

export const outputOptions: readonly OptionSpec[] = [
  option("output", "FILE", "write to a file instead of stdout"),
  choice("color", ["auto", "always", "never"], "colors in text (default: auto, which respects NO_COLOR)"),
];

export const quiet = flag("quiet", "hide progress, notes, and the summary");
export const general: readonly OptionSpec[] = [flag("help", "show this help"), flag("version", "show the version")];

/** Of commands that read manifests: have them rendered by the person's own tools. */
export const renderOptions: readonly OptionSpec[] = [
  option("helm", "CHART", "render a chart with helm, and look at the result"),
  repeatable("values", "FILE", "values for the chart, as helm's -f; short: -f"),
  option("kustomize", "DIR", "build an overlay with kustomize or kubectl, and look at the result; short: -k"),
];

/** Of commands that play pods. */
export const playOptions: readonly OptionSpec[] = [
  repeatable("scenario", "TEXT", 'what a container does: "app: crashes after 5s"'),
  repeatable("at", "TEXT", 'what happens at a time: "5m pod is deleted", "5m app: oom"'),
  flag("no-comments", "ignore scenarios in comments and the project file; use only --scenario and --at"),
  option("seed", "N", "seed of the kubelet's jitter, of the first run (default: 1)"),
];

/** Groups of options that several commands have. */
export const sharedOptions = {
  play: playOptions,
  node: clusterOptions,
  charts: renderOptions,
  output: [...outputOptions, quiet, ...general],
} as const;

export const errorOnEmpty = flag("error-on-empty", "exit with 2 if no pods or kubelet configurations are found");

export const common: readonly OptionSpec[] = [...clusterOptions, ...outputOptions, quiet, ...general];
export const format = (choices: readonly string[]) =>
  choice("format", choices, `output format (default: ${choices[0] ?? ""})`);

/** Which pods of which cluster. */
export const connectOptions: readonly OptionSpec[] = [
  option("context", "NAME", "context of the kubeconfig (default: the current context)"),
  repeatable("namespace", "NAME", "namespace, also -n (default: the namespace of the context)"),
  flag("all-namespaces", "all namespaces, also -A"),
  option(
    "kubeconfig",
    "FILE",
    "kubeconfig file (default: $KUBECONFIG, then ~/.kube/config, then the cluster of this pod)",
  ),
];
