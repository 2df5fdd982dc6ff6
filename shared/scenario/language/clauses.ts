import type { AnswerTarget, AnswerWindow, ImageAbsence, ImageBehavior, Ranged, Run, RunEnd } from "../model.ts";
import { type Form, form, wordsOf } from "../reading/pattern.ts";
import type { Time } from "../reading/range.ts";
import { exitAfter } from "../script.ts";

/** What a clause says about its run, or about the image of its container. A run has each `subject` once, but any number of answers. */
export type Clause =
  | { readonly about: "run"; readonly subject: RunSubject; readonly change: Partial<Run> }
  | { readonly about: "answers"; readonly window: AnswerWindow }
  | ImageClause;

export type ImageClause =
  | { readonly about: "image"; readonly absence: ImageAbsence }
  | { readonly about: "image"; readonly pull: PullTime };

/** What a pull takes. */
type PullTime = Ranged<"pullMs"> & { readonly pullMs: NonNullable<ImageBehavior["pullMs"]> };

/** `none` is for `runs` without a time, which is not an ending: `runs, ignores SIGTERM`. */
export type RunSubject = "none" | "ending" | "start" | "stop" | "time to create" | "time to start" | "fault";

const endings: readonly Form<Clause>[] = [
  form("runs [for {for}]", "until something stops it, or for a time; then it exits with 0", (values) =>
    values.for === undefined ? { about: "run", subject: "none", change: {} } : ending(values.for, 0),
  ),
  form("completes [after {after}]", "exits 0", ({ after }) => ending(after, 0)),
  form("crashes [after {after}]", "exits 1", ({ after }) => ending(after, 1)),
  form("exits {code} [after {after}]", "exits with this code", ({ code, after }) => ending(after, code)),
  form("oom [after {after}]", "is OOM-killed: exit code 137", ({ after }) =>
    changes("ending", { end: { exitCode: 137, reason: "OOMKilled", ...timed("afterMs", after ?? immediately) } }),
  ),
];

const others: readonly Form<Clause>[] = [
  form("starts in {in}", "all probes and hooks fail until it has started", (values) =>
    changes("start", timed("startsInMs", values.in)),
  ),
  form("fails [{target}] [after {after}] [for {for}]", "probes fail", (values) => answers("fails", values)),
  form("hangs [{target}] [after {after}] [for {for}]", "probes time out", (values) => answers("hangs", values)),
  form(
    "breaks [{target}] [after {after}] [for {for}]",
    "probes cannot run, which does not count as a failure",
    (values) => answers("breaks", values),
  ),
  form(
    "redirects [{target}] [after {after}] [for {for}]",
    "HTTP probes are redirected to another host, which counts as a success",
    (values) => answers("redirects", values),
  ),
  form(
    "answers [{target}] in {in} [after {after}] [for {for}]",
    "probes take this long; longer than their timeout they fail",
    (values) => answers("answers", values, values.in),
  ),
  form("stops [in {in}] [with {code}]", "how it stops on SIGTERM; by default immediately, with 143", (values) =>
    changes("stop", {
      stop: { kind: "stops", exitCode: values.code ?? 143, ...timed("inMs", values.in ?? immediately) },
    }),
  ),
  form("ignores SIGTERM", "only SIGKILL stops it, after the grace period", () =>
    changes("stop", { stop: { kind: "ignores" } }),
  ),
  form("takes {takes} to create", "the runtime is slow to create it", ({ takes }) =>
    changes("time to create", timed("createMs", takes)),
  ),
  form("takes {takes} to start", "the runtime is slow to start it", ({ takes }) =>
    changes("time to start", timed("startMs", takes)),
  ),
  form("cannot be created", "the runtime fails to create it", () => changes("fault", { fault: "cannot be created" })),
  form("cannot be started", "the runtime fails to start it", () => changes("fault", { fault: "cannot be started" })),
  form(
    "image missing [{times} times] [after {from}]",
    "image pulls fail, always or this many times",
    ({ times, from = 0 }) => ({
      about: "image",
      absence: { fromMs: from, missingTimes: times },
    }),
  ),
  form("image takes {takes}", "the image is not on the node, and pulling it takes this long", ({ takes }) => ({
    about: "image",
    pull: timed("pullMs", takes),
  })),
];

/** The clauses of the language. Parsing, completion and messages use only this table. */
export const clauseForms: readonly Form<Clause>[] = [...endings, ...others];

/** Clauses for a run that has an ending. */
export const clauseFormsButEndings = others;

/** Words that can be an exec command only in quotes. */
export const reservedWords: ReadonlySet<string> = new Set(["then", "x", ...clauseForms.flatMap(wordsOf)]);

/** Words that a clause begins with. */
export const firstWords: ReadonlySet<string> = new Set(clauseForms.flatMap((each) => wordsOf(each).slice(0, 1)));

function changes(subject: RunSubject, change: Partial<Run>): Clause {
  return { about: "run", subject, change };
}

const immediately: Time = { ms: 0, range: undefined };

function ending(after: Time | undefined, exitCode: number): Clause {
  const time = timed("afterMs", after ?? immediately);
  const end: RunEnd = { ...exitAfter(time.afterMs, exitCode), ...time };
  return changes("ending", { end });
}

interface Window {
  readonly target?: AnswerTarget;
  readonly after?: Time;
  readonly for?: Time;
}

function answers(answer: AnswerWindow["answer"], { target, after, for: lasts }: Window, latency?: Time): Clause {
  const window = { answer, target, latencyMs: latency?.ms, afterMs: after?.ms ?? 0, forMs: lasts?.ms };
  const ranges = {
    ...(latency?.range && { latencyMs: latency.range }),
    ...(after?.range && { afterMs: after.range }),
    ...(lasts?.range && { forMs: lasts.range }),
  };
  return { about: "answers", window: Object.keys(ranges).length === 0 ? window : { ...window, ranges } };
}

type Timed<Field extends string> = { readonly [Name in Field]: number } & Ranged<Field>;

/** A field of a model with its time, and with its range if it has one. */
function timed<Field extends "afterMs" | "startsInMs" | "inMs" | "createMs" | "startMs" | "pullMs">(
  field: Field,
  time: Time,
): Timed<Field>;
function timed(field: string, { ms, range }: Time): object {
  return { [field]: ms, ...(range && { ranges: { [field]: range } }) };
}
