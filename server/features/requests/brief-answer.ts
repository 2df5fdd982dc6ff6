import { formatPath } from "../../../shared/basics/path.ts";
import type { PlayedExtent } from "../../../shared/forecast/pod/pod.ts";
import type { AnswerOf, askedSchema, ParamsOf, serverRequests } from "../../../shared/protocol/request.ts";
import type { Message } from "../../../shared/protocol/values/parse.ts";
import { type AnalyzedDocument, type AnalyzedPod, analyzeDocument } from "../../analysis/analysis.ts";
import { askedOutcomes, overriddenNotes } from "../../analysis/asked-texts.ts";
import { placedFindings } from "../../diff/findings.ts";
import type { DiffFile } from "../../diff/model.ts";
import { positionsIn } from "../../diff/positions.ts";
import { briefContainer, shortened, spanText } from "../../exports/brief.ts";
import { inObject } from "../../exports/field-path.ts";
import { podName } from "../../exports/pod-name.ts";
import type { Manifest } from "../../manifest/text/model.ts";
import { answerOf, forecastUntil } from "../../rules/rejections/answer.ts";
import { fieldPathOf } from "../../rules/support/field-path.ts";
import { nameOf } from "../../schema/files/find-project.ts";
import type { Context } from "../core/feature.ts";
import { readWholeManifest } from "../core/read-manifest.ts";
import { briefChange } from "./brief-change.ts";
import { briefSimulation } from "./brief-simulation.ts";
import { askedNames, readAsked, refusedIn } from "./read-asked.ts";

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
  if ("forecast" in about) return inJsonOrProblem(forecastsOf(file, about.forecast));
  if ("changeFrom" in about) return inJsonOrProblem(briefChange(fileOf(about.changeFrom), file, about.asked));
  const simulated = briefSimulation(file, about.simulated);
  return inJsonOrProblem(simulated);
}

function inJsonOrProblem(value: object | { readonly problem: string }): BriefAnswer {
  return "problem" in value && typeof value.problem === "string" ? { problem: value.problem } : inJson(value);
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

function forecastsOf({ manifest, settings }: DiffFile, params: Message<typeof askedSchema>) {
  const read = readAsked(params);
  if ("problem" in read) return read;
  const { asked, extent } = read;
  const found = manifest.documents.flatMap(({ document }) => {
    const analyzed = analyzeDocument(document, { ...settings, asked });
    return analyzed.pods.map((pod) => ({ analyzed, pod }));
  });
  const problem = refusedIn(
    asked,
    found.flatMap(({ pod }) => askedOutcomes(pod)),
  );
  if (problem !== undefined) return { problem };
  const notes = found.flatMap(({ pod }) => overriddenNotes(pod, podName(pod.located), askedNames));
  const { list, more } = shortened(found);
  return { pods: list.flatMap((each) => briefPod(each, manifest, extent)), more, notes };
}

interface PodOfDocument {
  readonly analyzed: AnalyzedDocument;
  readonly pod: AnalyzedPod;
}

function briefPod({ analyzed, pod }: PodOfDocument, manifest: Manifest, extent: PlayedExtent) {
  const forecast = forecastUntil(pod, extent);
  const answer = answerOf(analyzed, pod, { manifest, ...extent });
  if (forecast === undefined || answer === undefined) return [];
  const { kind, name, namespace } = pod.located;
  const place = inObject(pod.located);
  const { outlook, why } = answer;
  return {
    pod: `${kind}/${name} in ${namespace}`,
    outlook,
    basis: answer.basis,
    answer: answer.headline,
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
