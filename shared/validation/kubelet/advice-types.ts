import { durationError, parseDuration } from "../../kubernetes/durations.ts";
import { isUsablePeriod } from "./crash-loop.ts";
import type { DecodeError } from "./decode.ts";
import type { KubeletAdvice } from "./model.ts";
import { isFields } from "./model.ts";

/** What to write where a value has the wrong type. */
export function adviseType({ path, type, value }: DecodeError): KubeletAdvice {
  const name = path.findLast((step) => typeof step === "string") ?? "";
  if (type === "duration" || type === "duration|int") return adviseDuration(path, name, value);
  if (type === "bool") return adviseSwitch(path, name, value);
  if (type === "int32" || type === "int64" || type === "uint32" || type === "float64")
    return adviseNumber(path, name, value);
  if (type.startsWith("map[")) return adviseMap(path, name, value, type === "map[string]bool");
  if (type.startsWith("[]")) {
    const isScalar = typeof value === "string" && value !== "" && type === "[]string";
    return { advice: `${name} is a list`, ...(isScalar && { repairs: [{ kind: "wrap", path }] }) };
  }
  if (type === "object") return adviseObject(path, name, value);
  if (type !== "string") return {};
  if (path[0] === "evictionSoftGracePeriod" && typeof value === "number") return adviseDuration(path, name, value);
  const isWord = typeof value === "number" || typeof value === "boolean";
  return { advice: `${name} is a text: put it in quotes`, ...(isWord && { repairs: [{ kind: "quote", path }] }) };
}

type Path = DecodeError["path"];

function adviseDuration(path: Path, name: string, value: unknown): KubeletAdvice {
  const meant = meantDuration(value);
  if (meant === undefined || !fits(name, meant)) return { advice: `${name} is a text with a unit: write 60s or 1m30s` };
  return {
    advice: `${name} is a text with a unit: write ${meant}`,
    repairs: [{ kind: "value", path, text: JSON.stringify(meant) }],
  };
}

function fits(name: string, duration: string): boolean {
  return name !== "maxContainerRestartPeriod" || isUsablePeriod(parseDuration(duration) ?? 0);
}

/** More seconds than anybody means, and nanoseconds perhaps. */
const secondsMax = 1_000_000;

/** A bare number was meant as seconds: that is what the proposals said. Days, capitals and blanks have one meaning only. */
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
  if (!isOn && !["false", "no", "off", "n", "0"].includes(text)) return { advice: `${what} is true or false` };
  return {
    advice: `${what} is true or false, without quotes: write ${isOn}`,
    repairs: [{ kind: "value", path, text: String(isOn) }],
  };
}

function adviseNumber(path: Path, name: string, value: unknown): KubeletAdvice {
  if (typeof value !== "string" || !/^-?\d+(\.\d+)?$/.test(value)) return { advice: `${name} is a number` };
  return {
    advice: `${name} is a number, without quotes: write ${value}`,
    repairs: [{ kind: "value", path, text: value }],
  };
}

/** The flags write `a=1,b=2`, and thresholds as `a<1`. */
function adviseMap(path: Path, name: string, value: unknown, ofSwitches: boolean): KubeletAdvice {
  const advice = `${name} holds one entry a line`;
  if (typeof value !== "string") return { advice };
  const entries = value.split(",").map((entry) => /^\s*([\w./-]+)\s*[=<]\s*(\S+)\s*$/.exec(entry));
  const fits = entries.every((entry) => entry !== null && (!ofSwitches || /^(true|false)$/.test(entry[2] ?? "")));
  if (!fits) return { advice };
  const written = entries.map((entry) => `${entry?.[1]}: ${ofSwitches ? entry?.[2] : JSON.stringify(entry?.[2])}`);
  return { advice, repairs: [{ kind: "value", path, text: `{${written.join(", ")}}` }] };
}

function adviseObject(path: Path, name: string, value: unknown): KubeletAdvice {
  const advice = `${name} holds fields: write them below it, one a line`;
  const period = name === "crashLoopBackOff" && !isFields(value) ? periodOf(value) : undefined;
  if (period === undefined) return { advice };
  return { advice, repairs: [{ kind: "value", path, text: `{maxContainerRestartPeriod: ${JSON.stringify(period)}}` }] };
}

function periodOf(value: unknown): string | undefined {
  return typeof value === "string" && durationError(value) === undefined ? value : meantDuration(value);
}
