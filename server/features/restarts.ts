import type { Path } from "../../shared/kubernetes/path.ts";
import { allContainers, type Container } from "../../shared/kubernetes/pod.ts";
import { crashSentence, hangSentence, restartHint, startSentence, unreadySentence } from "../../shared/forecast/index.ts";
import type { ContainerForecast } from "../../shared/forecast/model.ts";
import { formatDuration } from "../../shared/kubernetes/durations.ts";
import type { PlacedDocument } from "../manifest/model.ts";
import { pathAt } from "../manifest/position.ts";
import { rangeOf } from "../manifest/ranges.ts";
import { docs } from "./docs.ts";
import type { Context, Feature } from "./feature.ts";
import { hintDataSchema } from "./hint-data.ts";
import { type HintPlace, hintsAt } from "./hints.ts";
import { kubectlNote } from "./kubectl-note.ts";
import { type Answer, answerText, hoverOf, type Row } from "./markdown.ts";
import { referenceOf } from "./pod-reference.ts";
import { analysed, containerAt, forecastOf, podAt, type RunnablePod, runnablePods } from "./subjects.ts";

const name = "restarts";

/** When a container starts again: beside its name, and in the hover of its name. */
export const restarts: Feature = {
  name,
  inlayHints(context, placed, range) {
    if (context.display.inlayHints.restarts === "off") return [];
    const places = runnablePods(analysed(context, placed)).flatMap((pod) => hintPlaces(context, pod));
    return hintsAt(context, placed, range, places);
  },
  hintTooltip(context, data) {
    const parsed = hintDataSchema.safeParse(data);
    if (!parsed.success || parsed.data.feature !== name) return undefined;
    const placed = context.manifest.documents[parsed.data.document];
    const answer = placed && containerAnswer(context, placed, parsed.data.path);
    return answer && answerText(answer, context);
  },
  hover(context, placed, offset) {
    const { path } = pathAt(placed.document, offset);
    const isName = path.at(-1) === "name";
    const entry = isName ? path.slice(0, -1) : path;
    const answer = containerAnswer(context, placed, entry);
    return answer && hoverOf(answer, context, { placed, range: rangeOf(placed.document, path, isName ? "value" : "key") });
  },
};

function hintPlaces({ display }: Context, pod: RunnablePod): HintPlace[] {
  return allContainers(pod.pod).map((container) => ({
    feature: name,
    path: [...pod.located.prefix, ...container.path, "name"],
    text: () => {
      const forecast = forecastOf(pod, container);
      const isTold = forecast?.restarts.story !== undefined;
      if (forecast === undefined || (display.inlayHints.restarts === "withScenario" && !isTold)) return undefined;
      return restartHint(forecast);
    },
  }));
}

/** About the container whose entry, or whose entry's name, is at the path of the document. */
function containerAnswer(context: Context, placed: PlacedDocument, path: Path): Answer | undefined {
  const at = podAt(analysed(context, placed), path);
  const found = at && containerAt(at.pod.pod, at.inside);
  const isEntry = found?.rest.length === 0 || (found?.rest.length === 1 && found.rest[0] === "name");
  const forecast = found && isEntry ? forecastOf(at.pod, found.container) : undefined;
  if (at === undefined || found === undefined || forecast === undefined) return undefined;
  return {
    first: firstLine(at.pod, forecast),
    tableTitle: "since the pod began",
    table: [...restartRows(forecast), ...probeRows(forecast)],
    notes: [kubectlNote(context.settings.assumptions.node, forecast)],
    docs: docs.restartPolicy,
    pod: referenceOf(context, placed, at.pod.located),
  };
}
