import type { Path } from "../../shared/basics/path.ts";
import { plainLine } from "../../shared/basics/plain-line.ts";
import { budgetInWords } from "../../shared/forecast/workload/change-words.ts";
import type { RolloutForecast } from "../../shared/forecast/workload/model.ts";
import { reportedAsFailed, rolloutSummary } from "../../shared/forecast/workload/words.ts";
import type { AnalyzedWorkload } from "../analysis/workloads.ts";
import { type DiffQuestion, orderOfSpan, overRuns, secondMs, spanValue } from "./questions.ts";

/** What `forecast` says of a change of a workload that replaces pods. */
interface RolloutSubject {
  readonly kind: AnalyzedWorkload["forecast"]["kind"];
  /** Pods that are wanted. */
  readonly pods: number;
  readonly rollout: RolloutForecast;
}

/** Undefined if a change of the template replaces no pods by itself. */
export function rolloutSubject({ forecast: { kind, pods, rollout } }: AnalyzedWorkload): RolloutSubject | undefined {
  return rollout && { kind, pods, rollout };
}

/** More or fewer pods are what somebody wants: neither better nor worse. */
const sizeQuestion: DiffQuestion<AnalyzedWorkload> = {
  what: () => "pods",
  answer: ({ forecast: { pods } }) => ({ value: pods, text: String(pods) }),
  order: ({ forecast: { pods } }) => [pods],
  grows: "changed",
  shrinks: "changed",
  path: () => ["spec", "replicas"],
};

/** What stands beside a workload selects its pods by labels of which one word can be wrong. */
function selectedBy(
  what: string,
  read: (workload: AnalyzedWorkload["workload"]) => readonly string[],
): DiffQuestion<AnalyzedWorkload> {
  return {
    what: () => what,
    answer: ({ workload }) => {
      const text = plainLine(read(workload).join(", ") || "none");
      return { value: text, text };
    },
    grows: "changed",
    shrinks: "changed",
    path: () => ["spec", "template", "metadata", "labels"],
  };
}

export const workloadQuestions: readonly DiffQuestion<AnalyzedWorkload>[] = [
  sizeQuestion,
  selectedBy("Services", ({ services = [] }) => services.map(({ name }) => name)),
  selectedBy("budgets", ({ budgets = [] }) => budgets.map(budgetInWords)),
];

export const rolloutTitle = "rollout";
export const deadlineTitle = "rollout reported as failed";
export const availableTitle = "available during the rollout";

/** What two rollouts are asked: one that takes longer is later, one that stays where it is is worse. */
export function rolloutQuestions(base: RolloutSubject, head: RolloutSubject): readonly DiffQuestion<RolloutSubject>[] {
  const both = [base, head].map(({ rollout }) => rollout);
  const isSlower = both.every(({ completes }) => completes !== undefined);
  const isReportedLater = both.every(({ deadlineExceeded }) => deadlineExceeded !== undefined);
  return [
    isSlower ? duration : outcome,
    isReportedLater ? { ...deadline, grows: "later", shrinks: "sooner" } : deadline,
    base.pods === head.pods ? available : { ...available, grows: "changed", shrinks: "changed" },
  ];
}

const duration: DiffQuestion<RolloutSubject> = {
  what: () => rolloutTitle,
  answer: ({ rollout }) =>
    rollout.completes && { value: spanValue(rollout.completes.span), text: rolloutSummary(rollout) },
  order: ({ rollout }) => orderOfSpan(rollout.completes?.span),
  grows: "later",
  shrinks: "sooner",
  path: strategyPath,
  coarse: overRuns(secondMs),
};

const outcome: DiffQuestion<RolloutSubject> = {
  what: () => rolloutTitle,
  answer: ({ rollout }) => {
    const text = rolloutSummary(rollout);
    return { value: rollout.completes === undefined ? text : spanValue(rollout.completes.span), text };
  },
  order: ({ rollout: { completes, stuckAt } }) => (completes === undefined ? [0, stuckAt?.updated ?? 0] : [1]),
  grows: "better",
  shrinks: "worse",
  path: strategyPath,
};

const deadline: DiffQuestion<RolloutSubject> = {
  what: () => deadlineTitle,
  answer: ({ rollout }) => ({
    value: rollout.deadlineExceeded === undefined ? "never" : spanValue(rollout.deadlineExceeded.span),
    text: reportedAsFailed(rollout),
  }),
  order: ({ rollout: { deadlineExceeded } }) =>
    deadlineExceeded === undefined ? [1] : [0, ...orderOfSpan(deadlineExceeded.span)],
  grows: "better",
  shrinks: "worse",
  path: () => ["spec", "progressDeadlineSeconds"],
  coarse: overRuns(1),
};

const available: DiffQuestion<RolloutSubject> = {
  what: () => availableTitle,
  answer: ({ pods, rollout: { availableAtLeast } }) => ({
    value: availableAtLeast,
    text: availableAtLeast >= pods ? `always ${pods}` : `at least ${availableAtLeast} of ${pods}`,
  }),
  order: ({ rollout: { availableAtLeast } }) => [availableAtLeast],
  grows: "better",
  shrinks: "worse",
  path: strategyPath,
};

function strategyPath({ kind }: RolloutSubject): Path {
  return ["spec", kind === "Deployment" ? "strategy" : "updateStrategy"];
}
