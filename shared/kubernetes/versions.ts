/** The Kubernetes minors whose kubelet and API server we know, oldest first. */
export const minorVersions = ["1.28", "1.29", "1.30", "1.31", "1.32", "1.33", "1.34", "1.35", "1.36", "1.37"] as const;

export type MinorVersion = (typeof minorVersions)[number];

/** The version that is assumed where none is set. */
export const newestVersion: MinorVersion = minorVersions.at(-1) ?? minorVersions[0];

/**
 * Reads `1.36`, `v1.36`, `1.36.4` and what distributions append (`v1.36.4-gke.100`, `1.36.4+k3s1`) as the minor.
 * Undefined: not a version, or a minor that we do not know.
 */
export function parseVersion(text: string): MinorVersion | undefined {
  const minor = /^v?(\d+\.\d+)(\.\d+([-+].*)?)?$/.exec(text.trim())?.[1];
  return minorVersions.find((version) => version === minor);
}

/** What something does differently since a version, beside feature gates: the function says whether a version has a change of the table. */
export function changeTable<Change extends string>(
  changes: Readonly<Record<Change, MinorVersion>>,
): (component: { readonly kubernetes: MinorVersion }, change: Change) => boolean {
  return ({ kubernetes }, change) => atLeast(kubernetes, changes[change]);
}

export function atLeast(version: MinorVersion, minimum: MinorVersion): boolean {
  return minorVersions.indexOf(version) >= minorVersions.indexOf(minimum);
}
