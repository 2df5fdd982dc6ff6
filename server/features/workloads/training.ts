import { checkpointAdvice, trainingAssumed, trainingRows } from "../../../shared/forecast/training/training-words.ts";
import { trainingOf } from "../../analysis/training.ts";
import { pathAt } from "../../manifest/text/position.ts";
import { rangeOf } from "../../manifest/text/ranges.ts";
import type { Feature } from "../core/feature.ts";
import { analyzed, runnablePods } from "../core/subjects.ts";
import { docs } from "../hover/docs.ts";
import { hoverOf } from "../hover/markdown.ts";

/** Fields of a Job or a JobSet on which the goodput stands. */
const deciding: ReadonlySet<string> = new Set(["kind", "spec.backoffLimit", "spec.failurePolicy"]);

/** The goodput of a training run, where the project file says how often it fails. */
export const trainingRuns: Feature = {
  name: "training runs",
  hover(context, placed, offset) {
    const { training } = context.settings;
    if (training === undefined) return undefined;
    const { path } = pathAt(placed.document, offset);
    const pod = runnablePods(analyzed(context, placed)).find(({ located: { objectPath } }) => {
      const isInside = objectPath.every((step, index) => path[index] === step);
      return isInside && deciding.has(path.slice(objectPath.length).join("."));
    });
    const ways = pod && trainingOf(pod);
    if (pod === undefined || ways === undefined) return undefined;
    const advice = checkpointAdvice(training);
    return hoverOf(
      {
        first: `Goodput of ${pod.located.kind} ${pod.located.name} as a training run, over 7 days:`,
        table: { head: ["After a failure", "Goodput"], rows: trainingRows(ways).map((row) => [...row]) },
        notes: [`Assumed: ${trainingAssumed(training)}.`, ...(advice === undefined ? [] : [advice])],
        docs: docs.jobs,
      },
      context,
      { placed, range: rangeOf(placed.document, path, "key") },
    );
  },
};
