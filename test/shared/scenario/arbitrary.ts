import * as fc from "fast-check";
import type {
  AnswerTarget,
  AnswerWindow,
  Condition,
  ContainerScript,
  Fault,
  ImageAbsence,
  ImageBehavior,
  OpenTime,
  PhasedEnd,
  RolloutCondition,
  RolloutEvent,
  Run,
  RunEnd,
  ScenarioEvent,
  SharedLoad,
  StopBehavior,
  When,
} from "../../../shared/scenario/model.ts";
import { middleOf } from "../../../shared/scenario/ranges.ts";
import { reservedWords } from "../../../shared/scenario/reading/reserved-words.ts";
import { exitAfter } from "../../../shared/scenario/script.ts";

const ms = fc.oneof(
  fc.integer({ min: 0, max: 10_000 }),
  fc.nat(100_000_000).map((n) => n * 10),
  fc.constant(0),
);
const range: fc.Arbitrary<OpenTime> = fc
  .tuple(ms, fc.integer({ min: 1, max: 100_000 }))
  .map(([minMs, widthMs]) => ({ minMs, maxMs: minMs + widthMs }));
const optionalMs = fc.option(ms, { nil: undefined });
const code = fc.integer({ min: 0, max: 255 });

const awkwardWords = [
  "after",
  "For",
  "x5",
  "x",
  "×2",
  "then",
  "livness",
  "prestop",
  "startup",
  "5s",
  "-c",
  "a b",
  "it's",
  '"',
  "\\",
  "",
  "a,b",
];
const command = fc.oneof(fc.string(), fc.constantFrom(...awkwardWords, ...reservedWords, "/bin/sh", "pg_isready"));
const target: fc.Arbitrary<AnswerTarget> = fc.oneof(
  fc.record({ kind: fc.constant("probe" as const), type: fc.constantFrom("startup", "liveness", "readiness") }),
  fc.record({ kind: fc.constant("hook" as const), hook: fc.constantFrom("postStart", "preStop") }),
  fc.record({ kind: fc.constant("exec" as const), command }),
);
const dependency = fc.constantFrom("database", "redis-1", "api.internal");
const when: fc.Arbitrary<When> = fc.oneof(
  range.map(({ minMs, maxMs }) => ({ kind: "during" as const, fromMs: minMs, untilMs: maxMs })),
  dependency.map((name) => ({ kind: "away" as const, dependency: name })),
);
const loads: fc.Arbitrary<readonly SharedLoad[]> = fc
  .uniqueArray(fc.record({ ready: fc.integer({ min: 1, max: 5000 }), latencyMs: ms }), {
    selector: ({ ready }) => ready,
    minLength: 1,
    maxLength: 5,
  })
  .map((all) => all.toSorted((left, right) => right.ready - left.ready));
const answers: fc.Arbitrary<AnswerWindow> = fc
  .record({
    answer: fc.constantFrom("fails", "hangs", "breaks", "redirects", "answers"),
    latencyMs: ms,
    target: fc.option(target, { nil: undefined }),
    afterMs: ms,
    forMs: optionalMs,
    open: fc.record({ latencyMs: range, afterMs: range, forMs: range }, { requiredKeys: [] }),
  })
  .map(({ open: { latencyMs, ...others }, ...window }) =>
    window.answer === "answers"
      ? withRanges(window, { ...others, ...(latencyMs && { latencyMs }) })
      : withRanges({ ...window, latencyMs: undefined }, others),
  )
  .chain((window) =>
    fc.oneof(
      fc.constant(window),
      loads.map((each) => sharing(window, each)),
      fc.record({ when }).map((phase) => ({ ...window, ...phase })),
      fc.integer({ min: 1, max: 100_000 }).map((laterMs) => recurring(window, laterMs)),
    ),
  );

/** Probes share load where one time is written, not a range. */
function sharing(window: AnswerWindow, all: readonly SharedLoad[]): AnswerWindow {
  const isPossible =
    window.answer === "answers" && window.target?.kind !== "hook" && window.ranges?.latencyMs === undefined;
  return isPossible ? { ...window, latencyMs: all[0]?.latencyMs, loads: all } : window;
}

