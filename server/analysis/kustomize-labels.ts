import type { Path } from "../../shared/basics/path.ts";
import { isFields } from "../../shared/basics/values.ts";
import type { LocatedPod } from "../manifest/text/model.ts";

const inTemplate: Path = ["spec", "template", "metadata", "labels"];

/**
 * Where Kustomize adds labels, even if nothing is there yet. The selector of a Job is not created.
 * Models sigs.k8s.io/kustomize/api/internal/konfig/builtinpluginconsts commonLabelFieldSpecs (v0.21.1).
 */
const labelPlaces: Readonly<Record<string, readonly Path[]>> = {
  Pod: [["metadata", "labels"]],
  Deployment: [["spec", "selector", "matchLabels"], inTemplate],
  ReplicaSet: [["spec", "selector", "matchLabels"], inTemplate],
  DaemonSet: [["spec", "selector", "matchLabels"], inTemplate],
  StatefulSet: [["spec", "selector", "matchLabels"], inTemplate],
  ReplicationController: [["spec", "selector"], inTemplate],
  Job: [inTemplate],
  CronJob: [["spec", "jobTemplate", "spec", "template", "metadata", "labels"]],
};

/** The written object with the labels that a kustomization adds to its selector and its pods. */
export function withLabels({ kind, owner }: LocatedPod, labels: Readonly<Record<string, string>>): unknown {
  if (Object.keys(labels).length === 0) return owner;
  return (labelPlaces[kind] ?? []).reduce<unknown>((object, path) => added(object, path, labels), owner);
}

/** What is written in another shape stays, for the API server to refuse. */
function added(value: unknown, path: Path, labels: Readonly<Record<string, string>>): unknown {
  const fields = value ?? {};
  if (!isFields(fields)) return value;
  const [step, ...rest] = path;
  if (step === undefined) return { ...fields, ...labels };
  return { ...fields, [step]: added(fields[String(step)], rest, labels) };
}
