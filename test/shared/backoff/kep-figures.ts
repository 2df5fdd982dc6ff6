import { namedCurves } from "../../../shared/backoff/curves.ts";
import {
  type CurvePlay,
  playCurve,
  requestsPerRestart,
  restartsWithin,
  sameEnd,
} from "../../../shared/backoff/play-curve.ts";
import { crashLoopPolicy } from "../../../shared/backoff/policy.ts";
import { makeNode } from "../../../shared/kubernetes/assumptions.ts";
import type { Semantics } from "../../../shared/kubernetes/node.ts";

/** A number that a KEP states, beside the one that its own rules make. */
export interface KepFigure {
  /** KEP and section. */
  readonly source: string;
  readonly claim: string;
  readonly kep: string;
  readonly ours: string;
  readonly verdict: "holds" | `holds${string}` | `off: ${string}` | `impossible: ${string}` | `wrong: ${string}`;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const podsOfNode = 110;

const risks = "KEP-4603 Risks and Mitigations";
const curveSection = "KEP-4603 Front loaded decay curve";

/** The KEPs' graphs and windows delay the first restart; a play with "released" has it for nothing, as the kubelet. */
function play(id: string, semantics: Semantics, runsForMs = 0): CurvePlay {
  const curve = namedCurves(semantics).find((candidate) => candidate.id === id);
  if (curve === undefined) throw new Error(id);
  return playCurve(curve, sameEnd(runsForMs), hourMs);
}

/** Restarts more than on the default curve, in windows that end at these seconds (the end belongs to the window). */
function excess(id: string, semantics: Semantics, endsSeconds: readonly number[]): readonly number[] {
  const more = endsSeconds.map(
    (end) => restartsWithin(play(id, semantics), end * 1000) - restartsWithin(play("default", semantics), end * 1000),
  );
  return more.map((count, index) => count - (more[index - 1] ?? 0));
}

/** Restarts in five minutes of the second half hour, when every curve is at its end. */
function steadyRestarts(id: string): number {
  const played = play(id, "released");
  return (restartsWithin(played, hourMs) - restartsWithin(played, hourMs / 2)) / 6;
}

const text = (numbers: readonly number[]): string => numbers.join(" ");
const seconds = (timesMs: readonly number[]): readonly number[] => timesMs.map((timeMs) => timeMs / 1000);
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
const grouped = (count: number): string => count.toLocaleString("en-US");

/** Requests of a full node in 10 s, when each pod restarts once in this time. */
function peakRequests(everyMs: number): number {
  return (podsOfNode * requestsPerRestart * 10_000) / everyMs;
}

const reducedLater = steadyRestarts("reduced") - steadyRestarts("default");
const maximumFirst = text(excess("node-maximum", "released", [300]));
const maximumLater = steadyRestarts("node-maximum") - steadyRestarts("default");
const requestsLater = maximumLater * requestsPerRestart;

export const kepFigures: readonly KepFigure[] = [
  {
    source: curveSection,
    claim: "restarts in 30m of a container that runs 10s",
    kep: "10",
    ours: String(restartsWithin(play("default", "released", 10_000), 30 * minuteMs)),
    verdict: "holds",
  },
  {
    source: curveSection,
    claim: "the same, where the first restart waits",
    kep: "10",
    ours: String(restartsWithin(play("default", "kep", 10_000), 30 * minuteMs)),
    verdict: "off: it says about 10",
  },
  {
    source: curveSection,
    claim: "restarts in 5m of that container, where the first restart waits",
    kep: "4",
    ours: String(restartsWithin(play("default", "kep", 10_000), 5 * minuteMs)),
    verdict: "holds",
  },
  {
    source: curveSection,
    claim: "the same as released: the first restart is free",
    kep: "4",
    ours: String(restartsWithin(play("default", "released", 10_000), 5 * minuteMs)),
    verdict: "off: the free restart is missing",
  },
  {
    source: curveSection,
    claim: 'restarts in 30m of a container that runs 9m59s ("9:59:59")',
    kep: "2",
    ours: String(restartsWithin(play("default", "released", 599_000), 30 * minuteMs)),
    verdict: "holds",
  },
  {
    source: curveSection,
    claim: "the same, where the first restart waits",
    kep: "2",
    ours: String(restartsWithin(play("default", "kep", 599_000), 30 * minuteMs)),
    verdict: "holds",
  },
  {
    source: curveSection,
    claim: "first restarts of the default curve, in s",
    kep: "10 30 70",
    ours: text(seconds(play("default", "kep").restartsMs.slice(0, 3))),
    verdict: "holds",
  },
  {
    source: curveSection,
    claim: "restarts in these windows with an initial delay of 1s",
    kep: "3 1 2",
    ours: text(
      [10, 30, 70].map(
        (end, index, ends) =>
          restartsWithin(play("initial-1s", "kep"), end * 1000) -
          restartsWithin(play("initial-1s", "kep"), (ends[index - 1] ?? 0) * 1000),
      ),
    ),
    verdict: "holds",
  },
  {
    source: curveSection,
    claim: "excess restarts with an initial delay of 1s … 25ms, up to 310s",
    kep: "3 … 7",
    ours: ["initial-1s", "initial-25ms"].map((id) => text(excess(id, "kep", [310]))).join(" … "),
    verdict: "off: by one at the upper end",
  },
  {
    source: curveSection,
    claim: "of these the one with 250ms",
    kep: "3 … 7",
    ours: text(excess("initial-250ms", "kep", [310])),
    verdict: "holds: in between",
  },
  {
    source: curveSection,
    claim: "excess restarts of 1s to 30s up to 10s, 30s, 70s, 150s, 310s, and in all",
    kep: "2 1 0 3 4 = 10",
    ours: `${text(excess("initial-1s-maximum-30s", "kep", [10, 30, 70, 150, 310]))} = ${sum(excess("initial-1s-maximum-30s", "kep", [310]))}`,
    verdict: "off: by one in all",
  },
  {
    source: risks,
    claim: "excess restarts of 1s to 60s in the first 5m",
    kep: "5",
    ours: text(excess("reduced", "released", [300])),
    verdict: "holds",
  },
  {
    source: risks,
    claim: "the same, where the first restart waits",
    kep: "5",
    ours: text(excess("reduced", "kep", [300])),
    verdict: "holds",
  },
  {
    source: risks,
    claim: "of these before 30s, up to 150s, after 150s",
    kep: "3 0 2",
    // A restart at 30s itself counts for the middle.
    ours: text(excess("reduced", "kep", [29.999, 150, 300])),
    verdict: "holds",
  },
  {
    source: risks,
    claim: "excess restarts of 1s to 60s in every later 5m",
    kep: "5",
    ours: String(reducedLater),
    verdict: "wrong: 5 restarts, of which today's curve has 1",
  },
  {
    source: risks,
    claim: "excess requests of such a pod in 5m",
    kep: "25",
    ours: String(reducedLater * requestsPerRestart),
    verdict: "wrong: follows from the 5",
  },
  {
    source: risks,
    claim: "excess requests of a node full of them",
    kep: "2,750",
    ours: grouped(reducedLater * requestsPerRestart * podsOfNode),
    verdict: "wrong: follows from the 5",
  },
  {
    source: risks,
    claim: "requests of 110 pods in 10s, at an initial delay of 10s",
    kep: "550",
    ours: String(peakRequests(play("default", "kep").waitsMs[0] ?? 0)),
    verdict: "holds",
  },
  {
    source: risks,
    claim: "the same at 1s",
    kep: "5,500",
    ours: grouped(peakRequests(play("reduced", "kep").waitsMs[0] ?? 0)),
    verdict: "holds",
  },
  {
    source: "KEP-4603 and KEP-5593 Risks and Mitigations",
    claim: "excess restarts of a maximum of 1s in the first 5m",
    kep: "305",
    ours: maximumFirst,
    verdict: "impossible: at most one restart a second and the free one",
  },
  {
    source: "KEP-4603 and KEP-5593 Risks and Mitigations",
    claim: "the same in every later 5m",
    kep: "310",
    ours: String(maximumLater),
    verdict: "impossible: at most 300 restarts, of which today's curve has 1",
  },
  {
    source: "KEP-4603 and KEP-5593 Risks and Mitigations",
    claim: "excess requests of such a pod in 5m",
    kep: "1,550",
    ours: grouped(requestsLater),
    verdict: "wrong: follows from the 310",
  },
  {
    source: "KEP-4603 and KEP-5593 Risks and Mitigations",
    claim: "excess requests of a node full of them in 5m",
    kep: "170,500",
    ours: grouped(requestsLater * podsOfNode),
    verdict: "wrong: follows from the 310",
  },
  {
    source: "KEP-4603 and KEP-5593 Risks and Mitigations",
    claim: "the same in 10s",
    kep: "568",
    ours: grouped(Math.round((requestsLater * podsOfNode) / 30)),
    verdict: "wrong: 568 a second is 170,500 in 5m",
  },
  {
    source: "KEP-4603 and KEP-5593 Risks and Mitigations",
    claim: "the same in a second",
    kep: "568",
    ours: grouped(Math.round((requestsLater * podsOfNode) / 300)),
    verdict: "wrong: follows from the 310",
  },
  {
    source: "KEP-4603 Front loaded decay with interval",
    claim: "the wait of the 6th retry, in s",
    kep: "569",
    ours: text(seconds(play("front-loaded-interval", "kep").waitsMs.slice(5, 6))),
    verdict: "holds",
  },
  {
    source: "KEP-4603 Front loaded decay with interval",
    claim: "restarts before 10m, as many as today",
    kep: String(restartsWithin(play("default", "kep"), 10 * minuteMs - 1)),
    ours: String(restartsWithin(play("front-loaded-interval", "kep"), 10 * minuteMs - 1)),
    verdict: "holds",
  },
  {
    source: "KEP-4603 and KEP-5593 Relationship with k/k#123602",
    claim: "released waits before the first five restarts, in s: 0, 10, then 10 × 2^(n − 2)",
    kep: text([0, 10, 20, 40, 80]),
    ours: text(seconds(play("default", "released").waitsMs.slice(0, 5))),
    verdict: "holds",
  },
  {
    source: "KEP-4603 and KEP-5593 Refactor of recovery threshold",
    claim: "recovery after running for, in s",
    kep: "300",
    ours: String(
      crashLoopPolicy(makeNode({ kubernetes: "1.37", featureGates: {}, kubeletConfiguration: undefined }))
        .resetAfterMs / 1000,
    ),
    verdict: "wrong: the same KEPs say 10 minutes",
  },
];
