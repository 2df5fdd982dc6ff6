import * as z from "zod/mini";
import type { Assumptions, KubeletConfiguration, PullRange } from "../../kubernetes/node.ts";
import { kubernetesVersions } from "../../kubernetes/versions.ts";

// Of what the page parses with, every kind of schema costs it a kilobyte or three: `z.enum` and `z.record` say the same as these.
const version = z.literal(kubernetesVersions);
const gates = z.catchall(z.object({}), z.boolean());
const milliseconds = z.optional(z.number().check(z.gte(0)));

const writtenKubeletConfiguration = z.object({
  name: z.optional(z.string()),
  maxContainerRestartPeriodMs: milliseconds,
  syncFrequencyMs: milliseconds,
  limits: z.optional(z.catchall(z.object({}), z.number())),
});

/** JSON drops fields that are undefined; the engine's types have every field. */
const kubeletConfigurationSchema = z.pipe(
  writtenKubeletConfiguration,
  z.transform(
    (written): KubeletConfiguration => ({
      name: written.name,
      maxContainerRestartPeriodMs: written.maxContainerRestartPeriodMs,
      syncFrequencyMs: written.syncFrequencyMs,
      ...(written.limits && { limits: written.limits }),
    }),
  ),
);

export const writtenPullRange = z.object({ minMs: z.number().check(z.gte(0)), maxMs: z.number().check(z.gte(0)) });

/** JSON drops what is undefined: images are on the node. */
const pullRange = z.pipe(
  z.optional(writtenPullRange),
  z.transform((written): PullRange | undefined => written),
);

export const assumptionsSchema: z.ZodMiniType<Assumptions> = z.object({
  node: z.object({ kubernetes: version, featureGates: gates, kubeletConfiguration: kubeletConfigurationSchema }),
  apiServer: z.object({ kubernetes: version, featureGates: gates }),
  timing: z.literal(["kubelet", "ideal"]),
  semantics: z.literal(["released", "kep"]),
  imagePull: pullRange,
});
