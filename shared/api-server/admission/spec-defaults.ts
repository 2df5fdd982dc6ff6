import { memo } from "../../basics/once.ts";
import { parseImageName } from "../../kubernetes/image-name.ts";
import type { Fallback, FieldsOf } from "../types/api-types.ts";
import { type Fields, has, isFields, listAt, numberAt, textAt } from "../types/fields.ts";
import { eachObject, type RulesOf, rulesOf } from "./field-rules.ts";

/** Gives a decoded pod spec its defaults, in place. A template keeps what is replaced in a pod only. */
// Models pkg/apis/core/v1/defaults.go SetDefaults_PodSpec, SetDefaults_Pod, SetDefaults_Container (v1.37.1)
export function defaultPodSpec(fieldsOf: FieldsOf, spec: Fields, isPod: boolean): void {
  defaultFields(fieldsOf, "PodSpec", spec);
  if (isPod && (numberAt(spec, "terminationGracePeriodSeconds") ?? 0) < 0) spec["terminationGracePeriodSeconds"] = 1;
  for (const list of ["initContainers", "containers", "ephemeralContainers"])
    for (const container of listAt(spec, list).filter(isFields))
      if (textAt(container, "imagePullPolicy") === "")
        container["imagePullPolicy"] = pullPolicyOf(textAt(container, "image"));
}

/** The defaults that depend on nothing else, of an object of a type and of everything in it. */
export function defaultFields(fieldsOf: FieldsOf, type: string, object: Fields): void {
  fill(fallbacksOf(fieldsOf), type, object);
}

const fallbacksOf = memo((fieldsOf: FieldsOf) => rulesOf(fieldsOf, ({ fallback }) => fallback));

function fill(rules: RulesOf<Fallback>, type: string, object: Fields): void {
  const { own, inside } = rules(type);
  for (const { field, rule } of own)
    if (!has(object, field) || (rule.isForEmpty && (object[field] === "" || object[field] === 0)))
      object[field] = rule.value;
  for (const below of inside)
    if (has(object, below.field)) eachObject(object[below.field], (each) => fill(rules, below.type, each));
}

// Models pkg/apis/core/v1/defaults.go SetDefaults_Container (v1.37.1)
function pullPolicyOf(image: string): string {
  const name = parseImageName(image);
  return image !== "" && name.isValid && name.pullsByDefault ? "Always" : "IfNotPresent";
}
