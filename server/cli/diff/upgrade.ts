import {
  atLeast,
  isBefore,
  type KubernetesVersion,
  lastVersion,
  minorOf,
  minorVersions,
  parseVersion,
} from "../../../shared/kubernetes/versions.ts";
import { type CommandLine, has, optionOf, type Parsed } from "../arguments/command-line.ts";
import type { CallSettings } from "../arguments/flags.ts";

/** The same files on two versions of Kubernetes. */
export interface Upgrade {
  readonly from: KubernetesVersion;
  readonly to: KubernetesVersion;
}

/** `--from 1.34 --to 1.37`; undefined: two sides are compared. */
export function readUpgrade(line: CommandLine): Parsed<Upgrade | undefined> {
  if (!has(line, "from") && !has(line, "to")) return { value: undefined };
  if (has(line, "kubernetes")) return { problem: "--from and --to name the versions: leave out --kubernetes" };
  const versions: KubernetesVersion[] = [];
  for (const name of ["from", "to"] as const) {
    const text = optionOf(line, name);
    if (text === undefined) return { problem: `--${name} is missing: an upgrade is --from VERSION --to VERSION` };
    const version = parseVersion(text);
    if (version === undefined)
      return { problem: `--${name}: ${text} is not one of ${minorVersions[0]} to ${lastVersion}` };
    versions.push(version);
  }
  const [from, to] = versions;
  if (from === undefined || to === undefined) return { value: undefined };
  if (isBefore(to, from))
    return { problem: `--to ${to} has to be later than --from ${from}: a control plane is not downgraded` };
  if (from === to)
    return {
      problem: `--to ${to} has to be another version than --from ${from}, or a patch release that changes something`,
    };
  return { value: { from, to } };
}

/** The settings of each side: of nodes, and of the API server, which a project file may know to be of another version. */
export function upgradeSettings(settings: CallSettings, { from, to }: Upgrade): readonly [CallSettings, CallSettings] {
  const of = (kubernetes: KubernetesVersion): CallSettings => ({
    ...settings,
    overrides: { ...settings.overrides, kubernetes, apiServer: { ...settings.overrides.apiServer, kubernetes } },
  });
  return [of(from), of(to)];
}

/** A kubelet may be so many minors older than its API server. Models kubernetes.io/releases/version-skew-policy, since 1.28. */
const skewMax = 3;

/** The way from one version to the other, where it is more than one step. */
export function upgradeNotes({ from, to }: Upgrade): readonly string[] {
  const steps = minorVersions.filter((each) => !atLeast(from, each) && atLeast(to, each));
  if (steps.length < 2) return [];
  const last = minorVersions.find((each) => minorOf(each) === minorOf(from) + skewMax);
  const nodes =
    steps.length > skewMax
      ? `nodes of ${from} have to be upgraded before it is later than ${last ?? to}`
      : `nodes may stay on ${from} until it is ${to}`;
  return [`a control plane is upgraded one minor at a time (${steps.join(", ")}); ${nodes}`];
}
