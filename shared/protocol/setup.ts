import * as z from "zod/mini";
import type { Semantics, Timing } from "../kubernetes/node.ts";
import { type MinorVersion, minorVersions } from "../kubernetes/versions.ts";

/** What people change of the node in the panel. A field that is not there stays as the manifest's settings have it. */
export interface NodeChanges {
  readonly kubernetes?: MinorVersion | undefined;
  /** Gates whose value differs from that of the settings. */
  readonly featureGates?: Readonly<Record<string, boolean>> | undefined;
  /** crashLoopBackOff.maxContainerRestartPeriod; null: the kubelet's default. */
  readonly maximumMs?: number | null | undefined;
  /** syncFrequency; null: the kubelet's default. */
  readonly syncFrequencyMs?: number | null | undefined;
  readonly timing?: Timing | undefined;
  readonly semantics?: Semantics | undefined;
}

/** One line of the scenario's editor. Without a container it speaks of the whole pod. */
export interface EditedLine {
  readonly container?: string | undefined;
  readonly text: string;
}

/** Everything that people change in the panel and that changes the run. It is what undo and redo go through. */
export interface Setup {
  readonly node: NodeChanges;
  readonly seed: number;
  /** Undefined: as the manifest says. */
  readonly lines?: readonly EditedLine[] | undefined;
  /** The second node; undefined: nothing is compared. */
  readonly compared?: NodeChanges | undefined;
  /** What is assumed of a pod that is created again in place of a restart of all containers; absent: the defaults. */
  readonly newPod?: NewPodChanges | undefined;
}

export interface NewPodChanges {
  readonly schedulingMs?: number | undefined;
  readonly pullMs?: number | undefined;
  readonly initMs?: number | undefined;
}

export const unchangedSetup: Setup = { node: {}, seed: 1 };

const nodeChangesSchema: z.ZodMiniType<NodeChanges> = z.object({
  kubernetes: z.optional(z.literal(minorVersions)),
  featureGates: z.optional(z.catchall(z.object({}), z.boolean())),
  maximumMs: z.optional(z.nullable(z.number().check(z.positive()))),
  syncFrequencyMs: z.optional(z.nullable(z.number().check(z.positive()))),
  timing: z.optional(z.literal(["kubelet", "ideal"])),
  semantics: z.optional(z.literal(["released", "kep"])),
});

const lineSchema = z.object({ container: z.optional(z.string()), text: z.string() });

export const linesSchema = z.array(lineSchema);

const length = z.optional(z.number().check(z.gte(0)));

export const setupSchema: z.ZodMiniType<Setup> = z.object({
  node: nodeChangesSchema,
  seed: z.int().check(z.gte(1)),
  lines: z.optional(linesSchema),
  compared: z.optional(nodeChangesSchema),
  newPod: z.optional(z.object({ schedulingMs: length, pullMs: length, initMs: length })),
});
