import { parseManifest } from "../../server/manifest/documents/parse.ts";
import type { Manifest } from "../../server/manifest/text/model.ts";
import { isPlaceholder, isPlaceholderName } from "../../shared/kubernetes/placeholders.ts";
import { type Judgment, judge, settingsFor } from "../truth/validation/judge.ts";
import { readVerdicts } from "../truth/validation/pod-cases.ts";
import { corpusFolder, readCorpus } from "./sources.ts";

const parsed = new Map<string, Manifest>();

/** What we say of each document of the corpus beside what the API server of that version said. */
export async function corpusDifferences(version: string): Promise<readonly Difference[]> {
  const settings = await settingsFor(version, {});
  return verdictsOf(version).flatMap(({ id, documents }) => {
    const manifest = parsed.get(id) ?? parseManifest(readCorpus(id));
    parsed.set(id, manifest);
    return judge(manifest, documents, settings).map((judgment) => differenceOf(id, manifest, judgment));
  });
}

export interface Difference {
  readonly id: string;
  readonly judgment: Judgment;
  readonly missing: readonly string[];
  readonly tooMany: readonly string[];
  /** Why nothing, or not all, is said. Undefined: there is no reason. */
  readonly reason: string | undefined;
}

function differenceOf(id: string, manifest: Manifest, judgment: Judgment): Difference {
  const { ours, recorded } = judgment;
  const missing = recorded.filter((line) => !ours.includes(line));
  const tooMany = ours.filter((line) => !recorded.includes(line));
  return { id, judgment, missing, tooMany, reason: missing.length === 0 ? undefined : reasonOf(manifest, judgment) };
}

function verdictsOf(version: string) {
  const folder = `${corpusFolder}/../truth/validation`;
  const differences = new Map(readVerdicts(`${folder}/corpus.${version}.jsonl`).map((each) => [each.id, each]));
  return readVerdicts(`${folder}/corpus.1.37.1.jsonl`).map((each) => differences.get(each.id) ?? each);
}

/** Why nothing, or not all, is said of a document. Undefined: there is no reason, it is a miss. */
function reasonOf(manifest: Manifest, { index }: Judgment): string | undefined {
  const document = manifest.documents.find((each) => each.index === index)?.document;
  if (document === undefined) return "the file is split in another way";
  if (document.templated) return "a template";
  if (!document.ours) return "holds no pod";
  if (document.pods.some(({ partial }) => partial)) return "a patch or a custom resource";
  if (/\$\{?[A-Z_a-z]/.test(document.text)) return "holds a variable";
  const words = document.text.split(/\s+/).map((word) => word.replaceAll('"', ""));
  if (words.some((word) => isPlaceholder(word) || isPlaceholderName(word))) return "holds a placeholder";
  return document.pods.length === 0 ? "no object of a kind with pods" : undefined;
}
