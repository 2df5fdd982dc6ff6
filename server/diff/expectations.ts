import type { Judgment } from "../../shared/forecast/expectations/expectations.ts";
import { expectationFailed, judgmentsOf, quotedExpectation } from "../rules/project/expectation-failed.ts";
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
  [base, head]: readonly [DiffObject | undefined, DiffObject | undefined],
  outcome: Worst,
): SortedFindings {
  if (outcome !== "better" || base?.is.a !== "pod" || head?.is.a !== "pod") return { toUpdate: [], added };
  if (!added.some(({ finding }) => finding.rule === expectationFailed.id)) return { toUpdate: [], added };
  const held = new Set(judgmentsOf(base.is.pod).flatMap(({ text, holds }) => (holds ? [text] : [])));
  const outgrown = judgmentsOf(head.is.pod).filter(
    (judgment) => !judgment.holds && held.has(judgment.text) && asksForTrouble(judgment),
  );
  const toUpdate: PlacedFinding[] = [];
  const left: PlacedFinding[] = [];
  for (const placed of added) {
    const { rule, message } = placed.finding;
    const found = outgrown.find((judgment) => message.startsWith(`${quotedExpectation(judgment)} `));
    if (rule !== expectationFailed.id || found === undefined) left.push(placed);
    else toUpdate.push({ ...placed, finding: { ...placed.finding, severity: "info", message: messageOf(found) } });
  }
  return { toUpdate, added: left };
}

function messageOf(judgment: Judgment): string {
  return `${quotedExpectation(judgment)} no longer holds, because the pod got better. Update the expectation.`;
}

function asksForTrouble({ expectation: { condition }, failed }: Judgment): boolean {
  if (condition.kind === "crash-loop") return condition.expected;
  if (condition.kind === "phase") return condition.phase === "Failed";
  if (condition.kind !== "restarts" || condition.comparison === "<") return false;
  return failed.most !== undefined && failed.most <= condition.count;
}
