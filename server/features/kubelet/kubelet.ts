import { capitalized } from "../../../shared/basics/capitalized.ts";
import { type Path, samePath } from "../../../shared/basics/path.ts";
import { formatCurve } from "../../../shared/basics/sum-words.ts";
import { briefLoadSentences, briefLoadTable, loadTitle } from "../../../shared/forecast/node-load/load-words.ts";
import { kubeletHint } from "../../../shared/forecast/pod/hints.ts";
import { hiddenCrashLoopSentence, hidesCrashLoop } from "../../../shared/forecast/pod/visible-reason.ts";
import { assumptionsInWords } from "../../../shared/kubernetes/assumptions-words.ts";
import type { AnalyzedKubelet } from "../../analysis/subject.ts";
import { kubeletRange, kubeletText } from "../../manifest/pods/kubelet-text.ts";
import { nodeAt } from "../../manifest/text/ranges.ts";
import type { Context, Feature } from "../core/feature.ts";
import { analyzed } from "../core/subjects.ts";
import { documentOfHint } from "../hints/hint-data.ts";
import { type HintPlace, hintsAt } from "../hints/hints.ts";
import { docs } from "../hover/docs.ts";
import { answerText, type HoverText, hoverOf } from "../hover/markdown.ts";
import { documentationAt } from "./kubelet-hover.ts";
import { kubeletPlaceAt } from "./kubelet-place.ts";

const name = "kubelet";

const periodPath: Path = ["crashLoopBackOff", "maxContainerRestartPeriod"];
const reduceGatePath: Path = ["featureGates", "ReduceDefaultCrashLoopBackOffDecay"];
const maxGatePath: Path = ["featureGates", "KubeletCrashLoopBackOffMax"];
const curvePaths = [["crashLoopBackOff"], periodPath, reduceGatePath, maxGatePath];

/** The restart curve that a KubeletConfiguration makes: beside the longest delay, or beside the gate that changes the default. */
export const kubelet: Feature = {
  name,
  inlayHints(context, placed, range) {
    if (!context.display.inlayHints.kubelet) return [];
    const places = analyzed(context, placed).kubelets.flatMap((configuration, index): readonly HintPlace[] => {
      const { located } = configuration;
      const { document } = kubeletText(placed.document, located);
      const inside = hintPath((path) => nodeAt(document, [...located.prefix, ...path]) !== undefined);
      // A kubelet that does not start makes no curve.
      if (inside === undefined || isRefused(configuration)) return [];
      const key = kubeletRange(placed.document, located, inside, "key");
      return [{ feature: name, path: [index], key, text: () => kubeletHint(configuration.forecast()) }];
    });
    return hintsAt(context, placed, range, places);
  },
  hintTooltip(context, data) {
    const hint = documentOfHint(context, name, data);
    const configuration = hint && analyzed(context, hint.placed).kubelets[Number(hint.path[0])];
    return configuration && answerText(kubeletAnswer(context, configuration), context);
  },
  hover(context, placed, offset) {
    const place = kubeletPlaceAt(context, placed, offset);
    if (place === undefined || !curvePaths.some((curvePath) => samePath(place.path, curvePath))) return undefined;
    const { configuration, path, on } = place;
    const documentation = documentationAt(context, place);
    const answer = kubeletAnswer(context, configuration);
    const notes = documentation === undefined ? {} : { notes: [...(answer.notes ?? []), documentation] };
    const range = kubeletRange(placed.document, configuration.located, path, on);
    return hoverOf({ ...answer, ...notes }, context, { placed, range });
  },
};

function hintPath(isWritten: (path: Path) => boolean): Path | undefined {
  return [periodPath, reduceGatePath].find(isWritten);
}

function isRefused({ problems }: AnalyzedKubelet): boolean {
  return problems.some(({ origin }) => origin === "kubelet");
}

export function kubeletAnswer({ settings }: Context, configuration: AnalyzedKubelet): HoverText {
  const { node } = settings.assumptions;
  const ofThisFile = { ...node, kubeletConfiguration: { ...node.kubeletConfiguration, name: "this file" } };
  const assumptionsText = assumptionsInWords({ ...settings.assumptions, node: ofThisFile });
  if (isRefused(configuration)) {
    const first = "A kubelet with this configuration does not start, so no containers run.";
    return { first, assumptionsText, docs: docs.kubelet };
  }
  const forecast = configuration.forecast();
  const curve = formatCurve(forecast.delaysMs, curveSteps);
  const first = `A container in a crash loop on this node backs off ${curve} (default maximum: 5m).`;
  const { head, rows } = briefLoadTable(forecast);
  const table = {
    head: [`${loadTitle(forecast)}, ${head[0] ?? ""}`, ...head.slice(1)].map(capitalized),
    rows: rows.map(([what = "", ...rest]) => [capitalized(what), ...rest]),
  };
  const share = configuration.visibleShare();
  const hidden = hidesCrashLoop(share) ? [hiddenCrashLoopSentence(share)] : [];
  return { first, table, notes: [...briefLoadSentences(forecast), ...hidden], assumptionsText, docs: docs.kubelet };
}

const curveSteps = 8;
