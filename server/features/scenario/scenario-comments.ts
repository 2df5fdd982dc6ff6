import { answerLines } from "../../../shared/forecast/answer/words.ts";
import { rolloutJudgmentInWords } from "../../../shared/forecast/workload/judgment-words.ts";
import { eventsInWords, rolloutSummary } from "../../../shared/forecast/workload/words.ts";
import { allContainers } from "../../../shared/kubernetes/pod.ts";
import { parseScenario } from "../../../shared/scenario/language/parse.ts";
import type { PlacedScenarioText } from "../../analysis/scenario-comments.ts";
import type { RunnablePod } from "../../analysis/subject.ts";
import { applicationOf, whyUnplayed } from "../../analysis/workloads.ts";
import { cadenceComments } from "../../manifest/pods/comments.ts";
import type { PlacedDocument } from "../../manifest/text/model.ts";
import type { Context, Feature } from "../core/feature.ts";
import { referenceOf } from "../core/pod-reference.ts";
import { analyzed, runnablePods } from "../core/subjects.ts";
import { docs } from "../hover/docs.ts";
import { hoverOf, spanTable } from "../hover/markdown.ts";
import { restartRows } from "../pods/container-answer.ts";
import { workloadFor } from "../workloads/workloads.ts";
import { completeComment } from "./scenario-completion.ts";

/** A `# cadence:` comment: what comes of it, and the words that can stand in it. */
export const scenarioComments: Feature = {
  name: "scenario comments",
  hover(context, placed, offset) {
    const at = commentAt(context, placed, offset);
    const forecast = at?.pod.forecast();
    if (at === undefined || forecast === undefined) return undefined;
    const { range, pod, text } = at;
    const rollout = rolloutLines(context, pod, text);
    if (rollout !== undefined)
      return hoverOf({ first: rollout.join("\n\n"), docs: docs.workloads }, context, { placed, range });
    const name = text.container;
    const container = forecast.containers.find((each) => each.name === name);
    const table = spanTable(container === undefined ? [] : restartRows(container));
    const answer = {
      first: answerLines(forecast.answer).join("\n\n"),
      table,
      docs: docs.restarts,
      pod: referenceOf(context, placed, pod.located),
    };
    return hoverOf(answer, context, { placed, range });
  },
  *prepareHover(context, placed, offset) {
    const at = commentAt(context, placed, offset);
    const said = at && parseScenario([at.text], allContainers(at.pod.pod)).scenario.rollout;
    const found = said && workloadFor(context, at.pod);
    if (found !== undefined) yield* found.forecast.pieces();
  },
  completions: completeComment,
};

/** The comment, and the pod whose scenario it is. */
function commentAt(context: Context, placed: PlacedDocument, offset: number) {
  const range = cadenceComments(placed.document).find(
    ({ comment: { start, end } }) => start <= offset && offset <= end,
  )?.comment;
  if (range === undefined) return undefined;
  for (const pod of runnablePods(analyzed(context, placed)))
    for (const text of pod.scenarioTexts) if (text.place?.comment === range) return { range, pod, text };
  return undefined;
}

/** What comes of a line about the rollout. Undefined if it is about something else. */
function rolloutLines(context: Context, pod: RunnablePod, text: PlacedScenarioText): readonly string[] | undefined {
  const said = parseScenario([text], allContainers(pod.pod)).scenario.rollout;
  const found = said && workloadFor(context, pod);
  if (found === undefined) {
    const why = said && whyUnplayed(pod, applicationOf(context.manifest));
    return why === undefined ? undefined : [why];
  }
  const { judgments, pods, rollout, withEvents } = found.forecast;
  const expected = new Set(said?.expectations.map((expectation) => expectation.text));
  const judged = judgments
    .filter(({ text: of }) => expected.has(of))
    .map((judgment) => `${judgment.text}: ${rolloutJudgmentInWords(judgment)}`);
  if (judged.length > 0) return judged;
  if (said !== undefined && said.events.length > 0 && withEvents !== undefined)
    return [`With all events of the scenario: ${eventsInWords(withEvents, pods)}.`];
  const whose = [
    ...(Object.keys(said?.new ?? {}).length > 0 ? ["This is what pods of the new version do."] : []),
    ...(Object.keys(said?.old ?? {}).length > 0
      ? ["This is what pods of the old version do, which serve when the rollout begins."]
      : []),
  ];
  return [rollout === undefined ? "No rollout" : `Rollout: ${rolloutSummary(rollout)}`, ...whose];
}
