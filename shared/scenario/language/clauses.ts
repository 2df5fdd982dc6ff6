import type {
  AnswerTarget,
  AnswerWindow,
  ImageAbsence,
  ImageBehavior,
  PhasedEnd,
  Ranged,
  Run,
  RunEnd,
  SharedLoad,
  When,
} from "../model.ts";
import type { LoadsText } from "../reading/loads.ts";
import { type Form, form, wordsOf } from "../reading/pattern.ts";
import type { Time } from "../reading/range.ts";
import { exitAfter } from "../script.ts";

/** What a clause says about its run, or about the image of its container. A run has each `subject` once, but any number of answers. */
export type Clause =
  | { readonly about: "run"; readonly subject: RunSubject; readonly change: Partial<Run> }
  | { readonly about: "answers"; readonly window: AnswerWindow }
  | { readonly about: "phase"; readonly end: PhasedEnd }
  /** It reads well, and makes no sense. */
  | { readonly about: "nothing"; readonly message: string }
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
  form("completes [after {after}] [{when}]", "exits 0", ({ after, when }) => ending(after, 0, when)),
  form("crashes [after {after}] [{when}]", "exits 1", ({ after, when }) => ending(after, 1, when)),
  form("exits {code} [after {after}] [{when}]", "exits with this code", ({ code, after, when }) =>
    ending(after, code, when),
  ),
  form("oom [after {after}] [{when}]", "is OOM-killed: exit code 137", ({ after, when }) =>
    endingWith({ exitCode: 137, reason: "OOMKilled", ...timed("afterMs", after ?? immediately) }, when),
  ),
];

const others: readonly Form<Clause>[] = [
  form("needs {dependency}", "exits 1 while this dependency is away", ({ dependency }) =>
    ending(undefined, 1, { kind: "away", dependency }),
  ),
  form("starts in {in}", "all probes and hooks fail until it has started", (values) =>
    changes("start", timed("startsInMs", values.in)),
  ),
  form("fails [{target}] [after {after}] [for {for}] [every {every}] [{when}]", "probes fail", (values) =>
    answers("fails", values),
  ),
  form("hangs [{target}] [after {after}] [for {for}] [every {every}] [{when}]", "probes time out", (values) =>
    answers("hangs", values),
  ),
  form(
    "breaks [{target}] [after {after}] [for {for}] [every {every}] [{when}]",
    "probes cannot run, which does not count as a failure",
    (values) => answers("breaks", values),
  ),
  form(
    "redirects [{target}] [after {after}] [for {for}] [every {every}] [{when}]",
    "HTTP probes are redirected to another host, which counts as a success",
    (values) => answers("redirects", values),
  ),
  form(
    "answers [{target}] in {in} [{loads}] [after {after}] [for {for}] [every {every}] [{when}]",
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
  form("cannot be created [{when}]", "the runtime fails to create it", ({ when }) =>
    changes("fault", { fault: "cannot be created", faultWhen: when }),
  ),
  form("cannot be started [{when}]", "the runtime fails to start it", ({ when }) =>
    changes("fault", { fault: "cannot be started", faultWhen: when }),
  ),
  form(
    "image missing [{times} times] [after {from}] [{when}]",
    "image pulls fail, always or this many times",
    ({ times, from, when }) =>
      (from !== undefined || times !== undefined) && when !== undefined
        ? { about: "nothing", message: imagePhased }
        : { about: "image", absence: absenceOf(times, from ?? 0, when) },
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

/** Words that a clause begins with. */
export const firstWords: ReadonlySet<string> = new Set(clauseForms.flatMap((each) => wordsOf(each).slice(0, 1)));

function changes(subject: RunSubject, change: Partial<Run>): Clause {
  return { about: "run", subject, change };
}

const imagePhased = 'Use either "after" and a number of times, or "during", "until" or "while".';
const notRecurring = 'Before "every", say how long it lasts, less than that, for example "for 20s every 5m".';

const immediately: Time = { ms: 0, range: undefined };

function ending(after: Time | undefined, exitCode: number, when?: When): Clause {
  const time = timed("afterMs", after ?? immediately);
  return endingWith({ ...exitAfter(time.afterMs, exitCode), ...time }, when);
}

function endingWith(end: RunEnd, when: When | undefined): Clause {
  return when === undefined ? changes("ending", { end }) : { about: "phase", end: { ...end, when } };
}

function absenceOf(missingTimes: number | undefined, fromMs: number, when: When | undefined): ImageAbsence {
  if (when === undefined) return { fromMs, missingTimes };
  if (when.kind === "away") return { fromMs: 0, missingTimes: undefined, dependency: when.dependency };
  return { fromMs: when.fromMs, missingTimes: undefined, untilMs: when.untilMs };
}

interface Window {
  readonly target?: AnswerTarget;
  readonly after?: Time;
  readonly for?: Time;
  readonly every?: number;
  readonly when?: When;
  readonly loads?: LoadsText;
}

const loadOfRange = 'Use one time, not a range, before "with".';
const loadOfHook = 'A hook does not share load with other pods. Remove "with".';

function answers(answer: AnswerWindow["answer"], said: Window, latency?: Time): Clause {
  const { target, after, for: lasts, every, when, loads } = said;
  if (loads !== undefined && latency?.range !== undefined) return { about: "nothing", message: loadOfRange };
  if (loads !== undefined && target?.kind === "hook") return { about: "nothing", message: loadOfHook };
  if (every !== undefined && !canRecur(said)) return { about: "nothing", message: notRecurring };
  const window = {
    answer,
    target,
    latencyMs: latency?.ms,
    afterMs: after?.ms ?? every ?? 0,
    forMs: lasts?.ms,
    ...(every !== undefined && { everyMs: every }),
    ...(when !== undefined && { when }),
    ...(loads !== undefined && latency !== undefined && { loads: loadsFrom(latency.ms, loads) }),
  };
  const ranges = {
    ...(latency?.range && { latencyMs: latency.range }),
    ...(after?.range && { afterMs: after.range }),
    ...(lasts?.range && { forMs: lasts.range }),
  };
  return { about: "answers", window: Object.keys(ranges).length === 0 ? window : { ...window, ranges } };
}

function loadsFrom(latencyMs: number, { ready, others }: LoadsText): readonly SharedLoad[] {
  return [{ ready, latencyMs }, ...others];
}

/** What comes again has to end before. */
function canRecur({ for: lasts, every = 0, when }: Window): boolean {
  return lasts !== undefined && (lasts.range?.maxMs ?? lasts.ms) < every && when === undefined;
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
