/**
 * Where something stands in an object: keys and indexes from its root.
 * The engine and the rules use paths relative to the pod spec; `LocatedPod.prefix` makes them paths of the document.
 */
export type Path = readonly (string | number)[];

/** Writes a path as Kubernetes does: `spec.containers[0].livenessProbe`; keys that hold a dot or a bracket go into brackets. */
export function formatPath(path: Path): string {
  let text = "";
  for (const step of path) {
    if (typeof step === "number") text += `[${step}]`;
    else if (/[.[\]]/.test(step)) text += `[${step}]`;
    else text += text === "" ? step : `.${step}`;
  }
  return text;
}

export function startsWith(path: Path, prefix: Path): boolean {
  return path.length >= prefix.length && prefix.every((step, index) => path[index] === step);
}

export function samePath(left: Path, right: Path): boolean {
  return left.length === right.length && startsWith(left, right);
}
