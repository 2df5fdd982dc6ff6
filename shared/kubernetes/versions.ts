/** The Kubernetes minors whose kubelet and API server we know, oldest first. */
export const minorVersions = ["1.28", "1.29", "1.30", "1.31", "1.32", "1.33", "1.34", "1.35", "1.36", "1.37"] as const;

export type MinorVersion = (typeof minorVersions)[number];

/** The version that is assumed where none is set. */
export const newestVersion: MinorVersion = minorVersions.at(-1) ?? minorVersions[0];

/**
 * Reads `1.36`, `v1.36`, `1.36.4` and what distributions append (`v1.36.4-gke.100`, `1.36.4+k3s1`) as the minor.
 * Undefined if it is not a version, or a minor that we do not know.
 */
export function parseVersion(text: string): MinorVersion | undefined {
  const minor = /^v?(\d+\.\d+)(\.\d+([-+].*)?)?$/.exec(text.trim())?.[1];
  return minorVersions.find((version) => version === minor);
}

/**
 * The supported version that is nearest to the one that a component reports. What follows the minor decides nothing.
 * Undefined if it is not a version.
 */
export function nearestVersion(
  text: string,
): { readonly version: MinorVersion; readonly isSupported: boolean } | undefined {
  const minor = /^v?1\.(\d+)(?!\d)/.exec(text.trim())?.[1];
  if (minor === undefined) return undefined;
  const version = parseVersion(`1.${minor}`);
  if (version !== undefined) return { version, isSupported: true };
  return { version: Number(minor) > minorOf(newestVersion) ? newestVersion : minorVersions[0], isSupported: false };
}

/** What something does differently since a version, beside feature gates: the function says whether a version has a change of the table. */
export function changeTable<Change extends string>(
  changes: Readonly<Record<Change, MinorVersion>>,
): (component: { readonly kubernetes: MinorVersion }, change: Change) => boolean {
  return ({ kubernetes }, change) => atLeast(kubernetes, changes[change]);
}

/** `36` of `1.36`, for tables that name minors so. */
export function minorOf(version: MinorVersion): number {
  return Number(version.slice(2));
}

export function atLeast(version: MinorVersion, minimum: MinorVersion): boolean {
  return minorVersions.indexOf(version) >= minorVersions.indexOf(minimum);
}
