import { afterAll, describe, expect, it } from "vitest";
import type { Manifest } from "../../server/manifest/model.ts";
import { parseManifest } from "../../server/manifest/parse.ts";
import { type Judgement, judge, settingsFor } from "../truth/validation/judge.ts";
import { readVerdicts } from "../truth/validation/pod-cases.ts";
import { formatTotals, type Totals, tally } from "../truth/validation/totals.ts";
import { corpusFolder, hasCorpus, readCorpus } from "./sources.ts";

// The files of the corpus as the API server of each minor judged them: nothing is refused that it takes, and what it refuses is refused for
// the same reasons. Templates, patches and texts that are no objects are told apart: nothing is said of them.

const versions = ["1.37.1", "1.36.4", "1.35.4", "1.34.4", "1.33.13", "1.32.13", "1.31.14", "1.30.14", "1.29.6"];
const parsed = new Map<string, Manifest>();

if (hasCorpus)
  describe.each(versions)("Kubernetes %s", (version) => {
    const totals: Totals = { documents: 0, valuesOutOfScope: [], byRule: new Map() };
    const untold = new Map<string, number>();
    afterAll(() => {
      const reasons = [...untold].map(([reason, count]) => `  refused, and nothing said, ${reason}: ${count}`);
      console.log([formatTotals(`Kubernetes ${version}`, totals), ...reasons].join("\n"));
    });

    it("nothing is refused that the API server takes", async () => {
      const settings = await settingsFor(version, {});
      const all = verdictsOf(version).flatMap(({ id, documents }) => {
        const manifest = parsed.get(id) ?? parseManifest(readCorpus(id));
        parsed.set(id, manifest);
        return judge(manifest, documents, settings).map((judgement) => differenceOf(id, manifest, judgement));
      });
      for (const { id, judgement, reason } of all)
        if (reason === undefined) tally(totals, id, judgement);
        else untold.set(reason, (untold.get(reason) ?? 0) + 1);
      expect(all.filter(({ tooMany }) => tooMany.length > 0).map(inWords)).toEqual([]);
      expect(all.filter(({ missing, reason }) => missing.length > 0 && reason === undefined).map(inWords)).toEqual([]);
    });
  });

function differenceOf(id: string, manifest: Manifest, judgement: Judgement) {
  const { ours, recorded } = judgement;
  const missing = recorded.filter((line) => !ours.includes(line));
  const tooMany = ours.filter((line) => !recorded.includes(line));
  return { id, judgement, missing, tooMany, reason: missing.length === 0 ? undefined : reasonOf(manifest, judgement) };
}

function inWords({ id, judgement, missing, tooMany }: ReturnType<typeof differenceOf>) {
  return { id, document: judgement.index, item: judgement.item, missing, tooMany };
}

function verdictsOf(version: string) {
  const folder = `${corpusFolder}/../truth/validation`;
  const differences = new Map(readVerdicts(`${folder}/corpus.${version}.jsonl`).map((each) => [each.id, each]));
  return readVerdicts(`${folder}/corpus.1.37.1.jsonl`).map((each) => differences.get(each.id) ?? each);
}

/** Why nothing, or not all, is said of a document. Undefined: there is no reason, it is a miss. */
function reasonOf(manifest: Manifest, { index }: Judgement): string | undefined {
  const document = manifest.documents.find((each) => each.index === index)?.document;
  if (document === undefined) return "the file is split in another way";
  if (document.templated) return "a template";
  if (!document.ours) return "holds no pod";
  if (document.pods.some(({ partial }) => partial)) return "a patch or a custom resource";
  if (/\$\{?[A-Z_a-z]/.test(document.text)) return "holds a variable";
  return document.pods.length === 0 ? "no object of a kind with pods" : undefined;
}
