/**
 * Where something stands in an object: keys and indexes from its root.
 * The engine and the rules use paths relative to the pod spec; `LocatedPod.prefix` makes them paths of the document.
 */
export type Path = readonly (string | number)[];

/** Fields that hold a map, whose keys are not the API's. */
const maps: ReadonlySet<string | number | undefined> = new Set([
  "labels",
  "annotations",
  "matchLabels",
  "nodeSelector",
  "limits",
  "requests",
  "overhead",
]);

/** Writes a path as Kubernetes does: `spec.containers[0].livenessProbe`, `metadata.labels[app]`. */
export function formatPath(path: Path): string {
  let text = "";
  for (const [index, step] of path.entries()) {
    const isKey = typeof step === "number" || /[.[\]]/.test(step) || isInMap(path, index);
    if (isKey) text += `[${step}]`;
    else text += text === "" ? step : `.${step}`;
  }
  return text;
}

/** Writes the path of an unknown field as strict decoding does: no name is in brackets, whatever dots it has. */
// Models sigs.k8s.io/json internal/golang/encoding/json strictError (v1.37.1)
export function formatStrictPath(path: Path): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === "number") return `${text}[${step}]`;
    return text === "" ? step : `${text}.${step}`;
  }, "");
}

function isInMap(path: Path, index: number): boolean {
  const owner = path[index - 1];
  // The server leaves `requests` out where it speaks of the size of a claim.
  if (owner === "overhead" && path[index] === "limits") return false;
  // It puts a container, and what it is limited in, behind the resources of the pod.
  if (typeof owner === "number" && path[index - 2] === "containers" && path[index - 3] === "resources") return true;
  return maps.has(owner) || (owner === "resources" && path[index] === "storage");
}

export function startsWith(path: Path, prefix: Path): boolean {
  return path.length >= prefix.length && prefix.every((step, index) => path[index] === step);
}

export function samePath(left: Path, right: Path): boolean {
  return left.length === right.length && startsWith(left, right);
}
