import type { Container } from "../../../shared/kubernetes/pod.ts";
import type { Run } from "../../../shared/scenario/model.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import { firstRunOf } from "./story.ts";

/**
 * How the container stops, from the manifest and its scenario: a preStop command that sleeps takes that long.
 * Undefined if it stops in no time as far as we know, or it ignores SIGTERM, so that no grace period is long enough.
 */
export function stoppingRun(subject: ContainerSubject): Run | undefined {
  const run = firstRunOf(subject);
  if (run.stop.kind === "ignores") return undefined;
  const isExplicit = run.answers.some(({ target }) => target?.kind === "hook" && target.hook === "preStop");
  const sleepsMs = isExplicit ? undefined : sleepOf(subject.container);
  const takesTime = run.stop.inMs > 0 || subject.container.preStop?.type === "sleep";
  if (sleepsMs === undefined) return isExplicit || takesTime ? run : undefined;
  const target = { kind: "hook", hook: "preStop" } as const;
  const sleep = { answer: "answers", latencyMs: sleepsMs, target, afterMs: 0, forMs: undefined } as const;
  return { ...run, answers: [...run.answers, sleep] };
}

const unitsMs: Readonly<Record<string, number>> = { "": 1000, s: 1000, m: 60_000, h: 3_600_000 };

/** `sleep 30` or `sleep 1m`, alone or in the text for a shell. */
function sleepOf({ preStop }: Container): number | undefined {
  if (preStop?.type !== "exec") return undefined;
  const found = /(?:^|[\s;&|/])sleep\s+(\d{1,6}(?:\.\d{1,3})?)([smh]?)(?![\w.])/.exec(preStop.command.join(" "));
  return found === null ? undefined : Number(found[1]) * (unitsMs[found[2] ?? ""] ?? 1000);
}

/** How long the preStop hook sleeps. Undefined if nobody knows, or it ends at its own time. */
export function sleepOfHook({ container }: ContainerSubject): number | undefined {
  return container.preStop?.type === "sleep" ? container.preStop.seconds * 1000 : sleepOf(container);
}
