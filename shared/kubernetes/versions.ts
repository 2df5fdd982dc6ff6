/** The Kubernetes minors whose kubelet and API server we know, oldest first. */
export const minorVersions = [
  "1.28",
  "1.29",
  "1.30",
  "1.31",
  "1.32",
  "1.33",
  "1.34",
  "1.35",
  "1.36",
  "1.37",
  "1.38",
] as const;

type MinorVersion = (typeof minorVersions)[number];

/** Minors that are known from a release before the first: they can be chosen, and are never assumed. */
const previews: readonly MinorVersion[] = ["1.38"];

/**
 * Patch releases that do something else than the newest one of their minor. Every other one counts as its minor:
 * `changeTable` and the gates of patch releases name the changes.
 */
export const earlierPatches = ["1.35.0", "1.35.1", "1.35.2", "1.35.3", "1.36.0", "1.36.1", "1.36.2"] as const;

/** A minor alone is its newest patch release. */
export type KubernetesVersion = MinorVersion | (typeof earlierPatches)[number];

export const kubernetesVersions: readonly KubernetesVersion[] = [...minorVersions, ...earlierPatches];

/** The newest minor that is released: it is assumed where none is set. */
export const newestVersion: MinorVersion = minorVersions.findLast((version) => !isPreview(version)) ?? minorVersions[0];

/** The newest minor that can be chosen. */
export const lastVersion: MinorVersion = minorVersions.at(-1) ?? minorVersions[0];

/** Whether it is a minor, and not one of its patch releases. */
export function isMinor(version: KubernetesVersion): version is MinorVersion {
  return minorVersions.some((minor) => minor === version);
}

export function isPreview(version: KubernetesVersion): boolean {
  return previews.some((preview) => preview === version);
}

/**
 * Reads `1.36`, `v1.36`, `1.36.4` and what distributions append (`v1.36.4-gke.100`, `1.36.4+k3s1`). A patch stays only where it makes a difference.
 * Undefined if it is not a version, or a minor that we do not know.
 */
export function parseVersion(text: string): KubernetesVersion | undefined {
  const [, minor = "", patch] = /^v?(\d+\.\d+)(?:\.(\d+)(?:[-+].*)?)?$/.exec(text.trim()) ?? [];
  const whole = patch === undefined ? minor : `${minor}.${Number(patch)}`;
  return kubernetesVersions.find((version) => version === whole) ?? minorVersions.find((version) => version === minor);
}

/**
 * The supported version that is nearest to the one that a component reports. What follows the patch decides nothing.
 * Undefined if it is not a version.
 */
export function nearestVersion(
  text: string,
): { readonly version: KubernetesVersion; readonly isSupported: boolean } | undefined {
  const [, minor, patch] = /^v?1\.(\d+)(?:\.(\d+))?(?!\d)/.exec(text.trim()) ?? [];
  if (minor === undefined) return undefined;
  const version = parseVersion(patch === undefined ? `1.${minor}` : `1.${minor}.${patch}`);
  if (version !== undefined) return { version, isSupported: true };
  return { version: Number(minor) > minorOf(lastVersion) ? lastVersion : minorVersions[0], isSupported: false };
}

/** Since when something is so: since a minor, since a patch release, or in each of these minors since a patch and in all later ones. */
export type Since = `1.${number}` | `1.${number}.${number}` | Readonly<Partial<Record<MinorVersion, number>>>;

/** What something does differently since a version, beside feature gates: the function says whether a version has a change of the table. */
export function changeTable<Change extends string>(
  changes: Readonly<Record<Change, Since>>,
): (component: { readonly kubernetes: KubernetesVersion }, change: Change) => boolean {
  const answers = new Map<KubernetesVersion, Partial<Record<Change, boolean>>>();
  return ({ kubernetes }, change) => {
    let known = answers.get(kubernetes);
    if (known === undefined) {
      known = {};
      answers.set(kubernetes, known);
    }
    known[change] ??= isSince(kubernetes, changes[change]);
    return known[change];
  };
}

/** `36` of `1.36` and of `1.36.2`, for tables that name minors so. */
export function minorOf(version: KubernetesVersion): number {
  return numbersOf(version).minor;
}

/** Compares minors: what changed in a patch release is in a `changeTable`. */
export function atLeast(version: KubernetesVersion, minimum: KubernetesVersion): boolean {
  return minorOf(version) >= minorOf(minimum);
}

/** Whether the other one is a later release. */
export function isBefore(version: KubernetesVersion, other: KubernetesVersion): boolean {
  const [own, its] = [numbersOf(version), numbersOf(other)];
  return own.minor === its.minor ? own.patch < its.patch : own.minor < its.minor;
}

export function isSince(version: KubernetesVersion, since: Since): boolean {
  const { minor, patch } = numbersOf(version);
  if (typeof since === "string") {
    const first = numbersOf(since);
    return minor === first.minor ? patch >= (since.split(".").length > 2 ? first.patch : 0) : minor > first.minor;
  }
  const listed = minorVersions.filter((each) => since[each] !== undefined);
  const own = listed.find((each) => minorOf(each) === minor);
  return own === undefined ? listed.every((each) => minorOf(each) < minor) : patch >= (since[own] ?? 0);
}

interface Numbers {
  readonly minor: number;
  readonly patch: number;
}

const numbersByVersion = new Map<string, Numbers>();

/** The patch of a minor alone is later than all that are named. */
function numbersOf(version: string): Numbers {
  const known = numbersByVersion.get(version);
  if (known !== undefined) return known;
  const [, minor, patch] = version.split(".");
  const numbers = { minor: Number(minor), patch: patch === undefined ? Number.POSITIVE_INFINITY : Number(patch) };
  numbersByVersion.set(version, numbers);
  return numbers;
}
