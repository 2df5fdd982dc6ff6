import { dependenciesOf, gateInfo, gateSummary } from "../../../shared/kubernetes/gates/feature-gates.ts";
import {
  kubeletDocumentation,
  kubeletValueDocumentation,
} from "../../../shared/kubernetes/kubelet/kubelet-documentation.ts";
import { defaultOf, type KubeletField, valuesOf } from "../../../shared/kubernetes/kubelet/kubelet-fields.ts";
import { type KubernetesVersion, minorVersions } from "../../../shared/kubernetes/versions.ts";

/** What people write for each type, and its unit. */
const typeWords: Readonly<Record<string, string>> = {
  bool: "boolean",
  string: "string",
  int32: "integer",
  int64: "integer",
  uint32: "integer",
  float64: "number",
  duration: "duration with a unit, such as 30s or 1h30m",
  "duration|int": "duration with a unit, or nanoseconds",
  quantity: "quantity, such as 10Mi",
  time: "time",
  object: "object",
  "[]object": "list",
  "[]string": "list of strings",
  "[]int32": "list of integers",
  "map[string]string": "map of strings",
  "map[string]bool": "map of booleans",
  "map[string]quantity": "map of quantities",
  "map[string][]string": "map of lists of strings",
};

/** The summary in one line: `duration · default 1m0s`. */
export function fieldDetail(field: KubeletField, version: KubernetesVersion): string {
  const value = defaultOf(field, version);
  const type = (typeWords[field.type] ?? field.type).replace(/ with a unit.*|, such as.*/, "");
  return value === undefined ? type : `${type} · default ${defaultText(value)}`;
}

/** What the field does, its unit, default, bounds and values, since when and behind which gate. */
export function fieldText(field: KubeletField, version: KubernetesVersion): string {
  const documentation = kubeletDocumentation(field.path);
  const value = defaultOf(field, version);
  const values = valuesOf(field, version);
  const facts = [
    typeWords[field.type] ?? field.type,
    ...(value === undefined ? [] : [`default \`${defaultText(value)}\``]),
    ...(field.bounds === undefined ? [] : [boundsText(field.bounds)]),
    ...(values.length === 0 ? [] : [values.map((each) => `\`${each}\``).join(", ")]),
  ];
  const origins = [
    ...(field.since === 0 ? [] : [`since 1.${field.since}`]),
    ...(field.gate === undefined ? [] : [`feature gate \`${field.gate}\` (${gateState(field.gate, version)})`]),
    ...(documentation?.flag === undefined ? [] : [`flag \`${documentation.flag}\``]),
  ];
  return [documentation?.text ?? "", facts.join(" · "), origins.join(" · ")].filter((part) => part !== "").join("\n\n");
}

/** What the gate does, and what it is in each minor. */
export function gateText(gate: string, version: KubernetesVersion): string | undefined {
  if (gate === "AllAlpha" || gate === "AllBeta")
    return `Sets every ${gate.slice(3).toLowerCase()} feature gate that is not set itself.`;
  if (gateInfo(gate, version) === undefined) return undefined;
  const needs = dependenciesOf(gate);
  const facts = [
    `Kubernetes ${version}: ${gateState(gate, version)}`,
    ...(needs.length === 0 ? [] : [`requires ${needs.map((each) => `\`${each}\``).join(", ")}`]),
  ];
  return [gateSummary(gate), facts.join(" · "), gateHistory(gate)].filter((part) => part !== "").join("\n\n");
}

/** `beta, on by default`; `stable, always on`. */
export function gateState(gate: string, version: KubernetesVersion): string {
  const info = gateInfo(gate, version);
  if (info === undefined) return `not in ${version}`;
  const state = info.default ? "on" : "off";
  const stage = info.stage === "ga" ? "stable" : info.stage;
  return info.locked ? `${stage}, always ${state}` : `${stage}, ${state} by default`;
}

export function valueText(field: KubeletField, value: string): string | undefined {
  return kubeletValueDocumentation(field.path, value);
}

/** Only the minors in which something changed. */
function gateHistory(gate: string): string {
  let before = "";
  const changes = minorVersions.flatMap((version) => {
    const state = gateInfo(gate, version) === undefined ? "" : gateState(gate, version);
    const isNew = state !== before;
    before = state;
    return isNew ? [`${version} ${state === "" ? "removed" : state}`] : [];
  });
  return changes.join(" → ");
}

function boundsText(bounds: string): string {
  const [from = "", to = ""] = bounds.split("..");
  if (to === "") return `at least ${from}`;
  return from === "" ? `at most ${to}` : `${from}–${to}`;
}

function defaultText(value: unknown): string {
  if (typeof value === "string") return value === "" ? '""' : value;
  return JSON.stringify(value)
    .replace(/^\{|\}$|"/g, "")
    .replaceAll(",", ", ")
    .replaceAll(":", ": ");
}
