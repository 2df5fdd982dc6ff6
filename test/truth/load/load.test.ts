import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { admit } from "../../../shared/api-server/admission/admit.ts";
import { playForLoad } from "../../../shared/forecast/node-load/load-run.ts";
import { statusWrites } from "../../../shared/forecast/node-load/status-writes.ts";
import { readKubeletConfiguration } from "../../../shared/kubelet-configuration/read-configuration.ts";
import { defaultAssumptions, makeNode } from "../../../shared/kubernetes/assumptions.ts";
import { kubeletLimits } from "../../../shared/kubernetes/kubelet/kubelet-limits.ts";
import { readMix } from "../../../shared/scenario/language/pod-mix.ts";

const recordingSchema = z.object({
  about: z.string(),
  kubelet: z.record(z.string(), z.unknown()),
  pods: z.array(z.object({ count: z.number(), does: z.string() })),
  samples: z.array(
    z.object({
      tMs: z.number(),
      restarts: z.number(),
      podGets: z.number(),
      statusPatches: z.number(),
      eventWrites: z.number(),
    }),
  ),
});

interface Counts {
  readonly restarts: number;
  readonly statusPatches: number;
  readonly eventWrites: number;
}

/** What the requests of a real kubelet of v1.37.1 were, sample by sample, beside what the engine makes of the same pods. */
function compare(name: string): readonly { readonly tMs: number; readonly real: Counts; readonly ours: Counts }[] {
  const recording = recordingSchema.parse(JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), "utf8")));
  const header = { apiVersion: "kubelet.config.k8s.io/v1beta1", kind: "KubeletConfiguration" };
  const kubeletConfiguration = readKubeletConfiguration({ ...header, ...recording.kubelet }, undefined, "1.37", {});
  const node = makeNode({ kubernetes: "1.37", featureGates: {}, kubeletConfiguration });
  const assumptions = { ...defaultAssumptions(), node, imagePull: undefined };
  const spec = { containers: [{ name: "app", image: "app:1" }] };
  const { pod } = admit({ kind: "Pod", name: "pod", namespace: "default", spec }, { node, apiServer: node });
  if (pod === undefined) throw new Error("the pod is refused");
  const untilMs = recording.samples.at(-1)?.tMs ?? 0;
  const runs = recording.pods.flatMap(({ count, does }) => {
    const read = readMix(`${count} ${does}`);
    if ("problem" in read) throw new Error(read.problem);
    return read.mix.groups.flatMap(({ scenario }) =>
      Array.from({ length: count }, (_, seed) =>
        playForLoad({ count: 1, pod, scenario }, assumptions, { fromMs: 0, untilMs }, seed + 1),
      ),
    );
  });
  const within = (times: readonly number[], tMs: number) => times.filter((each) => each <= tMs).length;
  return recording.samples.map(({ tMs, restarts, statusPatches, eventWrites }) => ({
    tMs,
    real: { restarts, statusPatches, eventWrites },
    ours: {
      restarts: runs.reduce((sum, { restartsMs }) => sum + within(restartsMs, tMs), 0),
      statusPatches: statusWrites(
        runs.map(({ writesMs }) => writesMs),
        kubeletLimits(node).kubeAPIQPS,
        { untilMs: tMs, isSteady: false },
      ).sent,
      eventWrites: runs.reduce((sum, { eventsSentMs }) => sum + within(eventsSentMs, tMs), 0),
    },
  }));
}

/** As far as a count may be from the recorded one: a share, and so many for the moments that jitter decides. */
function expectNear(real: number, ours: number, share: number, few: number, what: string): void {
  expect(Math.abs(ours - real), `${what}: recorded ${real}, simulated ${ours}`).toBeLessThanOrEqual(real * share + few);
}

describe("what a real kubelet asks of the API server is what its pods are said to cost", () => {
  it.each(["crash-default", "crash-max-1s", "mix"])("%s", (name) => {
    const samples = compare(name);
    const last = samples.at(-1);
    expect(last).toBeDefined();
    for (const { tMs, real, ours } of samples) {
      // Between two samples all pods of a kind may restart; at the end of a window they have.
      expectNear(real.statusPatches, ours.statusPatches, 0.08, 24, `${name}, status writes by ${tMs} ms`);
      expectNear(real.eventWrites, ours.eventWrites, 0.08, 40, `${name}, events by ${tMs} ms`);
      expectNear(real.restarts, ours.restarts, 0.06, 16, `${name}, restarts by ${tMs} ms`);
    }
  });

  it.each([
    ["crash-max-1s-5qps", 2.5],
    ["crash-max-1s-20qps", 10],
  ] as const)("%s: half of the limit is writes, however much the pods crash", (name, perSecond) => {
    const samples = compare(name);
    for (const { tMs, real, ours } of samples.filter((each) => each.tMs > 20_000)) {
      expectNear(real.statusPatches, ours.statusPatches, 0.03, 5, `${name}, status writes by ${tMs} ms`);
      expectNear(real.statusPatches, (perSecond * tMs) / 1000, 0.05, 8, `${name}, the limit by ${tMs} ms`);
    }
    // 25 events of each of two types about each of 25 pods.
    expect(samples.at(-1)?.real.eventWrites).toBe(1250);
    expect(samples.at(-1)?.ours.eventWrites).toBe(1250);
  });

  it("reads before each write", () => {
    for (const name of ["crash-default", "crash-max-1s", "crash-max-1s-5qps", "crash-max-1s-20qps", "mix"]) {
      const { samples } = recordingSchema.parse(
        JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), "utf8")),
      );
      for (const { podGets, statusPatches } of samples) expectNear(podGets, statusPatches, 0.02, 1, name);
    }
  });
});
