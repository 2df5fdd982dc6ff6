import type { AnswerTarget, AnswerWindow, ImageAbsence, Run } from "../model.ts";
import { type Form, form, wordsOf } from "../reading/pattern.ts";
import { exitAfter } from "../script.ts";

/** What a clause says about its run, or about the image of its container. A run has each `subject` once, but any number of answers. */
export type Clause =
  | { readonly about: "run"; readonly subject: RunSubject; readonly change: Partial<Run> }
  | { readonly about: "answers"; readonly window: AnswerWindow }
  | ImageClause;

export type ImageClause =
  | { readonly about: "image"; readonly absence: ImageAbsence }
  | { readonly about: "image"; readonly pullMs: number };

/** `none` is for `runs` without a time, which is not an ending: `runs, ignores SIGTERM`. */
export type RunSubject = "none" | "ending" | "start" | "stop" | "time to create" | "time to start" | "fault";

const endings: readonly Form<Clause>[] = [
  form("runs [for {for}]", "until something stops it, or for a time; then it exits with 0", (values) =>
    values.for === undefined ? { about: "run", subject: "none", change: {} } : ending(values.for, 0),
  ),
  form("completes [after {after}]", "exits 0", ({ after = 0 }) => ending(after, 0)),
  form("crashes [after {after}]", "exits 1", ({ after = 0 }) => ending(after, 1)),
  form("exits {code} [after {after}]", "exits with this code", ({ code, after = 0 }) => ending(after, code)),
  form("oom [after {after}]", "is OOM-killed: exit code 137", ({ after = 0 }) =>
    changes("ending", { end: { afterMs: after, exitCode: 137, reason: "OOMKilled" } }),
  ),
];

const others: readonly Form<Clause>[] = [
  form("starts in {in}", "all probes and hooks fail until it has started", (values) =>
    changes("start", { startsInMs: values.in }),
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
    changes("stop", { stop: { kind: "stops", inMs: values.in ?? 0, exitCode: values.code ?? 143 } }),
  ),
  form("ignores SIGTERM", "only SIGKILL stops it, after the grace period", () =>
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
    "image pulls fail, always or this many times",
    ({ times, from = 0 }) => ({
      about: "image",
      absence: { fromMs: from, missingTimes: times },
    }),
  ),
  form("image takes {takes}", "the image is not on the node, and pulling it takes this long", ({ takes }) => ({
    about: "image",
    pullMs: takes,
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
