import { parseQuantity } from "../../basics/quantities.ts";
import { parseDuration } from "../../basics/read-duration.ts";
import { isEnabled } from "../../kubernetes/gates/feature-gates.ts";
import { atLeast } from "../../kubernetes/versions.ts";
import type { KubeletRule, Refusal } from "../model/rule.ts";
import { type KubeletValues, numberOf, textOf } from "../model/values.ts";

const verbosityMax = 2 ** 31 - 1;

/** Checked before everything else: what is wrong here hides all other mistakes. */
// Models staging/src/k8s.io/component-base/logs/api/v1 Validate (v1.37.1)
export const checkLogging: KubeletRule = (values, host) => {
  const format = values.text("logging.format");
  return [
    ...(format === "text" || format === "json"
      ? []
      : [refusal(["format"], "Invalid value", "Unsupported log format", JSON.stringify(format))]),
    ...(atLeast(host.kubernetes, "1.35") ? checkFlush(values) : []),
    ...checkVerbosity(["verbosity"], values.number("logging.verbosity") ?? 0),
    ...checkModules(values, format),
    ...(isEnabled(host, "LoggingAlphaOptions")
      ? []
      : [...checkOptions(values, "text"), ...checkOptions(values, "json")]),
  ];
};

function checkFlush(values: KubeletValues): readonly Refusal[] {
  const text = values.text("logging.flushFrequency");
  const isNumber = values.number("logging.flushFrequency") !== undefined;
  const amount = isNumber ? Number(text) : parseDuration(text);
  if (amount === undefined || amount >= 0) return [];
  return [
    refusal(["flushFrequency"], "Invalid value", "Must be greater than zero", isNumber ? text : JSON.stringify(text)),
  ];
}

function checkVerbosity(path: readonly (string | number)[], verbosity: number): readonly Refusal[] {
  if (verbosity <= verbosityMax) return [];
  return [refusal(path, "Invalid value", `Must be <= ${verbosityMax}`, String(verbosity))];
}

function checkModules(values: KubeletValues, format: string): readonly Refusal[] {
  const modules = values.objects("logging.vmodule");
  const forbidden = modules.length > 0 && format !== "text";
  return [
    ...(forbidden ? [refusal(["vmodule"], "Forbidden", "Only supported for text log format")] : []),
    ...modules.flatMap((item, index) => {
      const path = ["vmodule", index];
      const pattern = textOf(item["filePattern"]);
      const isUnclear = /[=,]/.test(pattern);
      const unclear = "File pattern must not contain equal sign or comma";
      return [
        ...(pattern === "" ? [refusal(path, "Required value", "File pattern must not be empty")] : []),
        ...(isUnclear ? [refusal(path, "Invalid value", unclear, JSON.stringify(pattern))] : []),
        ...checkVerbosity(path, numberOf(item["verbosity"]) ?? 0),
      ];
    }),
  ];
}

function checkOptions(values: KubeletValues, format: "text" | "json"): readonly Refusal[] {
  const refuse = (field: string) => [
    refusal(["options", format, field], "Forbidden", "Feature LoggingAlphaOptions is disabled"),
  ];
  const size = values.text(`logging.options.${format}.infoBufferSize`);
  return [
    ...(values.flag(`logging.options.${format}.splitStream`) === true ? refuse("splitStream") : []),
    ...((parseQuantity(size) ?? 0) !== 0 ? refuse("infoBufferSize") : []),
  ];
}

function refusal(path: readonly (string | number)[], type: string, words: string, value?: string): Refusal {
  const field = ["logging", ...path].reduce<string>(
    (text, step) => (typeof step === "number" ? `${text}[${step}]` : text === "" ? step : `${text}.${step}`),
    "",
  );
  const shown = value === undefined ? "" : `${value}: `;
  return { path: ["logging", ...path], reason: `${field}: ${type}: ${shown}${words}`, bare: true };
}
