/** One option of a command, as `--help` shows it. */
export interface OptionSpec {
  readonly name: string;
  /** Undefined: the option takes no value. */
  readonly value: string | undefined;
  /** The only values there are. */
  readonly choices?: readonly string[];
  readonly repeatable?: true;
  readonly help: string;
}

export const commandNames = ["check", "forecast", "simulate", "observe", "rules", "lsp"] as const;
export type CommandName = (typeof commandNames)[number];

export interface CommandSpec {
  readonly name: CommandName;
  /** What follows the name: `[options] FILE|DIR|-…`. */
  readonly operands: string;
  readonly operandsMax: number;
  readonly summary: string;
  readonly options: readonly OptionSpec[];
  /** How the command ends. */
  readonly exit: readonly string[];
  readonly examples: readonly string[];
}

const flag = (name: string, help: string): OptionSpec => ({ name, value: undefined, help });
const option = (name: string, value: string, help: string): OptionSpec => ({ name, value, help });
const choice = (name: string, choices: readonly string[], help: string): OptionSpec => ({
  name,
  value: choices.join("|"),
  choices,
  help,
});
const repeatable = (name: string, value: string, help: string): OptionSpec => ({ name, value, repeatable: true, help });

/** About the cluster that the manifests are meant for. */
const clusterOptions: readonly OptionSpec[] = [
  option("kubernetes", "VERSION", "Kubernetes version of the nodes (default: the newest known, 1.37)"),
  option("feature-gates", "A=true,B=false", "feature gates of the nodes and the API server"),
  repeatable("kubelet-config", "FILE", "KubeletConfiguration of the nodes; the main file first, then its drop-ins"),
  option("node", "PROFILE", "a node profile of the project file"),
  choice("timing", ["kubelet", "ideal"], "with the kubelet's loops and jitter (default), or without"),
  choice("semantics", ["released", "kep"], "what the released code does (default), or what the proposals say"),
  option("config", "FILE", "the project file, instead of the .pod-cadence.yaml nearest above each manifest"),
  flag("no-config", "read no project file"),
];

const outputOptions: readonly OptionSpec[] = [
  option("output", "FILE", "write to a file instead of standard output"),
  choice("color", ["auto", "always", "never"], "colours in text (default: auto, which heeds NO_COLOR)"),
];

const quiet = flag("quiet", "no progress, no notes, no summary");
const general: readonly OptionSpec[] = [flag("help", "show this help"), flag("version", "show the version")];

const common: readonly OptionSpec[] = [...clusterOptions, ...outputOptions, quiet, ...general];
const format = (choices: readonly string[]) =>
  choice("format", choices, `how to write it (default: ${choices[0] ?? ""})`);

export const commands: Readonly<Record<CommandName, CommandSpec>> = {
  check: {
    name: "check",
    operands: "[options] FILE|DIR|-…",
    operandsMax: Number.POSITIVE_INFINITY,
    summary: "report every problem that the editor would show",
    options: [
      format(["text", "json"]),
      choice(
        "fail-on",
        ["error", "warning", "info", "hint"],
        "the least severity that makes the exit code 1 (default: error)",
      ),
      ...clusterOptions,
      ...outputOptions,
      flag("quiet", "no progress and no summary, and of the problems only errors"),
      ...general,
    ],
    exit: ["0  no problem at or above --fail-on", "1  some", "2  could not run"],
    examples: ["pod-cadence check manifests/", "helm template web charts/web | pod-cadence check --format json -"],
  },
  forecast: {
    name: "forecast",
    operands: "[options] FILE|DIR|-…",
    operandsMax: Number.POSITIVE_INFINITY,
    summary: "tell when each pod restarts, how long it may take to start, and what a kubelet's curve costs",
    options: [
      format(["text", "json"]),
      flag("curves", "compare the restarts with those on other back-off curves: released, proposed and rejected ones"),
      ...common,
    ],
    exit: ["0  done", "2  could not run"],
    examples: [
      "pod-cadence forecast deploy.yaml",
      "pod-cadence forecast --curves deploy.yaml",
      "pod-cadence forecast --kubernetes 1.34 --kubelet-config kubelet.yaml deploy.yaml",
    ],
  },
  simulate: {
    name: "simulate",
    operands: "[options] FILE|DIR|-…",
    operandsMax: Number.POSITIVE_INFINITY,
    summary: "play one pod in virtual time",
    options: [
      format(["text", "kubectl", "json", "svg", "markdown"]),
      option("pod", "KIND/NAME", "which pod, if there are several"),
      option("until", "DURATION", "how long to play (default: 30m)"),
      option("seed", "N", "seed of the kubelet's jitter (default: 1)"),
      repeatable("scenario", "TEXT", 'what a container does: "app: crashes after 5s"'),
      repeatable("at", "TEXT", 'what happens to the pod: "5m pod is deleted"'),
      flag("no-comments", "play only what --scenario and --at say, not what comments and the project file say"),
      option("runs", "N", "the envelope over N seeds in place of one run; in a picture drawn below the first"),
      ...common,
    ],
    exit: ["0  done", "1  an expectation failed", "2  could not run"],
    examples: [
      'pod-cadence simulate --scenario "app: crashes x5, then runs" pod.yaml',
      'pod-cadence simulate --format kubectl --at "5m pod is deleted" --until 10m pod.yaml',
    ],
  },
  observe: {
    name: "observe",
    operands: "[options] [POD|KIND/NAME]",
    operandsMax: 1,
    summary: "tell what the pods of a live cluster do and did, and when each is tried again; it changes nothing",
    options: [
      format(["text", "json"]),
      option("context", "NAME", "a context of the kubeconfig (default: the current one)"),
      repeatable("namespace", "NAME", "look there, also -n (default: the namespace of the context)"),
      flag("all-namespaces", "look everywhere, also -A"),
      option("kubeconfig", "FILE", "default: those of $KUBECONFIG, else ~/.kube/config"),
      flag("watch", "go on and tell what changes, also -w; on a terminal the table is kept up to date"),
      ...outputOptions,
      flag("quiet", "do not say what could not be read"),
      ...general,
    ],
    exit: ["0  done", "2  could not run"],
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
    operandsMax: 1,
    summary: "the table of rules, or the page of one",
    options: [format(["text", "json"]), ...outputOptions, quiet, ...general],
    exit: ["0  done", "2  there is no such rule"],
    examples: ["pod-cadence rules", "pod-cadence rules liveness-kills-start"],
  },
  lsp: {
    name: "lsp",
    operands: "--stdio | --port N | --pipe NAME",
    operandsMax: 0,
    summary: "the language server, for any editor",
    options: [
      flag("stdio", "speak on standard input and output"),
      option("port", "N", "connect to the editor that listens on a local port"),
      option("pipe", "NAME", "connect to the editor that listens on a pipe or a socket file"),
      ...general,
    ],
    exit: ["0  the editor has shut it down", "1  the editor left without", "2  could not run"],
    examples: ["pod-cadence lsp --stdio"],
  },
};

export function isCommand(text: string): text is CommandName {
  return Object.hasOwn(commands, text);
}
