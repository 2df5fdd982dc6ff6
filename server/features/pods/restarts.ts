import type { Path } from "../../../shared/basics/path.ts";
import { jobHint, restartHint } from "../../../shared/forecast/pod/hints.ts";
import type { JobForecast } from "../../../shared/forecast/pod/job.ts";
import type { ContainerForecast } from "../../../shared/forecast/pod/model.ts";
import { allContainers, type Container } from "../../../shared/kubernetes/pod.ts";
import type { RunnablePod } from "../../analysis/subject.ts";
import type { PlacedDocument } from "../../manifest/text/model.ts";
import { pathAt } from "../../manifest/text/position.ts";
import { rangeOf } from "../../manifest/text/ranges.ts";
import type { Context, Feature } from "../core/feature.ts";
import { analyzed, containerAt, forecastOf, podAt, runnablePods } from "../core/subjects.ts";
import { documentOfHint } from "../hints/hint-data.ts";
import { type HintPlace, hintsAt } from "../hints/hints.ts";
import { answerText, hoverOf } from "../hover/markdown.ts";
import { type ContainerPlace, containerAnswer } from "./container-answer.ts";

const name = "restarts";

/** When a container starts again: beside its name, and in the hover of its entry and its name. */
export const restarts: Feature = {
  name,
  inlayHints(context, placed, range) {
    if (context.display.inlayHints.restarts === "off") return [];
    const places = runnablePods(analyzed(context, placed)).flatMap((pod) => hintPlaces(context, pod));
    return hintsAt(context, placed, range, places);
  },
  hintTooltip(context, data) {
    const hint = documentOfHint(context, name, data);
    const place = hint && containerPlace(context, hint.placed, hint.path);
    const answer = place && containerAnswer(context, place);
    return answer && answerText(answer, context);
  },
  hover(context, placed, offset) {
    const { path } = pathAt(placed.document, offset);
    const place = containerPlace(context, placed, path);
    const answer = place && containerAnswer(context, place);
    return answer && hoverOf(answer, context, { placed, range: rangeOf(placed.document, path, "key") });
  },
};

function hintPlaces({ display }: Context, pod: RunnablePod): HintPlace[] {
  return allContainers(pod.pod).map((container) => ({
    feature: name,
    path: [...pod.located.prefix, ...container.path, "name"],
    text: () => {
      const forecast = forecastOf(pod, container);
      if (forecast === undefined) return undefined;
      const isWanted = display.inlayHints.restarts === "always" || forecast.restarts.story !== undefined;
      return isWanted ? textBeside(pod, forecast, jobBeside(pod, container)) : undefined;
    },
  }));
}

/** Where there is a scenario, its Job may end the pod before the scenario is over. */
function textBeside(pod: RunnablePod, forecast: ContainerForecast, job: JobForecast | undefined): string | undefined {
  const whole = pod.forecast();
  const next = job && whole && jobHint(job, () => whole.answer);
  return job?.isExplicit ? (next ?? restartHint(forecast)) : (restartHint(forecast) ?? next);
}

/** Beside the first container, because the pods are tries of all of them. */
function jobBeside(pod: RunnablePod, container: Container): JobForecast | undefined {
  return pod.pod.containers[0] === container ? pod.job() : undefined;
}

/** The container whose entry, or whose name in it, is at the path. */
function containerPlace(context: Context, placed: PlacedDocument, path: Path): ContainerPlace | undefined {
  const at = podAt(analyzed(context, placed), path);
  const found = at && containerAt(at.pod.pod, at.inside);
  if (at === undefined || found === undefined) return undefined;
  const isEntry = found.rest.length === 0 || (found.rest.length === 1 && found.rest[0] === "name");
  return isEntry ? { placed, pod: at.pod, container: found.container } : undefined;
}
