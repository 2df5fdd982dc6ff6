import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { admit } from "../../../shared/api-server/admission/admit.ts";
import { readJob } from "../../../shared/controllers/job/read-job.ts";
import { readJobSet } from "../../../shared/controllers/job/read-job-set.ts";
import { forecastTraining, type TrainingInput, type TrainingWay } from "../../../shared/forecast/training/training.ts";
import { defaultAssumptions } from "../../../shared/kubernetes/assumptions.ts";
import { parseScenario } from "../../../shared/scenario/language/parse.ts";

// Real training runs, whose pods failed after 20 seconds each time: restarted in place, by the Job controller of 1.37.1, and by the JobSet
// controller v0.10.1 (test/cluster/load/record-training.ts). The pods had their images and needed no scheduler.
const recordingSchema = z.object({
  runs: z.array(
    z.object({ pod: z.string(), container: z.string(), startedMs: z.number(), exitedMs: z.nullable(z.number()) }),
  ),
});
const { runs } = recordingSchema.parse(JSON.parse(readFileSync(new URL("training.json", import.meta.url), "utf8")));

function runsOf(prefix: string) {
  const found = runs.filter(({ pod, container }) => container === "main" && pod.startsWith(prefix));
  return found.toSorted((left, right) => left.startedMs - right.startedMs);
}

/** From each failure of one to the next start of the other, in ms. */
function downs(failing: string, waiting: string): readonly number[] {
  const [failed, back] = [runsOf(failing), runsOf(waiting)];
  return failed.flatMap(({ exitedMs }, index) => {
    const next = back[index + 1];
    return exitedMs === null || next === undefined ? [] : [next.startedMs - exitedMs];
  });
}

const rule = { action: "RestartAllContainers", exitCodes: { operator: "In", values: [42] } };
const assumptions = defaultAssumptions();

function podOf(containers: readonly unknown[]) {
  const spec = { restartPolicy: "Never", containers };
  const { pod } = admit({ kind: "Job", name: "train", namespace: "default", spec }, assumptions);
  if (pod === undefined) throw new Error("the pod is refused");
  return pod;
}

function waysOf(changes: Partial<TrainingInput>, does = "runs"): readonly TrainingWay[] {
  const main = { name: "main", image: "app:1" };
  const ruled = { ...main, restartPolicy: "Never", restartPolicyRules: [rule] };
  const helper = { name: "helper", image: "app:1" };
  const { scenario } = parseScenario(
    [{ text: does, container: "main", source: "argument" }],
    [{ name: "main", kind: "regular" }],
  );
  return forecastTraining({
    inPlace: { pod: podOf([ruled, helper]), container: "main", exitCode: 42 },
    recreated: { pod: podOf([main]), container: "main", exitCode: 1 },
    isInPlace: false,
    job: readJob({ backoffLimit: 4 }, assumptions.apiServer),
    jobSet: undefined,
    assumptions,
    scenario,
    training: {
      failuresEveryMs: 3_600_000,
      checkpointEveryMs: 600_000,
      checkpointTakesMs: 0,
      resumeTakesMs: 0,
      schedulingTakesMs: 0,
      pullTakesMs: 0,
    },
    ...changes,
  });
}

function expectInside(recorded: readonly number[], way: TrainingWay | undefined, slackMs: number): void {
  const { min = Number.NaN, max = Number.NaN } = way?.goodput.downMs ?? {};
  expect(recorded.length).toBeGreaterThan(3);
  for (const downMs of recorded) {
    expect(downMs, `at least ${min} ms`).toBeGreaterThanOrEqual(min - slackMs);
    expect(downMs, `at most ${max} ms`).toBeLessThanOrEqual(max + slackMs);
  }
}

