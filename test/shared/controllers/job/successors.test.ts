import { expect, it } from "vitest";
import { admit } from "../../../../shared/api-server/admission/admit.ts";
import { formatDuration } from "../../../../shared/basics/durations.ts";
import { play } from "../../../../shared/controllers/job/play.ts";
import { readJob } from "../../../../shared/controllers/job/read-job.ts";
import { lanesOf } from "../../../../shared/drawing/lanes/lanes.ts";
import { defaultAssumptions } from "../../../../shared/kubernetes/assumptions.ts";
import { allContainers } from "../../../../shared/kubernetes/pod.ts";
import { parseScenario } from "../../../../shared/scenario/language/parse.ts";

const cases = [
  {
    what: "two pods fail, the third completes",
    job: { backoffLimit: 3 },
    does: "exits 1 after 20s, then exits 1 after 30s, then exits 0 after 1m",
    lanes: ["active 0s–20s", "10s 20s–30s", "active 30s–1m", "20s 1m–1m20s", "active 1m20s–2m20s", "Complete at 2m20s"],
  },
  {
    what: "the limit ends it",
    job: { backoffLimit: 1 },
    does: "exits 1 after 5s",
    lanes: ["active 0s–5s", "10s 5s–15s", "active 15s–20s", "Failed at 20s"],
  },
  {
    what: "its deadline stops a pod that still runs",
    job: { activeDeadlineSeconds: 60 },
    does: "runs",
    lanes: ["active 0s–1m0.001s", "Failed at 1m0.001s"],
  },
  {
    what: "pods that run side by side: the first one and those that take its place",
    job: { parallelism: 2, completions: 4 },
    does: "exits 0 after 10s",
    lanes: ["active 0s–20s", "Complete at 20s"],
  },
];

it.each(cases)("$what", ({ job: written, does, lanes }) => {
  const assumptions = { ...defaultAssumptions(), timing: "ideal" as const, imagePull: undefined };
  const spec = { restartPolicy: "Never", containers: [{ name: "app", image: "app" }] };
  const { pod } = admit({ kind: "Job", name: "work", namespace: "default", spec }, assumptions);
  if (pod === undefined) throw new Error("there is no pod");
  const job = readJob({ ...written, template: { spec } }, assumptions.apiServer);
  const { scenario } = parseScenario([{ text: does, container: "app", source: "comment" }], allContainers(pod));
  const timeline = play({ pod, assumptions, scenario, job, seed: 1, untilMs: 600_000, recording: "statuses" });
  const lane = lanesOf(timeline, pod).find(({ kind }) => kind === "job");
  const bars = lane?.bars.map(
    ({ label, fromMs, toMs }) => `${label} ${formatDuration(fromMs)}–${formatDuration(toMs)}`,
  );
  const marks = lane?.marks.filter(({ kind }) => kind !== "note");
  expect([...(bars ?? []), ...(marks ?? []).map(({ label, tMs }) => `${label} at ${formatDuration(tMs)}`)]).toEqual(
    lanes,
  );
  const ids = timeline.entries.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const known = new Set<string>();
  for (const { id, cause, tMs } of timeline.entries) {
    expect(cause === undefined || known.has(cause), `${id} at ${tMs} follows from ${cause}`).toBe(true);
    known.add(id);
  }
});
