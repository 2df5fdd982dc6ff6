import type { Judgment } from "../../shared/forecast/expectations/judgment.ts";
import type { RolloutJudgment } from "../../shared/forecast/workload/model.ts";
import { quoted } from "../../shared/scenario/reading/quoted.ts";
import type { PlacedFinding, Worst } from "./model.ts";
import type { DiffObject } from "./objects.ts";

interface SortedFindings {
  /** Expectations of trouble that no longer comes. */
  readonly toUpdate: readonly PlacedFinding[];
  readonly added: readonly PlacedFinding[];
}

/**
 * Separates the expectations that fail only because the pod got better. They held before the change and ask for trouble, such as a crash
 * loop; a promise that is broken, or one that the change itself writes, stays a new error.
 */
export function sortFindings(
  added: readonly PlacedFinding[],
  base: DiffObject | undefined,
  outcome: Worst,
): SortedFindings {
  if (outcome !== "better" || base?.is.a !== "pod") return { toUpdate: [], added };
  const held = expectationsThatHold(base);
  const toUpdate: PlacedFinding[] = [];
  const left: PlacedFinding[] = [];
  for (const placed of added) {
    const { judgment } = placed.finding;
    if (judgment === undefined || !held.has(judgment.text) || !asksForTrouble(judgment)) left.push(placed);
    else toUpdate.push({ ...placed, finding: { ...placed.finding, severity: "info", message: messageOf(judgment) } });
  }
  return { toUpdate, added: left };
}

/** As they are written. */
function expectationsThatHold({ is, findings }: DiffObject): ReadonlySet<string> {
  if (is.a !== "pod") return new Set();
  const { expectations, rollout } = is.pod.scenario.scenario;
  const fail = new Set(findings.flatMap(({ finding }) => finding.judgment?.text ?? []));
  const all = [...expectations, ...(rollout?.expectations ?? [])].map(({ text }) => text);
  return new Set(all.filter((text) => !fail.has(text)));
}

function messageOf({ text }: Judgment | RolloutJudgment): string {
  return `${quoted(text, 200)} no longer holds, because the pod got better. Update the expectation.`;
}

function asksForTrouble(judgment: Judgment | RolloutJudgment): boolean {
  return "failed" in judgment ? asksForFailure(judgment) : asksForFewPods(judgment);
}

function asksForFailure({ expectation: { condition }, failed }: Judgment): boolean {
  if (condition.kind === "crash-loop") return condition.expected;
  if (condition.kind === "phase") return condition.phase === "Failed";
  if (condition.kind !== "restarts" || condition.comparison === "<") return false;
  return failed.most !== undefined && failed.most <= condition.count;
}

/** What is reached of an expectation about available pods is a number of them: more are better. */
function asksForFewPods({ expectation: { condition }, least }: RolloutJudgment): boolean {
  return condition.kind === "available" && least !== undefined && least >= condition.count;
}
