import * as z from "zod/mini";
import { kubernetesVersions } from "../../kubernetes/versions.ts";
import { writtenPullRange } from "../values/assumptions.ts";
import type { Message } from "../values/parse.ts";
import { pathSchema } from "../values/values.ts";

/** What people change of the node in the panel. A field that is not there stays as the manifest's settings have it. */
const nodeChangesSchema = z.object({
  kubernetes: z.optional(z.literal(kubernetesVersions)),
  /** Gates whose value differs from that of the settings. */
  featureGates: z.optional(z.catchall(z.object({}), z.boolean())),
  /** crashLoopBackOff.maxContainerRestartPeriod; null: the kubelet's default. */
  maxContainerRestartPeriodMs: z.optional(z.nullable(z.number().check(z.positive()))),
  /** syncFrequency; null: the kubelet's default. */
  syncFrequencyMs: z.optional(z.nullable(z.number().check(z.positive()))),
  timing: z.optional(z.literal(["kubelet", "ideal"])),
  semantics: z.optional(z.literal(["released", "kep"])),
  /** How long the first pull of an image takes; null: images are on the node. */
  imagePull: z.optional(z.nullable(writtenPullRange)),
});

/** One line of the scenario's editor. Without a container it speaks of the whole pod. */
const lineSchema = z.object({ container: z.optional(z.string()), text: z.string() });

export const linesSchema = z.array(lineSchema);

/** A field of the pod spec with a value that is tried out; the path is that of the map that has it, relative to the pod spec. */
const triedFieldSchema = z.object({ path: pathSchema, field: z.string(), value: z.int() });

export const triedFieldsSchema = z.array(triedFieldSchema);

/** Everything that people change in the panel and that changes the run. It is what undo and redo go through. */
export const setupSchema = z.object({
  node: nodeChangesSchema,
  seed: z.int().check(z.gte(1)),
  /** Undefined means as the manifest says. */
  lines: z.optional(linesSchema),
  /** Undefined means as the manifest says. */
  fields: z.optional(triedFieldsSchema),
  /** The second node; undefined if nothing is compared. */
  compared: z.optional(nodeChangesSchema),
});

export type NodeChanges = Message<typeof nodeChangesSchema>;
export type TriedField = Message<typeof triedFieldSchema>;
export type EditedLine = Message<typeof lineSchema>;
export type Setup = Message<typeof setupSchema>;

export const unchangedSetup: Setup = { node: {}, seed: 1 };
