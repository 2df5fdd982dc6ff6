import { readFileSync } from "node:fs";
import { parseAllDocuments } from "yaml";
import * as z from "zod/mini";
import type { Api } from "./api.ts";

const containerSchema = z.looseObject({ name: z.string(), does: z.optional(z.string()) });
const specSchema = z.looseObject({
  initContainers: z.optional(z.array(containerSchema)),
  containers: z.array(containerSchema),
});
type Spec = z.infer<typeof specSchema>;

const workloadSchema = z.looseObject({
  name: z.string(),
  node: z.string(),
  /** That many pods of it are created, `NAME-1` and so on. */
  copies: z.number(),
  /** Fields of a Job that makes the pods; none: they are made by the test. */
  job: z.optional(z.record(z.string(), z.unknown())),
  spec: specSchema,
});
export type Workload = z.infer<typeof workloadSchema>;

/** The workloads of a file, one a document. */
export function readWorkloads(file: URL): readonly Workload[] {
  return parseAllDocuments(readFileSync(file, "utf8")).map((document) => workloadSchema.parse(document.toJS()));
}

export async function createWorkloads(api: Api, namespace: string, workloads: readonly Workload[]): Promise<void> {
  const objects = workloads.flatMap((workload) =>
    Array.from({ length: workload.copies }, (_, index) =>
      objectOf(workload, namespace, `${workload.name}-${index + 1}`),
    ),
  );
  await Promise.all(objects.map((object) => api.create(object)));
}

/** A pod spec whose containers follow their `does:`; `, then` separates the runs. */
export function scriptedSpec(spec: Spec, nodeName: string): Record<string, unknown> {
  const { initContainers, containers } = spec;
  return {
    // Else two of each pod's volumes and variables are made for services that there are not.
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    ...spec,
    nodeName,
    ...(initContainers !== undefined && { initContainers: initContainers.map(scriptedContainer) }),
    containers: containers.map(scriptedContainer),
  };
}

function objectOf({ node, job, spec }: Workload, namespace: string, name: string): unknown {
  const metadata = { name, namespace };
  const podSpec = scriptedSpec(spec, node);
  if (job === undefined) return { apiVersion: "v1", kind: "Pod", metadata, spec: podSpec };
  return { apiVersion: "batch/v1", kind: "Job", metadata, spec: { ...job, template: { spec: podSpec } } };
}

function scriptedContainer({ does, ...container }: z.infer<typeof containerSchema>): Record<string, unknown> {
  return { image: "scripted/app:1", ...(does !== undefined && { args: [does] }), ...container };
}
