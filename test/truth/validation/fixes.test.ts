import { expect, it } from "vitest";
import { analyseDocument } from "../../../server/analysis.ts";
import type { PlacedDocument } from "../../../server/manifest/model.ts";
import { parseManifest } from "../../../server/manifest/parse.ts";
import { editsOf } from "../../../server/rules/edits.ts";
import { findingsOf } from "../../../server/rules/findings.ts";
import type { Finding } from "../../../server/rules/model.ts";
import type { ResolvedSettings } from "../../../server/schema/model.ts";
import { settingsFor } from "./judge.ts";
import { podCases } from "./pod-cases.ts";

// Every quick fix that the rules offer in the recorded cases, made alone: what it repairs is gone, and nothing new is wrong.

/** Cases in which a repair brings to light what the server does not look at before. */
const uncovered = [
  "pods/job-index/spec.completionMode=space",
  "pods/cross/initContainers-pod=None-container=None-rules=RestartAllContainers@racoff",
  "pods/cross/initContainers-pod=Never-container=None-rules=RestartAllContainers@racoff",
];
/** What hides all else: a value that cannot be read, a kind that is not known, a field that is not looked at. */
const hiding = ["field-type", "object-refused", "unknown-field"];

it("every fix repairs what it says, and breaks nothing", async () => {
  const made = new Map<string, number>();
  const wrong: unknown[] = [];
  for (const { id, text, gates } of podCases("1.37.1")) {
    const settings = await settingsFor("1.37.1", gates);
    for (const { document, startOffset } of parseManifest(text).documents) {
      const before = findingsOf(analyseDocument(document, settings));
      for (const finding of before.filter(({ fix }) => fix !== undefined && editsOf(document, fix) !== undefined)) {
        made.set(finding.rule, (made.get(finding.rule) ?? 0) + 1);
        const after = afterFix({ document, startOffset, startLine: 0, index: 0 }, finding, text, settings);
        const isGone = !after.some((line) => line === lineOf(finding));
        const news = after.filter((line) => !before.map(lineOf).includes(line));
        const isBroken = news.length > 0 && !hiding.includes(finding.rule) && !uncovered.includes(id);
        if (!isGone || isBroken) wrong.push({ id, fix: finding.fix?.title, finding: lineOf(finding), news });
      }
    }
  }
  console.log([...made].map(([rule, count]) => `  ${rule.padEnd(24)} ${count} fixes made`).join("\n"));
  expect(wrong).toEqual([]);
  expect([...made.keys()].sort()).toEqual([
    "container-refused",
    "field-not-allowed",
    "field-type",
    "job-refused",
    "lifecycle-refused",
    "object-refused",
    "port-refused",
    "probe-refused",
    "restart-policy-refused",
    "unknown-field",
    "workload-refused",
  ]);
});

function afterFix(
  { document, startOffset }: PlacedDocument,
  { fix }: Finding,
  text: string,
  settings: ResolvedSettings,
): readonly string[] {
  const edits = fix === undefined ? [] : (editsOf(document, fix) ?? []);
  const repaired = edits
    .toSorted((left, right) => right.start - left.start)
    .reduce(
      (all, { start, end, newText }) => all.slice(0, startOffset + start) + newText + all.slice(startOffset + end),
      text,
    );
  return parseManifest(repaired).documents.flatMap((each) =>
    findingsOf(analyseDocument(each.document, settings)).map(lineOf),
  );
}

function lineOf({ rule, path, message }: Finding): string {
  return `${rule} ${JSON.stringify(path)} ${message}`;
}
