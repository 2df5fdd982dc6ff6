import { parse } from "yaml";
import { type Admission, admit, type WrittenPod } from "../../../../shared/api-server/admission/admit.ts";
import type { Component } from "../../../../shared/kubernetes/node.ts";

export const newest: Component = { kubernetes: "1.37", featureGates: {} };

/** As if nodes were like the API server. */
export function admitBy(pod: WrittenPod, component: Component): Admission {
  return admit(pod, { node: component, apiServer: component });
}

/** Admits a pod spec that is written as YAML. */
export function admitYaml(yaml: string, apiServer: Component = newest): Admission {
  return admitBy(written(parse(yaml)), apiServer);
}

export function written(spec: unknown, kind = "Pod"): WrittenPod {
  return { kind, name: "web", namespace: "", spec };
}

export function present<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error("expected a value");
  return value;
}
