import { expect, it } from "vitest";
import { incidentOf } from "../../../shared/evidence/incident.ts";
import { readObjects } from "../../../shared/evidence/objects.ts";
import { type LearningContainer, learningContainers, learningPod } from "../../../shared/learn/learning-pod.ts";
import { seenStarts } from "../../../shared/learn/starts.ts";
import { seenStops } from "../../../shared/learn/stops.ts";
import { parseScenario } from "../../../shared/scenario/language/parse.ts";
import type { Run } from "../../../shared/scenario/model.ts";
import { runOf } from "../../../shared/scenario/script.ts";
import { type Recording, readRecording, recordingNames } from "../timelines/recording.ts";
import { type RealRun, recordedDumps, recordedPod } from "./recorded-pods.ts";

// What is learned of starts and stops, beside the script that the containers of real kubelets followed.

/** Recordings of programs that take time, and do nothing else to their probes. */
const recordings = recordingNames.map(readRecording).filter(({ script }) => {
  const text = Object.values(script).join(" ");
  return /starts in|stops in/.test(text) && !/fails|hangs|answers|breaks|redirects/.test(text);
});

const learned = recordings.flatMap((recording) => recording.runs.flatMap((run) => learnedOf(recording, run)));

it("each start lies in the range that is learned of it", () => {
  const starts = learned.flatMap(({ about, runAt }) =>
    seenStarts(about).starts.map((sample) => ({ ...sample, realMs: runAt("startedMs", sample.atMs)?.startsInMs })),
  );
  const outside = starts.filter(
    ({ lowMs, highMs, realMs }) => realMs !== undefined && (realMs < lowMs || realMs > highMs + 1),
  );
  expect(outside).toEqual([]);
  expect(starts.length).toBeGreaterThanOrEqual(60);
});

it("each stop lies in the range that is learned of it", () => {
  const stops = learned.flatMap(({ about, runAt }) =>
    seenStops(about).flatMap((sample) => {
      const stop = runAt("exitedMs", sample.atMs)?.stop;
      return stop?.kind === "stops" && !sample.isCutOff ? [{ ...sample, realMs: stop.inMs }] : [];
    }),
  );
  expect(stops.filter(({ lowMs, highMs, realMs }) => realMs < lowMs || realMs > highMs + 1)).toEqual([]);
  expect(stops.length).toBeGreaterThanOrEqual(10);
});

interface Learned {
  readonly about: LearningContainer;
  /** What the script says of the run that started or ended in this second. */
  readonly runAt: (what: "startedMs" | "exitedMs", atMs: number) => Run | undefined;
}

function learnedOf(recording: Recording, run: Recording["runs"][number]): readonly Learned[] {
  const real = recordedPod(recording, run);
  const values = withTransitions(recordedDumps(recording, run)).map((value, index) => ({ value, line: index + 1 }));
  return incidentOf([readObjects("-", values)]).pods.flatMap((pod) => {
    const learning = learningPod(pod, real.assumptions);
    const containers = learning === undefined ? [] : learningContainers(learning, new Map());
    return containers.map((about) => ({ about, runAt: runsAt(recording, about, real.runs) }));
  });
}

function runsAt({ script }: Recording, { spec }: LearningContainer, runs: readonly RealRun[]): Learned["runAt"] {
  const { name, kind } = spec;
  const text = script[name] ?? "runs";
  const { scenario } = parseScenario([{ text, container: name, source: "argument" }], [{ name, kind }]);
  return (what, atMs) => {
    const found = runs.find((each) => {
      const ms = each[what];
      return each.container === name && ms !== undefined && Math.floor(ms / 1000) * 1000 === atMs;
    });
    const own = scenario.containers[name];
    return found && own && runOf(own, found.number);
  };
}

/** The recordings have no times of conditions: a condition is as old as the first look with it, in whole seconds. */
function withTransitions(dumps: ReturnType<typeof recordedDumps>): readonly unknown[] {
  const since = new Map<string, { readonly status: string; readonly time: string }>();
  return dumps.flatMap(({ atMs, pod, events }, index) => {
    const object: unknown = JSON.parse(JSON.stringify(pod), (key, value: unknown) => {
      if (key !== "conditions" || !Array.isArray(value)) return value;
      return value.map((condition: { readonly type: string; readonly status: string }) => {
        const before = since.get(condition.type);
        const time = `${new Date(atMs).toISOString().slice(0, 19)}Z`;
        const known = before?.status === condition.status ? before : { status: condition.status, time };
        since.set(condition.type, known);
        return { ...condition, lastTransitionTime: known.time };
      });
    });
    return [{ type: "MODIFIED", object }, ...(index === dumps.length - 1 ? events : [])];
  });
}
