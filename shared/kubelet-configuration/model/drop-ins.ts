/**
 * The drop-ins among the files below `--config-dir`, in the order in which the kubelet applies them; later ones win.
 * Names are paths below that directory, with slashes.
 */
// Models path/filepath WalkDir and cmd/kubelet/app mergeKubeletConfigurations (v1.37.1)
export function dropInsInOrder(names: readonly string[]): readonly string[] {
  return names.filter((name) => name.endsWith(".conf")).toSorted(compareWalk);
}

/** A directory stands among its siblings, with what is in it. */
function compareWalk(left: string, right: string): number {
  const [one, other] = [left.split("/"), right.split("/")];
  for (const [index, part] of one.entries()) {
    const against = other[index];
    if (against === undefined) return 1;
    if (part !== against) return part < against ? -1 : 1;
  }
  return one.length - other.length;
}
