import type { AnswerTarget, AnswerWindow, ImageAbsence, Run } from "./model.ts";
import { type Form, form, wordsOf } from "./pattern.ts";
import { exitAfter } from "./script.ts";

/** What a clause says about its run, or about the image of its container. One run says each `subject` once, but any number of answers. */
export type Clause =
  | { readonly about: "run"; readonly subject: RunSubject; readonly change: Partial<Run> }
  | { readonly about: "answers"; readonly window: AnswerWindow }
  | ImageClause;

export type ImageClause =
  | { readonly about: "image"; readonly absence: ImageAbsence }
  | { readonly about: "image"; readonly pullMs: number };

/** `none` is for `runs` without a time, which is no ending: `runs, ignores SIGTERM`. */
export type RunSubject = "none" | "ending" | "start" | "stop" | "time to create" | "time to start" | "fault";

const endings: readonly Form<Clause>[] = [
  form("runs [for {for}]", "until something stops it, or for a time and then exits 0", (values) =>
    values.for === undefined ? { about: "run", subject: "none", change: {} } : ending(values.for, 0),
  ),
  form("completes [after {after}]", "exits 0", ({ after = 0 }) => ending(after, 0)),
  form("crashes [after {after}]", "exits 1", ({ after = 0 }) => ending(after, 1)),
  form("exits {code} [after {after}]", "exits with a code of your choice", ({ code, after = 0 }) =>
    ending(after, code),
  ),
  form("oom [after {after}]", "is killed for lack of memory: exit code 137, reason OOMKilled", ({ after = 0 }) =>
    changes("ending", { end: { afterMs: after, exitCode: 137, reason: "OOMKilled" } }),
  ),
];

const others: readonly Form<Clause>[] = [
  form("starts in {in}", "every probe and hook fails until then", (values) =>
    changes("start", { startsInMs: values.in }),
  ),
  form("fails [{target}] [after {after}] [for {for}]", "probes answer that they failed", (values) =>
    answers("fails", values),
  ),
  form("hangs [{target}] [after {after}] [for {for}]", "probes get no answer", (values) => answers("hangs", values)),
  form("breaks [{target}] [after {after}] [for {for}]", "probes cannot be run at all, which is no failure", (values) =>
    answers("breaks", values),
  ),
  form(
    "redirects [{target}] [after {after}] [for {for}]",
    "HTTP probes are sent to another host, which is a success",
    (values) => answers("redirects", values),
  ),
  form(
    "answers [{target}] in {in} [after {after}] [for {for}]",
    "probes answer that late; beyond their timeout they fail",
    (values) => answers("answers", values, values.in),
  ),
  form("stops [in {in}] [with {code}]", "what SIGTERM does; without this clause at once with 143", (values) =>
    changes("stop", { stop: { kind: "stops", inMs: values.in ?? 0, exitCode: values.code ?? 143 } }),
  ),
  form("ignores SIGTERM", "only SIGKILL ends it, after the grace period", () =>
    changes("stop", { stop: { kind: "ignores" } }),
  ),
  form("takes {takes} to create", "the runtime is slow to create it", ({ takes }) =>
    changes("time to create", { createMs: takes }),
  ),
  form("takes {takes} to start", "the runtime is slow to start it", ({ takes }) =>
    changes("time to start", { startMs: takes }),
  ),
  form("cannot be created", "the runtime fails to create it", () => changes("fault", { fault: "cannot be created" })),
  form("cannot be started", "the runtime fails to start it", () => changes("fault", { fault: "cannot be started" })),
  form(
    "image missing [{times} times] [after {from}]",
    "pulls of the image fail, for ever or that often",
    ({ times, from = 0 }) => ({
      about: "image",
      absence: { fromMs: from, missingTimes: times },
    }),
  ),
  form("image takes {takes}", "the image is not on the node, and its pull takes that long", ({ takes }) => ({
    about: "image",
    pullMs: takes,
  })),
];

/** The clauses of the language: reading, completion and messages know them from here alone. */
export const clauseForms: readonly Form<Clause>[] = [...endings, ...others];

/** Clauses for a run that has an ending. */
export const clauseFormsButEndings = others;

/** Words that name an exec command only in quotes. */
export const reservedWords: ReadonlySet<string> = new Set(["then", "x", ...clauseForms.flatMap(wordsOf)]);

/** Words that a clause begins with. */
export const firstWords: ReadonlySet<string> = new Set(clauseForms.flatMap((each) => wordsOf(each).slice(0, 1)));

function changes(subject: RunSubject, change: Partial<Run>): Clause {
  return { about: "run", subject, change };
}

function ending(afterMs: number, exitCode: number): Clause {
  return changes("ending", { end: exitAfter(afterMs, exitCode) });
}

interface Window {
  readonly target?: AnswerTarget;
  readonly after?: number;
  readonly for?: number;
}

function answers(answer: AnswerWindow["answer"], window: Window, latencyMs?: number): Clause {
  return {
    about: "answers",
    window: { answer, latencyMs, target: window.target, afterMs: window.after ?? 0, forMs: window.for },
  };
}
