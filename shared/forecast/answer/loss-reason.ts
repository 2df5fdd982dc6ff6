import { formatEvent } from "../../scenario/language/format.ts";
import type { Reason } from "./model.ts";
import type { AnswerInput } from "./runs.ts";

/** What a lost node means for the pod that was on it. */
export function reasonOfLoss({ job, scenario }: AnswerInput): Reason {
  const event = scenario.events.find(({ kind }) => kind === "own-node-lost");
  const follows =
    job === undefined
      ? "nothing replaces a pod that has no controller"
      : job.podReplacementPolicy === "Failed"
        ? "podReplacementPolicy Failed waits for the end of the evicted pod, which no kubelet reports"
        : "the Job is not over while the object of the evicted pod is there";
  return {
    text: `The node is lost, and ${follows}.`,
    path: undefined,
    scenario: event && formatEvent(event),
    advice:
      job === undefined
        ? "Let a Deployment or a Job create the pod."
        : "Delete the Node, or add the taint node.kubernetes.io/out-of-service to it: the pod then counts as failed and goes.",
  };
}
