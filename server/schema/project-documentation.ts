import type { Path } from "../../shared/kubernetes/path.ts";

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

const version = "The Kubernetes minor, in quotes: without them 1.30 is the number 1.3.";
const gates = "Feature gates that differ from the defaults of the version.";
const files =
  "Path of a KubeletConfiguration, relative to this file; or a list: the main file first, then its drop-ins. Its own featureGates win for that kubelet.";

/** Every key, in the order in which people write them. */
export const projectKeys: readonly ProjectKey[] = [
  { path: "kubernetes", text: `${version} Of the nodes. Default: the newest that is known.` },
  { path: "featureGates", text: `${gates} Of the nodes.`, holds: "map" },
  { path: "kubeletConfiguration", text: files, example: "kubelet.yaml" },
  { path: "apiServer", text: "Version and gates of the API server. Default: as the nodes.", holds: "map" },
  { path: "apiServer.kubernetes", text: `${version} Of the API server.` },
  { path: "apiServer.featureGates", text: `${gates} Of the API server.`, holds: "map" },
  { path: "nodes", text: "Named profiles of nodes, for `--node NAME` and for comparing.", holds: "map" },
  { path: "nodes.*", text: "A profile. What it does not say is as above.", holds: "map" },
  { path: "nodes.*.kubernetes", text: `${version} Of these nodes.` },
  { path: "nodes.*.featureGates", text: `${gates} Of these nodes.`, holds: "map" },
  { path: "nodes.*.kubeletConfiguration", text: files, example: "kubelet.yaml" },
  {
    path: "timing",
    text: "Whether the loops of the kubelet take time. Default: kubelet.",
    values: {
      kubelet: "With the real loops and their jitter: times are spans.",
      ideal: "Everything happens at once: what the numbers of the manifest alone make.",
    },
  },
  {
    path: "semantics",
    text: "Which rules of back-off hold. Default: released.",
    values: { released: "What Kubernetes does.", kep: "What the proposals say where they differ." },
  },
  { path: "rules", text: "Levels of rules. What is not here has the level of its own.", holds: "map" },
  {
    path: "rules.*",
    text: "",
    values: {
      off: "Says nothing.",
      hint: "A few dots under the word.",
      info: "An information.",
      warning: "A warning.",
      error: "An error; `check` fails.",
    },
  },
  {
    path: "scenarios",
    text: "What containers do, for manifests without comments: by `Kind/name`, then by container.",
    holds: "map",
  },
  {
    path: "scenarios.*",
    text: "The containers of this object, each with a text in the language of `# cadence:`.",
    holds: "map",
  },
  { path: "scenarios.*.*", text: "What the container does, in the language of `# cadence:`." },
  {
    path: "podTemplates",
    text: "Where custom resources keep pod specs: by `Kind.group` the paths, with [] for every item of a list and * for every key.",
    holds: "map",
  },
  { path: "podTemplates.*", text: "Paths of pod specs, such as spec.template.spec.", example: "[spec.template.spec]" },
  {
    path: "ignore",
    text: "Files of which nothing is said, as patterns: charts/**/templates/**.",
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
