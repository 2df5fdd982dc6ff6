import { formatPath, type Path } from "../basics/path.ts";
import {
  allContainers,
  type Container,
  type DefaultedPod,
  type Probe,
  probeField,
  probeTypes,
} from "../kubernetes/pod.ts";
import type { Contradiction } from "./contradictions.ts";

/**
 * Where the pod in the cluster differs from the one in the file in what decides about restarts: policies, grace periods, probes,
 * hooks, images. Paths are relative to the pod spec of the file.
 */
export function specDifferences(live: DefaultedPod, file: DefaultedPod): readonly Contradiction[] {
  const differences: Contradiction[] = [];
  const compare = (path: Path, container: string | undefined, inCluster: unknown, inFile: unknown): void => {
    const [cluster, here] = [inCluster, inFile].map(valueText);
    if (cluster === here) return;
    const message = `${formatPath(path)} is ${cluster} in the cluster and ${here} in this file. The live pod does not match the file.`;
    differences.push({ kind: "other spec", container, path, message });
  };
  for (const field of ["restartPolicy", "terminationGracePeriodSeconds", "activeDeadlineSeconds"] as const)
    compare([field], undefined, live[field], file[field]);
  for (const written of allContainers(file)) {
    const running = allContainers(live).find(({ name }) => name === written.name);
    if (running === undefined) differences.push(missing(written, "in this file, but not in the live pod"));
    else compareContainer(running, written, compare);
  }
  for (const running of allContainers(live)) {
    if (allContainers(file).every(({ name }) => name !== running.name))
      differences.push(missing(running, "in the live pod, but not in this file"));
  }
  return differences;
}

type Compare = (path: Path, container: string, inCluster: unknown, inFile: unknown) => void;

function compareContainer(running: Container, written: Container, compare: Compare): void {
  const { name, path } = written;
  for (const field of ["image", "restartPolicy", "restartPolicyRules"] as const)
    compare([...path, field], name, running[field], written[field]);
  for (const hook of ["postStart", "preStop"] as const)
    compare([...path, "lifecycle", hook], name, running[hook], written[hook]);
  for (const type of probeTypes) {
    const inCluster = running.probes[type];
    const inFile = written.probes[type];
    const at = [...path, probeField(type)];
    if (inCluster === undefined || inFile === undefined) compare(at, name, inCluster && "set", inFile && "set");
    else for (const field of probeFields) compare([...at, field], name, inCluster[field], inFile[field]);
  }
}

const probeFields: readonly (keyof Probe)[] = [
  "initialDelaySeconds",
  "periodSeconds",
  "timeoutSeconds",
  "failureThreshold",
  "successThreshold",
  "terminationGracePeriodSeconds",
  "handler",
];

function missing({ name, path }: Container, where: string): Contradiction {
  const list = path[0] ?? "containers";
  return { kind: "other spec", container: name, path: [list], message: `Container ${name}: ${where}.` };
}

function valueText(value: unknown): string {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return "not set";
  return typeof value === "string" ? value : JSON.stringify(value);
}
