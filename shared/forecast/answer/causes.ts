import type { CauseDigest, RestartDigest, RunDigest } from "./digest-model.ts";
import type { Spread } from "./model.ts";
import { spreadOf } from "./spread.ts";

/** Restarts for one and the same reason, over all runs. */
export interface CommonCause {
  readonly cause: CauseDigest;
  readonly restarts: readonly RestartDigest[];
  /** Duration of the runs that ended this way; undefined if none had started. */
  readonly ranMs: Spread | undefined;
}

/** The causes of restarts, the most frequent first. A restart of all containers counts once, for the container that triggers it. */
export function causesOf(runs: readonly RunDigest[]): readonly CommonCause[] {
  const groups = new Map<string, RestartDigest[]>();
  for (const { restarts } of runs)
    for (const restart of restarts) {
      if (restart.cause.kind === "restart-all" && restart.cause.container !== restart.container) continue;
      const key = keyOf(restart.cause);
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [restart]);
      else group.push(restart);
    }
  return [...groups.values()]
    .flatMap((restarts) => {
      const [first] = restarts;
      return first === undefined ? [] : [{ cause: first.cause, restarts, ranMs: lengthOf(restarts) }];
    })
    .toSorted((left, right) => right.restarts.length - left.restarts.length);
}

function keyOf(cause: CauseDigest): string {
  const { kind, container } = cause;
  if (kind === "exit") return JSON.stringify([kind, container, cause.exitCode, cause.reason]);
  if (kind === "probe") return JSON.stringify([kind, container, cause.probe, cause.hadAnswered]);
  if (kind === "restart-all") return JSON.stringify([kind, container, cause.exitCode]);
  if (kind === "hook") return JSON.stringify([kind, container]);
  return JSON.stringify([kind, cause.what]);
}

function lengthOf(restarts: readonly RestartDigest[]): Spread | undefined {
  const lengthsMs = restarts.flatMap(({ cause }) => cause.ranMs ?? []);
  return lengthsMs.length === 0 ? undefined : spreadOf(lengthsMs);
}

/** `crashes`, `exits with 42`, `is OOM-killed`, `completes`. */
export function exitVerb({ exitCode, reason }: { readonly exitCode: number; readonly reason: string }): string {
  if (reason === "OOMKilled") return "is OOM-killed";
  if (exitCode === 0) return "completes";
  return exitCode === 1 ? "crashes" : `exits with ${exitCode}`;
}

const capitals = { startup: "The startup probe", liveness: "Liveness", readiness: "Readiness" } as const;

/** What else the container does, after words of what ends it: `waits`, or `web waits` where those are about something else. */
export function itsDoing(cause: CauseDigest, what: string): string {
  return itsName(cause) === "it" ? what : `${cause.container} ${what}`;
}

/** The container after words of what ends it: `it`, or its name where those are about something else. */
export function itsName(cause: CauseDigest): string {
  return causeInWords(cause).startsWith(`${cause.container} `) ? "it" : cause.container;
}

const outsideInWords = {
  "node-rebooted": "The node reboots",
  "node-lost": "The node is lost",
  other: "The kubelet starts it anew",
} as const;

/** `api crashes`, `Liveness kills api`, `The node reboots`. */
export function causeInWords(cause: CauseDigest): string {
  switch (cause.kind) {
    case "exit":
      return `${cause.container} ${exitVerb(cause)}`;
    case "probe":
      return `${capitals[cause.probe]} kills ${cause.container}`;
    case "hook":
      return `The postStart hook of ${cause.container} fails`;
    case "restart-all":
      return `${cause.container} exits with ${cause.exitCode}`;
    case "outside":
      return outsideInWords[cause.what];
  }
}
