import * as z from "zod/mini";
import { parseManifest } from "../../server/manifest/documents/parse.ts";
import type { ManifestDocument } from "../../server/manifest/text/model.ts";
import type { ResolvedSettings } from "../../server/schema/model.ts";
import { atLeast, type KubernetesVersion } from "../../shared/kubernetes/versions.ts";
import { corpusFiles, readCorpus } from "../corpus/sources.ts";
import { judge } from "../truth/validation/judge.ts";
import { verdictSchema } from "../truth/validation/pod-cases.ts";
import { general } from "./compare.ts";
import type { BaseDocument } from "./documents.ts";
import { mutate } from "./mutate.ts";
import { mutateText } from "./mutate-text.ts";
import type { Random } from "./random.ts";
import { writeObjects } from "./write-text.ts";

// Whole files beside what kubectl and the API server make of them: what `check` says of each document and of each item of a list.

export const answerSchema = z.object({ documents: z.array(verdictSchema) });

export interface TextCase {
  readonly text: string;
  readonly what: string;
}

const bytesMost = 20_000;

/** Files of people, and objects written in many ways; some of each with a mistake in the text. */
export function drawText(random: Random, bases: readonly BaseDocument[], version: KubernetesVersion): TextCase {
  const { text, what } = random.percent(50) ? realText(random) : writtenText(random, bases, version);
  if (random.percent(40)) return { text, what };
  const mutated = mutateText(text, random);
  return { text: mutated.text, what: `${what}: ${mutated.what}` };
}

let files: readonly string[] | undefined;

function realText(random: Random): TextCase {
  files ??= corpusFiles().flatMap(({ file, bytes }) => (bytes <= bytesMost ? [file] : []));
  const file = random.anyOf(files);
  return file === undefined ? { text: "", what: "nothing" } : { text: readCorpus(file), what: file };
}

function writtenText(random: Random, bases: readonly BaseDocument[], version: KubernetesVersion): TextCase {
  const made = Array.from({ length: random.pick([1, 1, 1, 2, 3]) }, () => {
    const base = random.anyOf(bases);
    if (base === undefined) throw new Error("There are no documents to write.");
    return { base, ...mutate(base, random, version) };
  });
  const what = made.map(({ base, what }) => `${base.from} ${what}`).join("; ");
  return {
    text: writeObjects(
      random,
      made.map(({ value }) => value),
    ),
    what,
  };
}

export interface TextComparison {
  readonly ours: boolean;
  readonly server: boolean;
  /** Why we may say nothing: it is a template, a patch, no object of ours. */
  readonly reason: string | undefined;
  readonly differences: readonly string[];
}

/** One for each document and each item of a list that the server judges. */
export function compareText(text: string, answer: unknown, settings: ResolvedSettings): readonly TextComparison[] {
  const verdicts = answerSchema.parse(answer).documents;
  const manifest = parseManifest(text);
  return judge(manifest, verdicts, settings).map(({ index, ours, recorded }) => {
    const document = manifest.documents.find((each) => each.index === index)?.document;
    const differences = [
      ...recorded.filter((line) => !ours.includes(line)).map((line) => `missing ${general(line)}`),
      ...ours.filter((line) => !recorded.includes(line)).map((line) => `too many ${general(line)}`),
    ];
    const reason =
      recorded.includes("cannot be read as YAML") && isTakenForJson(text, settings)
        ? "older decoders take it for JSON"
        : reasonOf(document);
    if (isBehindEnd(ours, recorded, document?.text)) return { ours: true, server: true, reason, differences: [] };
    return { ours: ours.length === 0, server: recorded.length === 0, reason, differences };
  });
}

/** kubectl leaves out, in silence, what follows the closing brace of a document, or tells it of a document of its own; we tell it as broken. */
function isBehindEnd(ours: readonly string[], recorded: readonly string[], text = ""): boolean {
  return recorded.length === 0 && ours.join() === "cannot be read as YAML" && beginsWithBrace(text);
}

export function beginsWithBrace(text: string): boolean {
  return /^\s*(?:---\s*)?\{/.test(text.replaceAll(/^[ \t]*#.*$/gm, ""));
}

/** What begins with a brace is JSON to kubectl up to 1.32, which is refused if it is YAML. We read it as newer ones and other tools do. */
// Models k8s.io/apimachinery/pkg/util/yaml YAMLOrJSONDecoder.Decode (v0.32.13, v0.33.13)
function isTakenForJson(text: string, settings: ResolvedSettings): boolean {
  return !atLeast(settings.assumptions.apiServer.kubernetes, "1.33") && /^\s*\{/.test(text);
}

function reasonOf(document: ManifestDocument | undefined): string | undefined {
  if (document === undefined) return "split in another way";
  if (document.templated) return "a template";
  if (!document.ours) return "holds no pod";
  if (document.pods.some(({ partial }) => partial)) return "a patch";
  return document.pods.length === 0 ? "no pods" : undefined;
}
