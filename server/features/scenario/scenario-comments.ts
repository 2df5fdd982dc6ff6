import { answerLines } from "../../../shared/forecast/answer/words.ts";
import { cadenceComments } from "../../manifest/comments.ts";
import type { Feature } from "../feature.ts";
import { restartRows } from "../hover/container-answer.ts";
import { docs } from "../hover/docs.ts";
import { hoverOf, spanTable } from "../hover/markdown.ts";
import { referenceOf } from "../pod-reference.ts";
import { analysed, runnablePods } from "../subjects.ts";
import { completeComment } from "./scenario-completion.ts";

/** A `# cadence:` comment: what comes of it, and the words that can stand in it. */
export const scenarioComments: Feature = {
  name: "scenario comments",
  hover(context, placed, offset) {
    const comment = cadenceComments(placed.document).find(
      (each) => each.comment.start <= offset && offset <= each.comment.end,
    );
    if (comment === undefined) return undefined;
    const pods = runnablePods(analysed(context, placed));
    const pod = pods.find(({ scenarioTexts }) => scenarioTexts.some(({ place }) => place?.comment === comment.comment));
    const forecast = pod?.forecast();
    if (pod === undefined || forecast === undefined) return undefined;
    const name = pod.scenarioTexts.find(({ place }) => place?.comment === comment.comment)?.container;
    const container = forecast.containers.find((each) => each.name === name);
    const table = spanTable(container === undefined ? [] : restartRows(container));
    const answer = {
      first: answerLines(forecast.answer).join("\n\n"),
      table,
      docs: docs.restarts,
      pod: referenceOf(context, placed, pod.located),
    };
    return hoverOf(answer, context, { placed, range: comment.comment });
  },
  completions: completeComment,
};
