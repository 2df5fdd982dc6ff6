import type { Path } from "../../basics/path.ts";
import { isWholeQuantity, parseQuantity } from "../../basics/quantities.ts";
import { type Fields, valueAt } from "../../basics/values.ts";
import { gateInfo, isEnabled } from "../../kubernetes/gates/feature-gates.ts";
import { type KubeletField, kubeletFields, valuesOf } from "../../kubernetes/kubelet/kubelet-fields.ts";
import type { KubeletAdvice, KubeletHost } from "../model/model.ts";
import type { Refusal } from "../model/rule.ts";
import { textOf } from "../model/values.ts";
import { tlsCipherSuites } from "../rules/tls.data.ts";
import { adviseReason } from "./advice-reasons.ts";

/** What to do if validation rejects a value. */
export function adviseValue(refusal: Refusal, fields: Fields, host: KubeletHost): KubeletAdvice {
  const advised = adviseField(refusal, fields, host);
  return advised.advice === undefined ? adviseReason(refusal.path, refusal.reason) : advised;
}

function adviseField({ path, reason }: Refusal, fields: Fields, host: KubeletHost): KubeletAdvice {
  const field = fieldAt(path, host);
  const text = textOf(valueAt(fields, path));
  if (field?.gate !== undefined && reason.includes(field.gate) && !isEnabled(host, field.gate))
    return adviseMissingGate(field, field.gate, { fields, host });
  if (path[0] === "containerLogMaxSize") return adviseLogSize(path, text);
  if (path[0] === "tlsCipherSuites") return adviseChoice(path, text, tlsCipherSuites);
  if (field === undefined) return {};
  const known = valuesOf(field, host.kubernetes);
  if (known.length === 0) return {};
  if (field.type.startsWith("map[")) return adviseKey(path, known);
  if (known.includes(text)) return {};
  const choice = adviseChoice(path, text, known);
  // The kubelet's message already lists them.
  return choice.repairs === undefined && /must be one of|Valid options/.test(reason) ? {} : choice;
}

/** The field at a path of the document, or the map or list that contains the path. */
function fieldAt(path: Path, { kubernetes }: KubeletHost): KubeletField | undefined {
  const table = kubeletFields(kubernetes);
  const whole = path
    .map((step) => (typeof step === "number" ? "[]" : `.${step}`))
    .join("")
    .slice(1);
  return table.get(whole) ?? table.get(whole.replace(/\[\]$/, "")) ?? table.get(String(path[0]));
}

function adviseMissingGate(
  field: KubeletField,
  gate: string,
  { fields, host }: { readonly fields: Fields; readonly host: KubeletHost },
): KubeletAdvice {
  const info = gateInfo(gate, host.kubernetes);
  if (info === undefined || info.locked) return { advice: `Remove ${field.name}` };
  const advice = `Set ${gate} to true under featureGates, or remove ${field.name}`;
  // If it was turned off, that may be intended.
  const isTurnedOff = valueAt(fields, ["featureGates", gate]) === false;
  return isTurnedOff ? { advice } : { advice, repairs: [{ kind: "gate", gate, value: true }] };
}

/** Only a wrong case is a certain repair. */
function adviseChoice(path: Path, text: string, known: readonly string[]): KubeletAdvice {
  const same = known.find((value) => value.toLowerCase() === text.toLowerCase());
  if (same !== undefined) return { advice: `Set it to ${same}`, repairs: [{ kind: "value", path, text: same }] };
  return known.length > 8 ? {} : { advice: `Set it to ${known.join(" or ")}` };
}

function adviseKey(path: Path, known: readonly string[]): KubeletAdvice {
  const written = String(path.at(-1));
  const same = known.find((name) => name.toLowerCase() === written.toLowerCase());
  if (path.length < 2 || same === written) return {};
  if (same === undefined) return { advice: `Valid keys: ${known.join(", ")}` };
  return { advice: `Rename it to ${same}`, repairs: [{ kind: "key", path, name: same }] };
}

const mebibyte = 2 ** 20;
const kibibyte = 2 ** 10;

/** A fractional size that is a whole number of bytes can be written without a fraction. */
function adviseLogSize(path: Path, text: string): KubeletAdvice {
  const bytes = parseQuantity(text);
  if (bytes === undefined || isWholeQuantity(text)) return { advice: "Set it to a size such as 10Mi" };
  if (!Number.isSafeInteger(bytes)) return { advice: "Set it to a whole number of bytes, such as 10Mi" };
  const whole =
    bytes % mebibyte === 0 ? `${bytes / mebibyte}Mi` : bytes % kibibyte === 0 ? `${bytes / kibibyte}Ki` : `"${bytes}"`;
  return {
    advice: `The size must not have a fraction. Set it to ${whole}`,
    repairs: [{ kind: "value", path, text: whole }],
  };
}
