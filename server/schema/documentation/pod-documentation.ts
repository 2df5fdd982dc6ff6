import type { FieldInfo } from "../../../shared/api-server/types/api-types.ts";
import type { FieldDocumentation } from "../../../shared/kubernetes/pod-documentation.ts";
import type { KubernetesVersion } from "../../../shared/kubernetes/versions.ts";
import { gateState } from "./kubelet-documentation.ts";

/** On one line: `seconds · default 10`. */
export function podFieldDetail(field: FieldDocumentation, info: FieldInfo): string {
  const facts = [field.unit ?? typeWords(field, info)];
  if (field.default !== undefined) facts.push(`default ${field.default}`);
  if (field.required) facts.push("required");
  return facts.join(" · ");
}

/**
 * What the field does, its unit, default, bounds and values, since when and behind which gate.
 * @param told what is written above it already, as `podFieldDetail` says it: not said again
 */
export function podFieldText(
  field: FieldDocumentation,
  info: FieldInfo,
  version: KubernetesVersion,
  told?: string,
): string {
  const facts = [
    ...(info.type.is === "object" ? [] : [unitWords(field, info)]),
    ...(field.default === undefined ? [] : [`default \`${field.default}\``]),
    ...(field.required ? ["required"] : []),
    ...boundsWords(field),
    ...(field.values.length === 0 ? [] : [field.values.map(({ name }) => `\`${name}\``).join(", ")]),
  ].join(" · ");
  const untold = facts.replaceAll("`", "") === told ? "" : facts;
  return [field.text, untold, originWords(field, info, version)].filter((part) => part !== "").join("\n\n");
}

/** What a value means, and the gate that it needs. */
export function podValueText(value: FieldDocumentation, version: KubernetesVersion): string {
  return value.gate === undefined ? value.text : `${value.text}\n\n${gateWords(value.gate, version)}`;
}

function originWords({ gate }: FieldDocumentation, { since, last }: FieldInfo, version: KubernetesVersion): string {
  const origins = [
    ...(since === 0 ? [] : [`since 1.${since}`]),
    ...(Number.isFinite(last) ? [`removed after 1.${last}`] : []),
    ...(gate === undefined ? [] : [gateWords(gate, version)]),
  ];
  return origins.join(" · ");
}

function gateWords(gate: string, version: KubernetesVersion): string {
  return `feature gate \`${gate}\` (${gateState(gate, version)})`;
}

function boundsWords({ minimum, maximum }: FieldDocumentation): readonly string[] {
  if (minimum === undefined) return [];
  return [maximum === undefined ? `at least ${minimum}` : `${minimum}–${maximum}`];
}

function unitWords(field: FieldDocumentation, info: FieldInfo): string {
  return field.unit === undefined ? typeWords(field, info) : `integer (${field.unit})`;
}

/** What people write for each type. */
function typeWords({ name }: FieldDocumentation, { type }: FieldInfo): string {
  switch (type.is) {
    case "int32":
    case "int64":
      return "integer";
    case "boolean":
      return "boolean";
    case "intOrString":
      return name === "port" ? "integer or string" : "integer or percentage, such as 25%";
    case "list":
      return type.of.is === "int32" ? "list of integers" : type.of.is === "string" ? "list of strings" : "list";
    case "map":
      return "map of strings";
    case "object":
      return "object";
    default:
      return "string";
  }
}
