import { newestVersion } from "../../../shared/kubernetes/versions.ts";
import { reportFormats } from "./names.ts";
import { topics } from "./topics.ts";

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

export const commandNames = [
  "check",
  "forecast",
  "simulate",
  "diff",
  "alerts",
  "fleet",
  "observe",
  "rules",
  "init",
  "lsp",
  "mcp",
  "completion",
  "help",
  "version",
] as const;
export type CommandName = (typeof commandNames)[number];

export interface CommandSpec {
  readonly name: CommandName;
  /** What follows the name: `[options] FILE|DIR|-…`. */
  readonly operands: string;
  readonly operandsMin: number;
  readonly operandsMax: number;
  readonly summary: string;
  readonly options: readonly OptionSpec[];
  /** How the command ends. */
  readonly exit: readonly string[];
  readonly examples: readonly string[];
}

export const completionShells = ["bash", "zsh", "fish"] as const;

const flag = (name: string, help: string): OptionSpec => ({ name, value: undefined, help });
const option = (name: string, value: string, help: string): OptionSpec => ({ name, value, help });
const choice = (name: string, choices: readonly string[], help: string): OptionSpec => ({
  name,
  value: choices.join("|"),
  choices,
  help,
});
const topicList = (name: string, choices: readonly string[], help: string): OptionSpec => ({
  name,
  value: "TOPIC,…",
  choices,
  optionalList: true,
  help: `${help}: ${choices.join(", ")}`,
});
const repeatable = (name: string, value: string, help: string): OptionSpec => ({ name, value, repeatable: true, help });

