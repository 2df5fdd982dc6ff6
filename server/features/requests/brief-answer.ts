import { formatPath } from "../../../shared/basics/path.ts";
import { defaultHorizonMs } from "../../../shared/forecast/pod/restarts.ts";
import type { AnswerOf, ParamsOf, serverRequests } from "../../../shared/protocol/request.ts";
import { type AnalyzedDocument, type AnalyzedPod, analyzeDocument } from "../../analysis/analysis.ts";
import { placedFindings } from "../../diff/findings.ts";
import type { DiffFile } from "../../diff/model.ts";
import { positionsIn } from "../../diff/positions.ts";
import { briefContainer, shortened, spanText } from "../../exports/brief.ts";
import { inObject } from "../../exports/field-path.ts";
import type { Manifest } from "../../manifest/text/model.ts";
import { answerOf, forecastUntil, summaryOf } from "../../rules/rejections/answer.ts";
import { fieldPathOf } from "../../rules/support/field-path.ts";
import { nameOf } from "../../schema/files/find-project.ts";
import type { Context } from "../core/feature.ts";
import { readWholeManifest } from "../core/read-manifest.ts";
import { briefChange } from "./brief-change.ts";
import { briefSimulation } from "./brief-simulation.ts";

type BriefAsked = Pick<ParamsOf<typeof serverRequests.brief>, "about">;
type BriefAnswer = AnswerOf<typeof serverRequests.brief>;

/** A text in few words, for agents: what the tools of `pod-cadence mcp` answer. */
export function briefAnswer({ document, settings }: Context, { about }: BriefAsked): BriefAnswer {
  const fileOf = (text: string): DiffFile => {
    const manifest = readWholeManifest(text, document, settings);
    return { path: nameOf(document.uri), key: "", text, manifest, settings, beside: [] };
  };
  const file = fileOf(document.getText());
  if (about === "problems") return inJson(problemsOf(file));
  if (about === "forecast") return inJson(forecastsOf(file));
  if ("changeFrom" in about) return inJson(briefChange(fileOf(about.changeFrom), file));
  const simulated = briefSimulation(file, about.simulated);
  return "problem" in simulated ? simulated : inJson(simulated);
}

function inJson(value: unknown): { readonly json: string } {
  return { json: JSON.stringify(value) };
}

function problemsOf(file: DiffFile) {
  const found = placedFindings(file);
  const count = (level: string): number => found.filter(({ finding }) => finding.severity === level).length;
  const positionAt = positionsIn(file);
  const { list, more } = shortened(found);
  const problems = list.map(({ finding, startOffset }) => {
    const { severity, rule, message, start } = finding;
    const line = positionAt(startOffset + start).line + 1;
    return { line, severity, rule, fieldPath: fieldPathOf(finding), message };
  });
  return { errors: count("error"), warnings: count("warning"), problems, more };
}

function forecastsOf({ manifest, settings }: DiffFile) {
  const found = manifest.documents.flatMap(({ document }) => {
    const analyzed = analyzeDocument(document, settings);
    return analyzed.pods.map((pod) => ({ analyzed, pod }));
  });
  const { list, more } = shortened(found);
  return { pods: list.flatMap(({ analyzed, pod }) => briefPod(analyzed, pod, manifest)), more };
}

function briefPod(analyzed: AnalyzedDocument, pod: AnalyzedPod, manifest: Manifest) {
  const forecast = forecastUntil(pod, { horizonMs: defaultHorizonMs });
  const answer = answerOf(analyzed, pod, { manifest, horizonMs: defaultHorizonMs });
  if (forecast === undefined || answer === undefined) return [];
  const { kind, name, namespace } = pod.located;
  const place = inObject(pod.located);
  const { outlook, why } = answer;
  return {
    pod: `${kind}/${name} in ${namespace}`,
    outlook,
    basis: answer.basis,
    answer: summaryOf(answer, forecast),
    fix: answer.fix,
    after: answer.after,
    why: why?.text,
    whyField: why?.path && formatPath([...place, ...why.path]),
    advice: why?.advice,
    // What the spec alone says of the first start is over for a pod that was observed.
    readyAfter: answer.basis === "observed" ? undefined : spanText(forecast.timeToReady),
    containers: forecast.containers.map((each) =>
      briefContainer({ ...each, fieldPath: formatPath([...place, ...each.path]) }),
    ),
  };
}
