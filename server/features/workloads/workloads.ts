import type { Path } from "../../../shared/basics/path.ts";
import { rolloutScreenRows } from "../../../shared/forecast/first-screen/workload-rows.ts";
import { hintLength } from "../../../shared/forecast/pod/hints.ts";
import { forecastShutdown } from "../../../shared/forecast/workload/shutdown.ts";
import { replacementOf } from "../../../shared/forecast/workload/traffic.ts";
import { paceOf, rolloutSummary, shutdownRows, specInWords } from "../../../shared/forecast/workload/words.ts";
import { isEmptyScenario } from "../../../shared/scenario/script.ts";
import type { RunnablePod } from "../../analysis/subject.ts";
import { workloadKindOf } from "../../analysis/workload-kind.ts";
import { type AnalyzedWorkload, applicationOf, whyUnplayed, workloadOf } from "../../analysis/workloads.ts";
import type { PlacedDocument } from "../../manifest/text/model.ts";
import { pathAt } from "../../manifest/text/position.ts";
import { nodeAt, rangeOf } from "../../manifest/text/ranges.ts";
import type { Context, Feature } from "../core/feature.ts";
import { analyzed, podAt, runnablePods } from "../core/subjects.ts";
import { documentOfHint } from "../hints/hint-data.ts";
import { type HintPlace, hintsAt } from "../hints/hints.ts";
import { docs } from "../hover/docs.ts";
import { effectNotes } from "../hover/effect.ts";
import { answerText, type HoverText, hoverOf } from "../hover/markdown.ts";
import { podFieldNotes } from "../pods/pod-field-notes.ts";

const name = "workloads";
const graceField = "terminationGracePeriodSeconds";
/** A hint is worked out while somebody waits for others, and what nobody has asked for yet should not take long. */
const hintedPodsMax = 200;

/** What a change of a workload comes to: beside its strategy or its replicas, and in the hovers of its kind and of the fields that decide; what a deletion comes to at the grace period. */
export const workloads: Feature = {
  name,
  inlayHints(context, placed, range) {
    if (context.display.inlayHints.restarts === "off") return [];
    const places = runnablePods(analyzed(context, placed)).flatMap((pod) => hintPlaces(context, placed, pod));
    return hintsAt(context, placed, range, places);
  },
  hintTooltip(context, data) {
    const hint = documentOfHint(context, name, data);
    const answer = hint && workloadAnswer(context, hint.placed, hint.path);
    return answer && answerText(answer, context);
  },
  hover(context, placed, offset) {
    const { path } = pathAt(placed.document, offset);
    const answer = workloadAnswer(context, placed, path) ?? graceAnswer(context, placed, path);
    if (answer === undefined) return undefined;
    const notes = [...podFieldNotes(context, placed, offset), ...effectNotes(context, placed, offset)];
    return hoverOf({ ...answer, notes }, context, { placed, range: rangeOf(placed.document, path, "key") });
  },
  *prepareHover(context, placed, offset) {
    const pod = decidedAt(context, placed, pathAt(placed.document, offset).path);
    const found = pod && workloadFor(context, pod);
    if (found !== undefined) yield* found.forecast.pieces();
  },
  *prepare(context, placed) {
    for (const pod of runnablePods(analyzed(context, placed))) {
      const forecast = workloadFor(context, pod)?.forecast;
      if (forecast !== undefined && forecast.pods <= hintedPodsMax) yield* forecast.pieces();
    }
  },
};

function hintPlaces(context: Context, placed: PlacedDocument, pod: RunnablePod): HintPlace[] {
  const root = objectPath(pod);
  if (root === undefined) return [];
  const fields = ["strategy", "updateStrategy", "replicas"].map((field) => [...root, "spec", field]);
  const path = fields.find((field) => nodeAt(placed.document, field) !== undefined);
  if (path === undefined) return [];
  const isExplicit = context.display.inlayHints.restarts === "always" || pod.scenarioTexts.length > 0;
  const text = (): string | undefined => {
    const found = isExplicit ? workloadFor(context, pod) : undefined;
    return found && found.forecast.pods <= hintedPodsMax
      ? rolloutHint(found, !isEmptyScenario(pod.scenario.scenario))
      : undefined;
  };
  return [{ feature: name, path, text }];
}

/**
 * What a rollout takes depends on programs: where nobody has described them, it says how many pods change at a time. Undefined
 * where that takes too many words.
 */
function rolloutHint({ workload, forecast }: AnalyzedWorkload, isDescribed: boolean): string | undefined {
  const { rollout, pods } = forecast;
  if (rollout === undefined) return undefined;
  if (isDescribed || rollout.completes === undefined) return `rollout: ${rolloutSummary(rollout)}`;
  const text = `rollout: ${paceOf(workload, pods).split(",", 1).join("")}`;
  return text.length <= hintLength ? text : undefined;
}

/** Of the workload's object, relative to the document. */
export function objectPath({ located }: RunnablePod): Path | undefined {
  return workloadKindOf(located) === undefined ? undefined : located.prefix.slice(0, -3);
}

/** Made when somebody asks. */
export function workloadFor({ manifest }: Context, pod: RunnablePod): AnalyzedWorkload | undefined {
  return workloadOf(pod, applicationOf(manifest));
}

const deciding = new Set(["kind", "spec.replicas", "spec.strategy", "spec.updateStrategy"]);

/** The pod of the workload about which a field decides. */
function decidedAt(context: Context, placed: PlacedDocument, path: Path): RunnablePod | undefined {
  return runnablePods(analyzed(context, placed)).find((each) => {
    const root = objectPath(each);
    return (
      root?.every((step, index) => path[index] === step) === true && deciding.has(path.slice(root.length).join("."))
    );
  });
}

function workloadAnswer(context: Context, placed: PlacedDocument, path: Path): HoverText | undefined {
  const pod = decidedAt(context, placed, path);
  const found = pod && workloadFor(context, pod);
  if (pod === undefined) return undefined;
  if (found === undefined) {
    const why = whyUnplayed(pod, applicationOf(context.manifest));
    return why === undefined ? undefined : { first: why, docs: docs.workloads };
  }
  const { workload } = found;
  const isDescribed = !isEmptyScenario(pod.scenario.scenario);
  const rows = rolloutScreenRows(found, isDescribed).map(({ label, text }) => [label, text]);
  return {
    first: `${workload.spec.kind} ${workload.name}: ${specInWords(workload)}`,
    table: { head: ["Question", "Answer"], rows },
    docs: docs.workloads,
  };
}

function graceAnswer(context: Context, placed: PlacedDocument, path: Path): HoverText | undefined {
  const at = podAt(analyzed(context, placed), path);
  if (at === undefined || at.inside.length !== 1 || at.inside[0] !== graceField) return undefined;
  const { pod, settings, scenario } = at.pod;
  const found = workloadFor(context, at.pod);
  const workload = found?.workload;
  const shutdown = forecastShutdown(workload ?? { pod, scenario: scenario.scenario }, settings.assumptions);
  const services = workload?.services ?? [];
  const asked = { pod, services, trafficDelayMs: settings.trafficDelayMs };
  const rows = shutdownRows(asked, shutdown, () => found && replacementOf(found.workload, found.forecast)).map(
    ({ what, text }) => [what, text],
  );
  return { first: "When a pod is deleted:", table: { head: ["Event", "Time"], rows }, docs: docs.termination };
}
