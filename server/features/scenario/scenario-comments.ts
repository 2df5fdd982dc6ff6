import { answerLines } from "../../../shared/forecast/answer/words.ts";
import { rolloutJudgementInWords } from "../../../shared/forecast/workload/judgement-words.ts";
import { rolloutSummary } from "../../../shared/forecast/workload/words.ts";
import { allContainers } from "../../../shared/kubernetes/pod.ts";
import { parseScenario } from "../../../shared/scenario/parse.ts";
import type { PlacedScenarioText } from "../../analysis/scenario-comments.ts";
import { applicationOf, whyUnplayed } from "../../analysis/workloads.ts";
import { cadenceComments } from "../../manifest/comments.ts";
import type { Context, Feature } from "../feature.ts";
import { restartRows } from "../hover/container-answer.ts";
import { docs } from "../hover/docs.ts";
import { hoverOf, spanTable } from "../hover/markdown.ts";
import { referenceOf } from "../pod-reference.ts";
import { analysed, type RunnablePod, runnablePods } from "../subjects.ts";
import { workloadFor } from "../workloads/workloads.ts";
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
    const text = pod.scenarioTexts.find(({ place }) => place?.comment === comment.comment);
    const rollout = text && rolloutLines(context, pod, text);
    if (rollout !== undefined)
      return hoverOf({ first: rollout.join("\n\n"), docs: docs.workloads }, context, {
        placed,
        range: comment.comment,
      });
    const name = text?.container;
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

/** What comes of a line about the rollout. Undefined: it is about something else. */
function rolloutLines(context: Context, pod: RunnablePod, text: PlacedScenarioText): readonly string[] | undefined {
  const said = parseScenario([text], allContainers(pod.pod)).scenario.rollout;
  const found = said && workloadFor(context, pod);
  if (found === undefined) {
    const why = said && whyUnplayed(pod, applicationOf(context.manifest));
    return why === undefined ? undefined : [why];
  }
  const { judgements, rollout } = found.forecast;
  const expected = new Set(said?.expectations.map((expectation) => expectation.text));
  const judged = judgements
    .filter(({ text: of }) => expected.has(of))
    .map((judgement) => `${judgement.text}: ${rolloutJudgementInWords(judgement)}`);
  if (judged.length > 0) return judged;
  return [rollout === undefined ? "No rollout" : `Rollout: ${rolloutSummary(rollout)}`];
}
