import { answerHook } from "../../../shared/probe/answer.ts";
import type { Run } from "../../../shared/scenario/model.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import { firstRunOf } from "./story.ts";

/**
 * How the container stops, from the manifest and its scenario. Undefined if it stops in no time as far as we know, or it
 * ignores SIGTERM, so that no grace period is long enough.
 */
export function stoppingRun(subject: ContainerSubject): Run | undefined {
  const run = firstRunOf(subject);
  if (run.stop.kind === "ignores") return undefined;
  return run.stop.inMs > 0 || hookTakesTime(subject, run) ? run : undefined;
}

function hookTakesTime({ container: { preStop } }: ContainerSubject, run: Run): boolean {
  if (preStop === undefined) return false;
  const isExplicit = run.answers.some(({ target }) => target?.kind === "hook" && target.hook === "preStop");
  return isExplicit || answerHook(run, "preStop", preStop, run.startsInMs).tookMs > 0;
}