const openEnd = fc.record({ afterMs: range }, { requiredKeys: [] });
const end: fc.Arbitrary<RunEnd> = fc
  .oneof(
    fc.tuple(ms, code).map(([afterMs, exitCode]) => exitAfter(afterMs, exitCode)),
    ms.map((afterMs) => ({ afterMs, exitCode: 137, reason: "OOMKilled" as const })),
  )
  .chain((exact) => openEnd.map((open) => withRanges(exact, open)));
const openStop = fc.record({ inMs: range }, { requiredKeys: [] });
const stop: fc.Arbitrary<StopBehavior> = fc.oneof(
  fc.constant({ kind: "ignores" as const }),
  fc
    .tuple(
      fc.record({ kind: fc.constant("stops" as const), inMs: ms, exitCode: fc.oneof(code, fc.constant(143)) }),
      openStop,
    )
    .map(([exact, open]) => withRanges(exact, open)),
);
const phasedEnd: fc.Arbitrary<PhasedEnd> = fc.tuple(end, when).map(([each, then]) => ({ ...each, when: then }));
const exactRun = fc.record({
  times: fc.integer({ min: 1, max: 1_000_000 }),
  end: fc.option(end, { nil: undefined }),
  phasedEnds: fc.array(phasedEnd, { maxLength: 2 }),
  startsInMs: ms,
  answers: fc.array(answers, { maxLength: 3 }),
  stop,
  createMs: ms,
  startMs: ms,
  fault: fc.constantFrom("cannot be created", "cannot be started", undefined),
  faultWhen: fc.option(when, { nil: undefined }),
});
const openRun = fc.record({ startsInMs: range, createMs: range, startMs: range }, { requiredKeys: [] });
const run: fc.Arbitrary<Run> = fc
  .tuple(exactRun, openRun)
  .map(([exact, open]) => withRanges({ ...exact, faultWhen: exact.fault && exact.faultWhen }, open));
const absence: fc.Arbitrary<ImageAbsence> = fc.record({
  fromMs: ms,
  missingTimes: fc.option(fc.integer({ min: 1, max: 1000 }), { nil: undefined }),
});
const atFirst: ImageAbsence = { fromMs: 0, missingTimes: 0 };
/** A pull that takes time is one of an image that is not there at first. */
const image: fc.Arbitrary<ImageBehavior> = fc
  .record({
    absences: fc.uniqueArray(absence, { selector: ({ fromMs }) => fromMs, maxLength: 3 }),
    pullMs: fc.option(ms, { nil: undefined }),
    open: fc.option(range, { nil: undefined }),
  })
  .map(({ absences, pullMs, open }) => {
    const isThere = absences.length > 0 && (pullMs === undefined || absences.some(({ fromMs }) => fromMs === 0));
    const all = isThere ? absences : [...absences.filter(({ fromMs }) => fromMs > 0), atFirst];
    const absencesInOrder = all.toSorted((left, right) => left.fromMs - right.fromMs);
    const exact = { absences: absencesInOrder, pullMs: isThere ? pullMs : (pullMs ?? 0) };
    return exact.pullMs === undefined || open === undefined ? exact : withRanges(exact, { pullMs: open });
  });

/** A window that comes again and again, and ends before it does. */
function recurring(window: AnswerWindow, laterMs: number): AnswerWindow {
  const forMs = window.forMs ?? 0;
  return { ...window, forMs, everyMs: (window.ranges?.forMs?.maxMs ?? forMs) + laterMs };
}

/** A part of a run some of whose times are open. */
function withRanges<Part extends object>(
  part: Part,
  ranges: Readonly<Record<string, OpenTime | undefined>>,
): Part & { ranges?: typeof ranges } {
  const open = Object.entries(ranges).flatMap(([field, each]) =>
    each === undefined || !Object.hasOwn(part, field) ? [] : [[field, each] as const],
  );
  if (open.length === 0) return part;
  const middles = open.map(([field, each]) => [field, middleOf(each)] as const);
  return { ...part, ...Object.fromEntries(middles), ranges: Object.fromEntries(open) };
}
/** The last run is not repeated: it repeats forever. */
export const script: fc.Arbitrary<ContainerScript> = fc
  .record({ runs: fc.array(run, { minLength: 1, maxLength: 4 }), image: fc.option(image, { nil: undefined }) })
  .map(({ runs, image }) => ({
    runs: [...runs.slice(0, -1), ...runs.slice(-1).map((last) => ({ ...last, times: 1 }))],
    image,
  }));