/** About the cluster that the manifests are meant for. */
const clusterOptions: readonly OptionSpec[] = [
  option("kubernetes", "VERSION", `Kubernetes version of the nodes (default: newest supported, ${newestVersion})`),
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

const outputOptions: readonly OptionSpec[] = [
  option("output", "FILE", "write to a file instead of stdout"),
  choice("color", ["auto", "always", "never"], "colors in text (default: auto, which respects NO_COLOR)"),
];

const quiet = flag("quiet", "hide progress, notes, and the summary");
const general: readonly OptionSpec[] = [flag("help", "show this help"), flag("version", "show the version")];

/** Of commands that read manifests: have them rendered by the person's own tools. */
const renderOptions: readonly OptionSpec[] = [
  option("helm", "CHART", "render a chart with helm, and look at the result"),
  repeatable("values", "FILE", "values for the chart, as helm's -f; short: -f"),
  option("kustomize", "DIR", "build an overlay with kustomize or kubectl, and look at the result; short: -k"),
];

/** Of commands that play pods. */
const playOptions: readonly OptionSpec[] = [
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

const errorOnEmpty = flag("error-on-empty", "exit with 2 if no pods or kubelet configurations are found");

const common: readonly OptionSpec[] = [...clusterOptions, ...outputOptions, quiet, ...general];
const format = (choices: readonly string[]) =>
  choice("format", choices, `output format (default: ${choices[0] ?? ""})`);

export const commands: Readonly<Record<CommandName, CommandSpec>> = {
  check: {
    name: "check",
    operands: "[options] FILE|DIR|GLOB|-…",
    operandsMin: 1,
    operandsMax: Number.POSITIVE_INFINITY,
    summary: "report all problems that the editor shows",
    options: [
      format(["text", "json", ...reportFormats]),
      choice("fail-on", ["error", "warning", "info", "hint"], "lowest severity that sets exit code 1 (default: error)"),
      option("max-warnings", "N", "more warnings than this set exit code 1"),
      flag("fix", "first make the repairs that are certain, like Fix All in the editor"),
      flag("watch", "check again whenever a file changes, also -w"),
      repeatable("rule", "ID:LEVEL", "level of a rule: off, hint, info, warning, or error"),
      ...renderOptions,
      errorOnEmpty,
      ...clusterOptions,
      ...outputOptions,
      option("jobs", "N", "number of threads (default: one for each processor, if there are many files)"),
      flag("quiet", "show only errors; hide progress and the summary"),
      ...general,
    ],
    exit: ["0  no problems at or above --fail-on", "1  problems found", "2  could not run"],
    examples: [
      "pod-cadence check manifests/",
      "pod-cadence check --helm charts/web -f prod.yaml",
      "pod-cadence check -k overlays/prod",
      "helm template web charts/web | pod-cadence check --format json -",
    ],
  },
  forecast: {
    name: "forecast",
    operands: "[options] FILE|DIR|GLOB|-…",
    operandsMin: 1,
    operandsMax: Number.POSITIVE_INFINITY,
    summary: "predict when each pod restarts, how much time it has to start, and what a kubelet's back-off costs",
    options: [
      format(["text", "json"]),
      ...playOptions,
      option("until", "DURATION", "the horizon of the answer (default: 30m)"),
      option("runs", "N", "number of runs of the answer (default: 100)"),
      ...renderOptions,
      errorOnEmpty,
      topicList("details", topics, "everything else that is known, or only these topics"),
      flag("curves", "compare with other back-off curves: released, proposed, and rejected"),
      option(
        "pods",
        "TEXT",
        'pods of a node: "60 idle, 20 crashes after 5s" (default: as many as it takes, all crash)',
      ),
      option("failures-every", "DURATION", "a training run fails every DURATION in the mean: shows its goodput"),
      option("checkpoint-every", "DURATION", "work between two checkpoints (default: 30m)"),
      option("checkpoint-takes", "DURATION", "how long work stands still for one (default: 1m)"),
      option("resume-takes", "DURATION", "from ready containers to work that goes on (default: 2m)"),
      option("scheduling-takes", "DURATION", "until a kubelet sees a new pod (default: 10s)"),
      option("pull-takes", "DURATION", "image pulls of a new pod (default: 20s)"),
      option("nodes", "N", "nodes like this one, for the load on the API server (default: 1)"),
      ...common,
    ],
    exit: ["0  success", "2  could not run"],
    examples: [
      "pod-cadence forecast deploy.yaml",
      "pod-cadence forecast --curves deploy.yaml",
      "pod-cadence forecast --kubernetes 1.34 --kubelet-config kubelet.yaml deploy.yaml",
    ],
  },
  simulate: {
    name: "simulate",
    operands: "[options] FILE|DIR|GLOB|-…",
    operandsMin: 1,
    operandsMax: Number.POSITIVE_INFINITY,
    summary: "simulate a pod in virtual time",
    options: [
      format(["text", "kubectl", "json", "svg", "markdown"]),
      option("pod", "KIND/NAME", "pod to simulate, if there are several"),
      ...renderOptions,
      ...playOptions,
      option("until", "DURATION", "length of the simulation (default: 30m)"),
      option("runs", "N", "ranges over N runs instead of one run; in a picture, below the first run"),
      flag("verbose", "print each event instead of lanes and turning points"),
      ...common,
    ],
    exit: ["0  success", "1  an expectation failed", "2  could not run"],
    examples: [
      'pod-cadence simulate --scenario "app: crashes x5, then runs" pod.yaml',
      'pod-cadence simulate --format kubectl --at "5m pod is deleted" --until 10m pod.yaml',
    ],
  },
  diff: {
    name: "diff",
    operands: "[options] BASE HEAD [-- PATH…]",
    operandsMin: 2,
    operandsMax: Number.POSITIVE_INFINITY,
    summary: "show what a change does to forecasts and problems: between commits, directories, or files",
    options: [
      format(["text", "markdown", "json", "sarif"]),
      choice("fail-on", ["worse", "changed"], "what sets exit code 1 (default: nothing)"),
      errorOnEmpty,
      ...playOptions,
      option("until", "DURATION", "the horizon of the answers (default: 30m)"),
      option("runs", "N", "number of runs of each answer (default: 100)"),
      ...common,
    ],
    exit: ["0  success", "1  --fail-on was reached", "2  could not run"],
    examples: [
      "pod-cadence diff HEAD .",
      "pod-cadence diff --fail-on worse origin/main HEAD -- deploy/",
      "pod-cadence diff --format markdown old.yaml new.yaml",
    ],
  },
  alerts: {
    name: "alerts",
    operands: "[options] [FILE|DIR|GLOB|-]…",
    operandsMin: 0,
    operandsMax: Number.POSITIVE_INFINITY,
    summary: "predict when alerts become pending and fire, and which stay silent",
    options: [
      format(["text", "markdown", "json"]),
      repeatable("rules", "FILE|mixin|aks", "rule file, PrometheusRule, or built-in rules (default: mixin and aks)"),
      option("scrape", "DURATION", "how often kube-state-metrics is scraped (default: 30s)"),
      option("evaluate", "DURATION", "how often rules are evaluated (default: 30s)"),
      ...playOptions,
      option("until", "DURATION", "length of each run (default: 2h)"),
      option("runs", "N", "runs with other seeds and phases (default: 20)"),
      ...renderOptions,
      errorOnEmpty,
      ...common,
    ],
    exit: ["0  success", "2  could not run"],
    examples: [
      "pod-cadence alerts deploy.yaml",
      'pod-cadence alerts --rules alerts.yaml --scenario "app: crashes after 5s" deploy.yaml',
      "pod-cadence alerts --kubelet-config kubelet.yaml --rules mixin",
    ],
  },
  fleet: {
    name: "fleet",
    operands: "--prometheus URL [options]",
    operandsMin: 0,
    operandsMax: 0,
    summary: "find the crash loops of a fleet in its metrics, and what another back-off would change (read-only)",
    options: [
      format(["text", "markdown", "json", "html"]),
      option("prometheus", "URL", "address of Prometheus, Thanos, or Mimir (there with /prometheus at the end)"),
      option("since", "DURATION", "how far to look back, such as 12h or 7d (default: 7d)"),
      option("until", "TIME", "end of the range, such as 2026-11-20T12:00:00Z (default: now)"),
      option("match", "SELECTOR", "only series with these labels: '{cluster=\"a\"}'"),
      repeatable("what-if", "KEY=VALUE", "replay with maxContainerRestartPeriod=30s"),
      option("what-if-gates", "A=true,B=false", "replay with these feature gates"),
      option("what-if-kubernetes", "VERSION", "replay with this version on all nodes"),
      option("min-restarts", "N", "containers with fewer restarts are left out (default: 3)"),
      option("http-config", "FILE", "login, headers, and TLS: the file that promtool takes as --http.config.file"),
      option("parallel", "N", "requests at a time (default: 2)"),
      option("budget", "DURATION", "ask nothing new after this time, and say what is missing (default: 10m)"),
      ...outputOptions,
      quiet,
      ...general,
    ],
    exit: ["0  success", "2  could not run"],
    examples: [
      "pod-cadence fleet --prometheus http://localhost:9090",
      "pod-cadence fleet --prometheus https://mimir.example.com/prometheus --http-config login.yaml --since 24h",
      "pod-cadence fleet --prometheus http://localhost:9090 --what-if maxContainerRestartPeriod=30s",
      "pod-cadence fleet --prometheus http://localhost:9090 --format html --output fleet.html",
    ],
  },
  observe: {
    name: "observe",
    operands: "[options] [POD|KIND/NAME]",
    operandsMin: 0,
    operandsMax: 1,
    summary: "show what the pods of a live cluster do and did, and when each restarts next (read-only)",
    options: [
      format(["text", "json"]),
      option("context", "NAME", "context of the kubeconfig (default: the current context)"),
      repeatable("namespace", "NAME", "namespace, also -n (default: the namespace of the context)"),
      flag("all-namespaces", "all namespaces, also -A"),
      option(
        "kubeconfig",
        "FILE",
        "kubeconfig file (default: $KUBECONFIG, then ~/.kube/config, then the cluster of this pod)",
      ),
      flag("watch", "keep watching and print changes, also -w; in a terminal, the table is updated"),
      ...outputOptions,
      flag("quiet", "hide notes about what could not be read"),
      ...general,
    ],
    exit: ["0  success", "2  could not run"],
    examples: [
      "pod-cadence observe",
      "pod-cadence observe -n web Deployment/web",
      "pod-cadence observe --context staging -A --watch",
      "pod-cadence observe --format json web-7d4b9c-x2x7k",
    ],
  },
  rules: {
    name: "rules",
    operands: "[options] [RULE]",
    operandsMin: 0,
    operandsMax: 1,
    summary: "list all rules, or show the documentation of one",
    options: [format(["text", "json"]), ...outputOptions, quiet, ...general],
    exit: ["0  success", "2  unknown rule"],
    examples: ["pod-cadence rules", "pod-cadence rules liveness-kills-start"],
  },
  lsp: {
    name: "lsp",
    operands: "--stdio | --port N | --pipe NAME",
    operandsMin: 0,
    operandsMax: 0,
    summary: "run the language server for any editor",
    options: [
      flag("stdio", "use stdin and stdout"),
      option("port", "N", "connect to an editor that listens on a local port"),
      option("pipe", "NAME", "connect to an editor that listens on a named pipe or a socket file"),
      ...general,
    ],
    exit: ["0  shut down by the editor", "1  editor disconnected without a shutdown", "2  could not run"],
    examples: ["pod-cadence lsp --stdio"],
  },
  mcp: {
    name: "mcp",
    operands: "",
    operandsMin: 0,
    operandsMax: 0,
    summary: "serve tools for agents on stdin and stdout (Model Context Protocol); they only read",
    options: general,
    exit: ["0  the client closed the connection", "2  could not run"],
    examples: ["pod-cadence mcp"],
  },
  init: {
    name: "init",
    operands: "[options]",
    operandsMin: 0,
    operandsMax: 0,
    summary: "write a commented .pod-cadence.yaml",
    options: general,
    exit: ["0  success", "2  the file exists, or could not be written"],
    examples: ["pod-cadence init"],
  },
  completion: {
    name: "completion",
    operands: completionShells.join("|"),
    operandsMin: 1,
    operandsMax: 1,
    summary: "print a script that completes commands and options in a shell",
    options: general,
    exit: ["0  success", "2  unknown shell"],
    examples: [
      'eval "$(pod-cadence completion bash)"',
      "pod-cadence completion zsh > ~/.zfunc/_pod-cadence",
      "pod-cadence completion fish | source",
    ],
  },
  help: {
    name: "help",
    operands: "[COMMAND]",
    operandsMin: 0,
    operandsMax: 1,
    summary: "show what a command does, with its options",
    options: general,
    exit: ["0  success", "2  unknown command"],
    examples: ["pod-cadence help check"],
  },
  version: {
    name: "version",
    operands: "",
    operandsMin: 0,
    operandsMax: 0,
    summary: "show the version",
    options: general,
    exit: ["0  success", "2  could not run"],
    examples: ["pod-cadence version"],
  },
};

export function isCommand(text: string): text is CommandName {
  return Object.hasOwn(commands, text);
}