describe("how long a failure takes is what a real cluster took", () => {
  it("in place", () => {
    expectInside(downs("in-place", "in-place"), waysOf({})[0], 300);
  });

  it("a new pod of the Job, each with a longer back-off, to the end of the Job", () => {
    const recorded = downs("recreated", "recreated");
    const [, way] = waysOf({});
    expectInside(recorded, way, 1500);
    expect(Math.abs((recorded.at(-1) ?? 0) - (way?.goodput.downMs?.max ?? 0))).toBeLessThan(1500);
    expect(Math.abs((recorded[0] ?? 0) - (way?.goodput.downMs?.min ?? 0))).toBeLessThan(1500);
    expect(runsOf("recreated")).toHaveLength(5);
    expect(way?.goodput.ended?.why).toBe("the Job fails at failure 5 (BackoffLimitExceeded)");
  });

  it("a JobSet, whose other pods have to stop first", () => {
    const spec = readJobSet({
      failurePolicy: { maxRestarts: 4 },
      replicatedJobs: [
        { name: "fails", replicas: 1 },
        { name: "others", replicas: 1 },
      ],
    });
    const job = readJob({ backoffLimit: 0 }, assumptions.apiServer);
    const [, way] = waysOf({ jobSet: { spec, replicatedJob: "fails" }, job }, "stops in 3s with 0");
    expectInside(downs("set-fails", "set-others"), way, 1500);
    expect(runsOf("set-fails")).toHaveLength(5);
    expect(way?.goodput.failures).toEqual({ min: 5, p50: 5, max: 5 });
    expect(way?.goodput.ended?.why).toBe("the JobSet has no restarts left (maxRestarts: 4)");
  });
});

describe("actions of a JobSet's failurePolicy", () => {
  const replicatedJobs = [
    { name: "fails", replicas: 1 },
    { name: "others", replicas: 3 },
  ];
  const setWay = (failurePolicy: unknown, jobFields: unknown = { backoffLimit: 0 }) => {
    const spec = readJobSet({ failurePolicy, replicatedJobs });
    const job = readJob(jobFields, assumptions.apiServer);
    return waysOf({ jobSet: { spec, replicatedJob: "fails" }, job }, "stops in 3s with 0");
  };

  it("one Job alone: the others do not have to stop, and the limit is the same", () => {
    const [, all] = setWay({ maxRestarts: 4 });
    const [, single] = setWay({ maxRestarts: 4, rules: [{ action: "RestartJob" }] });
    expect(single?.goodput.failures).toEqual({ min: 5, p50: 5, max: 5 });
    expect(single?.goodput.ended?.why).toBe("the JobSet has no restarts left (maxRestarts: 4)");
    expect((all?.goodput.downMs?.min ?? 0) - (single?.goodput.downMs?.min ?? 0)).toBeGreaterThan(2500);
  });

  it("one Job alone, without a limit", () => {
    const [, way] = setWay({ maxRestarts: 0, rules: [{ action: "RestartJobAndIgnoreMaxRestarts" }] });
    expect(way?.goodput.ended).toBeUndefined();
  });

  it("a rule for other Jobs holds where one of them fails", () => {
    const [, way] = setWay({
      maxRestarts: 1000,
      rules: [{ action: "FailJobSet", targetReplicatedJobs: ["others"] }],
    });
    expect(way?.goodput.ended?.why).toBe("the first Job that fails ends the JobSet");
    expect(way?.goodput.failures.max).toBeGreaterThan(1);
  });

  it("in place: maxRestarts counts the restarts of pods", () => {
    const ways = setWay({ maxRestarts: 3, restartStrategy: "InPlaceRestart" }, { backoffLimit: 2_147_483_647 });
    expect(ways.map(({ goodput }) => goodput.failures)).toEqual([
      { min: 4, p50: 4, max: 4 },
      { min: 4, p50: 4, max: 4 },
    ]);
    for (const { goodput } of ways) expect(goodput.ended?.why).toBe("the JobSet has no restarts left (maxRestarts: 3)");
  });

  it("with OnFailure, restarts in place count towards the backoffLimit of the Job", () => {
    const { pod } = admit(
      {
        kind: "Job",
        name: "train",
        namespace: "default",
        spec: { restartPolicy: "OnFailure", containers: [{ name: "main", image: "app:1" }] },
      },
      assumptions,
    );
    if (pod === undefined) throw new Error("the pod is refused");
    const [way] = waysOf({ inPlace: { pod, container: "main", exitCode: 1 }, isInPlace: true });
    expect(way?.goodput.ended?.why).toBe("the Job fails at failure 4 (BackoffLimitExceeded)");
  });
});
