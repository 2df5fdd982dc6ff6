import { fieldsAt, isFields, listAt, numberAt, objectsAt, textAt } from "../../api-server/types/fields.ts";

/** What a JobSet does when one of its Jobs fails. */
export interface JobSetSpec {
  readonly replicatedJobs: readonly { readonly name: string; readonly replicas: number }[];
  /** Undefined if the first Job that fails ends the JobSet. */
  readonly failurePolicy: JobSetFailurePolicy | undefined;
}

interface JobSetFailurePolicy {
  readonly maxRestarts: number;
  readonly restartStrategy: JobSetRestartStrategy;
  readonly rules: readonly JobSetFailureRule[];
}

/** `InPlaceRestart` (alpha since JobSet 0.11): healthy pods restart in place, and `maxRestarts` counts restarts of pods. */
type JobSetRestartStrategy = "Recreate" | "BlockingRecreate" | "InPlaceRestart";

/** `RestartJob…` (alpha since JobSet 0.12): only the failed Job is created anew. `unknown`: an action of a newer JobSet, which is not played. */
export type JobSetAction =
  | "FailJobSet"
  | "RestartJobSet"
  | "RestartJobSetAndIgnoreMaxRestarts"
  | "RestartJob"
  | "RestartJobAndIgnoreMaxRestarts"
  | "unknown";

interface JobSetFailureRule {
  readonly action: JobSetAction;
  /** Reasons of the failed Job's condition; none: any. */
  readonly onJobFailureReasons: readonly string[];
  /** It looks at the message, too, which is not known before the failure. */
  readonly looksAtMessage: boolean;
  /** None: any. */
  readonly targetReplicatedJobs: readonly string[];
}

const actions: readonly JobSetAction[] = [
  "FailJobSet",
  "RestartJobSet",
  "RestartJobSetAndIgnoreMaxRestarts",
  "RestartJob",
  "RestartJobAndIgnoreMaxRestarts",
];
const strategies: readonly JobSetRestartStrategy[] = ["Recreate", "BlockingRecreate", "InPlaceRestart"];

/** The part of a JobSet's spec that decides what follows from a failure, with its defaults. Any value is taken. */
// As in sigs.k8s.io/jobset/api/jobset/v1alpha2 JobSetSpec (v0.12.0)
export function readJobSet(written: unknown): JobSetSpec {
  const spec = isFields(written) ? written : undefined;
  const policy = fieldsAt(spec, "failurePolicy");
  const texts = (rule: Parameters<typeof listAt>[0], name: string) =>
    listAt(rule, name).filter((text) => typeof text === "string");
  return {
    replicatedJobs: objectsAt(spec, "replicatedJobs").map((job) => ({
      name: textAt(job, "name"),
      replicas: numberAt(job, "replicas") ?? 1,
    })),
    failurePolicy: policy && {
      maxRestarts: numberAt(policy, "maxRestarts") ?? 0,
      restartStrategy: strategies.find((strategy) => strategy === policy["restartStrategy"]) ?? "Recreate",
      rules: objectsAt(policy, "rules").map((rule) => ({
        action: actions.find((action) => action === rule["action"]) ?? "unknown",
        onJobFailureReasons: texts(rule, "onJobFailureReasons"),
        looksAtMessage: listAt(rule, "onJobFailureMessagePatterns").length > 0,
        targetReplicatedJobs: texts(rule, "targetReplicatedJobs"),
      })),
    },
  };
}

/** What the failure of a Job leads to. A rule about messages counts as one that does not match. */
// As in sigs.k8s.io/jobset/pkg/controllers/failure_policy.go executeFailurePolicy (v0.12.0)
export function jobSetAction(jobSet: JobSetSpec, replicatedJob: string, reason: string): JobSetAction {
  const { failurePolicy } = jobSet;
  if (failurePolicy === undefined) return "FailJobSet";
  const rule = failurePolicy.rules.find(
    ({ onJobFailureReasons, looksAtMessage, targetReplicatedJobs }) =>
      !looksAtMessage &&
      (onJobFailureReasons.length === 0 || onJobFailureReasons.includes(reason)) &&
      (targetReplicatedJobs.length === 0 || targetReplicatedJobs.includes(replicatedJob)),
  );
  return rule?.action ?? "RestartJobSet";
}
