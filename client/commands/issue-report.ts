/** What is known about the editor. */
export interface EditorEnvironment {
  readonly version: string;
  readonly editor: string;
  /** `desktop, wsl` */
  readonly place: string;
  /** Other extensions that are about the same files. */
  readonly others: readonly string[];
  /** What somebody set for `podCadence.<key>`. Undefined if there is nothing. */
  valueOf(key: string): unknown;
}

/** Settings that say nothing about somebody's files or clusters. */
const told = [
  "kubernetesVersion",
  "featureGates",
  "timing",
  "semantics",
  "imagePull",
  "rules",
  "inlayHints.restarts",
  "inlayHints.probes",
  "inlayHints.rules",
  "inlayHints.kubelet",
  "codeLens",
  "simulator.horizon",
  "cluster.observedHints",
];

/** Settings with paths and names: only that they are set. */
const named = [
  "kubeletConfiguration",
  "apiServer",
  "podTemplates",
  "cluster.kubeconfig",
  "cluster.context",
  "cluster.namespaces",
];

/** A report of a bug as Markdown, with places for what people write. */
export function issueReport(environment: EditorEnvironment): string {
  const settings = [
    ...told.flatMap((key) => lineOf(key, environment.valueOf(key))),
    ...named.flatMap((key) => (environment.valueOf(key) === undefined ? [] : [`- \`podCadence.${key}\`: set`])),
  ];
  const others = environment.others.length === 0 ? "none" : environment.others.join(", ");
  return `## What happens, and what did you expect?



## Steps, with the smallest manifest that shows it (remove what is secret)



## Versions

- Pod Cadence ${environment.version}
- ${environment.editor} (${environment.place})
- Other YAML and Kubernetes extensions: ${others}

## Settings

${settings.length === 0 ? "All settings have their default." : settings.join("\n")}
`;
}

function lineOf(key: string, value: unknown): readonly string[] {
  return value === undefined ? [] : [`- \`podCadence.${key}\`: \`${JSON.stringify(value).replaceAll("`", "'")}\``];
}
