import type { Path } from "../../../shared/basics/path.ts";
import { livenessHint, readinessHint, startupHint } from "../../../shared/forecast/pod/hints.ts";
import type { ContainerForecast } from "../../../shared/forecast/pod/model.ts";
import { allContainers, type ProbeType, probeField, probeTypes } from "../../../shared/kubernetes/pod.ts";
import type { RunnablePod } from "../../analysis/subject.ts";
import type { PlacedDocument } from "../../manifest/text/model.ts";
import { pathAt } from "../../manifest/text/position.ts";
import { rangeOf } from "../../manifest/text/ranges.ts";
import type { Context, Feature } from "../core/feature.ts";
import { analyzed, containerAt, forecastOf, podAt, runnablePods } from "../core/subjects.ts";
import { documentOfHint } from "../hints/hint-data.ts";
import { type HintPlace, hintsAt } from "../hints/hints.ts";
import { effectNotes } from "../hover/effect.ts";
import { answerText, hoverOf } from "../hover/markdown.ts";
import { type ContainerPlace, probeAnswer } from "./container-answer.ts";
import { podFieldNotes } from "./pod-field-notes.ts";

const name = "probes";

/** What a probe does and when: beside its field, and in the hover of anything in it. */
export const probes: Feature = {
  name,
  inlayHints(context, placed, range) {
    if (!context.display.inlayHints.probes) return [];
    return hintsAt(context, placed, range, runnablePods(analyzed(context, placed)).flatMap(hintPlaces));
  },
  hintTooltip(context, data) {
    const hint = documentOfHint(context, name, data);
    const place = hint && probePlace(context, hint.placed, hint.path);
    const answer = place && probeAnswer(context, place, place.type);
    return answer && answerText(answer, context);
  },
  hover(context, placed, offset) {
    const { path, on } = pathAt(placed.document, offset);
    const place = probePlace(context, placed, path);
    const answer = place && probeAnswer(context, place, place.type);
    if (answer === undefined) return undefined;
    const notes = [
      ...(answer.notes ?? []),
      ...effectNotes(context, placed, offset),
      ...podFieldNotes(context, placed, offset),
    ];
    return hoverOf({ ...answer, notes }, context, { placed, range: rangeOf(placed.document, path, on) });
  },
};

const hintOf: Readonly<Record<ProbeType, (forecast: ContainerForecast) => string | undefined>> = {
  startup: startupHint,
  liveness: livenessHint,
  readiness: readinessHint,
};

function hintPlaces(pod: RunnablePod): HintPlace[] {
  return allContainers(pod.pod).flatMap((container) => {
    const written = probeTypes.filter((type) => container.probes[type] !== undefined);
    return written.map((type) => ({
      feature: name,
      path: [...pod.located.prefix, ...container.path, probeField(type)],
      text: () => {
        const forecast = forecastOf(pod, container);
        return forecast && hintOf[type](forecast);
      },
    }));
  });
}

function probePlace(
  context: Context,
  placed: PlacedDocument,
  path: Path,
): (ContainerPlace & { type: ProbeType }) | undefined {
  const at = podAt(analyzed(context, placed), path);
  const found = at && containerAt(at.pod.pod, at.inside);
  const type = probeTypes.find((probe) => probeField(probe) === found?.rest[0]);
  if (at === undefined || found === undefined || type === undefined) return undefined;
  const isThere = found.container.probes[type] !== undefined;
  return isThere ? { placed, pod: at.pod, container: found.container, type } : undefined;
}
