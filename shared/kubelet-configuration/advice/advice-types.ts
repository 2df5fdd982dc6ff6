import { durationError, parseDuration } from "../../basics/read-duration.ts";
import { isFields } from "../../basics/values.ts";
import type { DecodeError } from "../model/decode.ts";
import type { KubeletAdvice } from "../model/model.ts";
import { isUsablePeriod } from "../rules/crash-loop.ts";

/** What to do if a value has the wrong type. */
export function adviseType({ path, type, value }: DecodeError): KubeletAdvice {
  const name = path.findLast((step) => typeof step === "string") ?? "";
  if (type === "duration" || type === "duration|int") return adviseDuration(path, name, value);
  if (type === "bool") return adviseSwitch(path, name, value);
  if (type === "int32" || type === "int64" || type === "uint32" || type === "float64")
    return adviseNumber(path, name, value);
  if (type.startsWith("map[")) return adviseMap(path, name, value, type === "map[string]bool");
  if (type.startsWith("[]")) {
    const isScalar = typeof value === "string" && value !== "" && type === "[]string";
    return { advice: `${name} must be a list`, ...(isScalar && { repairs: [{ kind: "wrap", path }] }) };
  }
  if (type === "object") return adviseObject(path, name, value);
  if (type !== "string") return {};
  if (path[0] === "evictionSoftGracePeriod" && typeof value === "number") return adviseDuration(path, name, value);
  const isWord = typeof value === "number" || typeof value === "boolean";
  return {
    advice: `${name} must be a string. Put it in quotes`,
    ...(isWord && { repairs: [{ kind: "quote", path }] }),
  };
}

type Path = DecodeError["path"];

function adviseDuration(path: Path, name: string, value: unknown): KubeletAdvice {
  const meant = meantDuration(value);
  if (meant === undefined || !fits(name, meant))
    return { advice: `${name} must have a unit, for example 60s or 1m30s` };
  return {
    advice: `${name} must have a unit. Set it to ${meant}`,
    repairs: [{ kind: "value", path, text: JSON.stringify(meant) }],
  };
}

function fits(name: string, duration: string): boolean {
  return name !== "maxContainerRestartPeriod" || isUsablePeriod(parseDuration(duration) ?? 0);
}

/** More seconds than anyone means; possibly nanoseconds. */
const secondsMax = 1_000_000;

/** A bare number means seconds, as in the KEPs. Days, capitals and spaces have only one meaning. */
export function meantDuration(value: unknown): string | undefined {
  const text = typeof value === "number" && value >= 0 ? String(value) : typeof value === "string" ? value.trim() : "";
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) <= secondsMax ? `${text}s` : undefined;
  const days = /^(\d+)d$/i.exec(text)?.[1];
  if (days !== undefined) return `${Number(days) * 24}h`;
  const plain = text.replaceAll(" ", "").toLowerCase();
  return plain !== "" && plain !== text && durationError(plain) === undefined ? plain : undefined;
}

function adviseSwitch(path: Path, name: string, value: unknown): KubeletAdvice {
  const what = path[0] === "featureGates" ? "A feature gate" : name;
  const text = typeof value === "object" ? "" : String(value).toLowerCase();
  const isOn = ["true", "yes", "on", "y", "1"].includes(text);
  if (!isOn && !["false", "no", "off", "n", "0"].includes(text)) return { advice: `${what} must be true or false` };
  return {
    advice: `${what} must be true or false. Set it to ${isOn}`,
    repairs: [{ kind: "value", path, text: String(isOn) }],
  };
}

function adviseNumber(path: Path, name: string, value: unknown): KubeletAdvice {
  if (typeof value !== "string" || !/^-?\d+(\.\d+)?$/.test(value)) return { advice: `${name} must be a number` };
  return {
    advice: `${name} must be a number. Set it to ${value}`,
    repairs: [{ kind: "value", path, text: value }],
  };
}

/** Flags have the form `a=1,b=2`, thresholds `a<1`. */
function adviseMap(path: Path, name: string, value: unknown, ofSwitches: boolean): KubeletAdvice {
  const advice = `${name} must have one entry per line`;
  if (typeof value !== "string") return { advice };
  const entries = value.split(",").map((entry) => /^\s*([\w./-]+)\s*[=<]\s*(\S+)\s*$/.exec(entry));
  const fits = entries.every((entry) => entry !== null && (!ofSwitches || /^(true|false)$/.test(entry[2] ?? "")));
  if (!fits) return { advice };
  const written = entries.map((entry) => `${entry?.[1]}: ${ofSwitches ? entry?.[2] : JSON.stringify(entry?.[2])}`);
  return { advice, repairs: [{ kind: "value", path, text: `{${written.join(", ")}}` }] };
}

function adviseObject(path: Path, name: string, value: unknown): KubeletAdvice {
  const advice = `${name} must contain fields, one per line`;
  const period = name === "crashLoopBackOff" && !isFields(value) ? periodOf(value) : undefined;
  if (period === undefined) return { advice };
  return { advice, repairs: [{ kind: "value", path, text: `{maxContainerRestartPeriod: ${JSON.stringify(period)}}` }] };
}

function periodOf(value: unknown): string | undefined {
  return typeof value === "string" && durationError(value) === undefined ? value : meantDuration(value);
}