const comparison = fc.constantFrom("<=", "<", ">=", ">", "=");
const phase = fc.constantFrom("Pending", "Running", "Succeeded", "Failed");
export const rolloutCondition: fc.Arbitrary<RolloutCondition> = fc.oneof(
  fc.record({ kind: fc.constant("rollout" as const), withinMs: ms }),
  fc.record({
    kind: fc.constant("available" as const),
    comparison: fc.constantFrom("<=", "<", ">=", ">", "="),
    count: fc.nat(1000),
  }),
);

/** Names of objects, words of the grammar, and texts that no object can have. */
const objectName = fc.oneof(
  fc.stringMatching(/^[a-z0-9]([a-z0-9.-]{0,20}[a-z0-9])?$/),
  fc.constantFrom(
    ...awkwardWords.filter((word) => word !== ""),
    "drains",
    "reboots",
    "is",
    "deleted",
    "node",
    "pod",
    "Drains",
    "drain",
    "web-new-4",
  ),
  fc.string({ minLength: 1 }),
);
export const rolloutEvent: fc.Arbitrary<RolloutEvent> = fc.oneof(
  fc.record({ kind: fc.constantFrom("rollout", "roll-back", "pause", "resume"), atMs: ms }),
  fc.record({ kind: fc.constant("scale" as const), atMs: ms, replicas: fc.nat(5000) }),
  fc.record({
    kind: fc.constantFrom("node-drain", "node-loss"),
    atMs: ms,
    node: fc.option(objectName, { nil: undefined }),
  }),
  fc.record({ kind: fc.constant("named-pod-deleted" as const), atMs: ms, pod: objectName, graceMs: optionalMs }),
);

export const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ kind: fc.constant("ready" as const), withinMs: ms }),
  fc.record({ kind: fc.constant("restarts" as const), comparison, count: fc.nat(1000), withinMs: ms }),
  fc.record({ kind: fc.constant("phase" as const), phase, withinMs: ms }),
  fc.record({ kind: fc.constant("no-probe-kill" as const), withinMs: ms }),
  fc.record({ kind: fc.constant("down-at-most" as const), downMs: ms, withinMs: ms }),
  fc.record({ kind: fc.constant("crash-loop" as const), expected: fc.boolean(), withinMs: ms }),
  fc.record({
    kind: fc.constant("survives" as const),
    fault: fc.constantFrom("start", "hang", "errors", "answers", "stop"),
    harm: fc.constant("kill" as const),
    lengthMs: ms,
  }),
  fc.record({
    kind: fc.constant("survives" as const),
    fault: fc.constantFrom("hang", "errors"),
    harm: fc.constant("unready" as const),
    lengthMs: ms,
  }),
);
const faultTarget = fc.constantFrom(
  undefined,
  { kind: "probe" as const, type: "liveness" as const },
  { kind: "hook" as const, hook: "preStop" as const },
  { kind: "exec" as const, command: "startup" },
);
const fault: fc.Arbitrary<Fault> = fc.oneof(
  fc.record({ kind: fc.constant("crash" as const), exitCode: fc.nat(255) }),
  fc.constant({ kind: "oom" as const }),
  fc.record({ kind: fc.constant("hang" as const), target: faultTarget }),
  fc.record({ kind: fc.constant("hang" as const), target: faultTarget, forMs: ms }),
  fc.record({ kind: fc.constant("slow" as const), latencyMs: ms, target: faultTarget }),
  fc.record({ kind: fc.constant("slow" as const), latencyMs: ms, target: faultTarget, forMs: ms }),
  fc.record({ kind: fc.constant("image-missing" as const), times: fc.integer({ min: 1, max: 1000 }) }),
);
export const event: fc.Arbitrary<ScenarioEvent> = fc.oneof(
  fc.record({
    kind: fc.constant("container-fault" as const),
    atMs: ms,
    container: fc.constantFrom("app", "log"),
    fault,
  }),
  fc.record({ kind: fc.constantFrom("kubelet-restart", "node-reboot"), atMs: ms, downMs: ms }),
  fc.record({ kind: fc.constant("pod-deleted" as const), atMs: ms, graceMs: optionalMs }),
  fc.record({ kind: fc.constant("readiness-gates" as const), atMs: ms, areTrue: fc.boolean() }),
);
