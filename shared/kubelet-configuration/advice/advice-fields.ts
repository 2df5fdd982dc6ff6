import { nearest } from "../../basics/nearest.ts";
import { isFields } from "../../basics/values.ts";
import { allKubeletFields, fieldsBelow } from "../../kubernetes/kubelet/kubelet-fields.ts";
import { type KubernetesVersion, minorOf } from "../../kubernetes/versions.ts";
import type { UnknownKubeletField } from "../model/decode.ts";
import type { KubeletAdvice, KubeletRepair } from "../model/model.ts";
import { meantDuration } from "./advice-types.ts";

const crashLoop = "crashLoopBackOff";
const period = "maxContainerRestartPeriod";
/** Names of the period in the KEPs. */
const proposedNames = [
  "maxseconds",
  "maxrestartperiod",
  "maxbackoff",
  "maxbackoffperiod",
  "maxcontainerrestartperiodseconds",
];

/** The field that was probably meant by an unknown one. */
export function adviseUnknown({ path, parent, value }: UnknownKubeletField, version: KubernetesVersion): KubeletAdvice {
  const written = String(path.at(-1));
  const names = fieldsBelow(version, parent).map(({ name }) => name);
  const same = names.find((name) => plain(name) === plain(written));
  if (same !== undefined) return adviseSpelling(path, same, value);
  if (parent === crashLoop) return adviseCrashLoop(path, written, value);
  const later = allKubeletFields().find(
    ({ path: known }) => known === (parent === "" ? written : `${parent}.${written}`),
  );
  if (later !== undefined && later.since > minorOf(version))
    return { advice: `It needs Kubernetes 1.${later.since}, not ${version}` };
  if (parent === "" && written === "metadata") return { advice: "A kubelet configuration has no metadata" };
  return adviseElsewhere(written, parent, names);
}

function adviseSpelling(path: UnknownKubeletField["path"], name: string, value: unknown): KubeletAdvice {
  const inner = name === crashLoop && isFields(value) ? periodRepairs(path, value) : [];
  return { advice: `Did you mean ${name}?`, repairs: [{ kind: "key", path, name }, ...inner] };
}

/** The outer and the inner name of KEP-4603 are repaired together. */
function periodRepairs(
  path: UnknownKubeletField["path"],
  value: Readonly<Record<string, unknown>>,
): readonly KubeletRepair[] {
  return Object.entries(value).flatMap(([key, amount]) =>
    key !== period && isPeriodName(key) ? renamedPeriod([...path, key], amount) : [],
  );
}

function adviseCrashLoop(path: UnknownKubeletField["path"], written: string, value: unknown): KubeletAdvice {
  if (!isPeriodName(written)) return { advice: `The only field here is ${period}, a duration such as 60s` };
  return {
    advice: `KEP-4603 proposed this name. Set ${period} to a duration such as 60s`,
    repairs: renamedPeriod(path, value),
  };
}

function isPeriodName(key: string): boolean {
  return proposedNames.includes(plain(key)) || plain(key) === plain(period);
}

function renamedPeriod(path: UnknownKubeletField["path"], value: unknown): readonly KubeletRepair[] {
  const meant = meantDuration(value);
  const rename: KubeletRepair = { kind: "key", path, name: period };
  return meant === undefined ? [rename] : [rename, { kind: "value", path, text: JSON.stringify(meant) }];
}

function adviseElsewhere(written: string, parent: string, names: readonly string[]): KubeletAdvice {
  const elsewhere = allKubeletFields().find(({ name, path }) => plain(name) === plain(written) && path !== written);
  if (elsewhere !== undefined && !elsewhere.path.includes("[]") && elsewhere.name.length > 7) {
    const above = elsewhere.path.split(".").slice(0, -1).join(".");
    return { advice: `Move ${elsewhere.name} to ${above === "" ? "the top level" : above}` };
  }
  const meant = nearest(written, names);
  if (meant !== undefined) return { advice: `Did you mean ${meant}?` };
  return parent === "" || names.length > 6 ? {} : { advice: `Valid fields: ${names.join(", ")}` };
}

/** Kubelet flags have dashes, Go fields have capitals. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, "");
}
