import { expect, it } from "vitest";
import { analyzeDocument } from "../../../server/analysis/analysis.ts";
import { parseManifest } from "../../../server/manifest/documents/parse.ts";
import type { Finding } from "../../../server/rules/core/model.ts";
import { editsOf } from "../../../server/rules/edits/edits.ts";
import { findingsOf } from "../../../server/rules/findings.ts";
import type { ResolvedSettings } from "../../../server/schema/model.ts";
import { settingsFor } from "./judge.ts";
import { type PodCase, podCases, type Verdict } from "./pod-cases.ts";

// Every quick fix that the rules offer in the recorded cases, made alone: what it repairs is gone, and nothing new is wrong.
// Where the repaired text says what another recorded case says, the API server judges it: it takes what the rules take.

/** Cases in which a repair brings to light what the server does not look at before. */
const uncovered = [
  "pods/job-index/spec.completionMode=space",
  "pods/cross/initContainers-pod=None-container=None-rules=RestartAllContainers@racoff",
  "pods/cross/initContainers-pod=Never-container=None-rules=RestartAllContainers@racoff",
];
/** What hides all else: a value that cannot be read, a kind that is not known, a field that is not looked at. */
const hiding = ["field-type", "object-refused", "unknown-field"];

interface Made extends Pick<PodCase, "id" | "gates"> {
  readonly finding: Finding;
  readonly repaired: string;
  readonly before: readonly string[];
  readonly after: readonly Finding[];
}

const cases = podCases("1.37.1");
const made = (await Promise.all(cases.map(fixesMade))).flat();

it("every fix repairs what it says, and breaks nothing", () => {
  const wrong = made.flatMap(({ id, finding, before, after }) => {
    const isGone = !after.some((each) => lineOf(each) === lineOf(finding));
    const news = after.map(lineOf).filter((line) => !before.includes(line));
    const isBroken = news.length > 0 && !hiding.includes(finding.rule) && !uncovered.includes(id);
    return isGone && !isBroken ? [] : [{ id, fix: finding.fix?.title, finding: lineOf(finding), news }];
  });
  expect(wrong).toEqual([]);
  expect([...new Set(made.map(({ finding }) => finding.rule))].sort()).toEqual([
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

it("what a fix makes is taken by the API server, where it was asked, if the rules find no other mistake", () => {
  const recorded = new Map(cases.map((each) => [meaningOf(each.text, each.gates), each]));
  const judged = made.flatMap((each) => {
    const same = recorded.get(meaningOf(each.repaired, each.gates));
    return same === undefined ? [] : [{ ...each, same }];
  });
  for (const rule of new Set(made.map(({ finding }) => finding.rule))) {
    const count = (all: readonly Made[]) => all.filter(({ finding }) => finding.rule === rule).length;
    console.log(`  ${rule.padEnd(24)} ${count(made)} fixes made, ${count(judged)} judged by the API server`);
  }
  const wrong = judged.filter(({ same, after }) => isTaken(same) === after.some(isRefusal));
  expect(wrong.map(({ id, finding, same }) => ({ id, fix: finding.fix?.title, same: same.id }))).toEqual([]);
  expect(judged.filter(({ same }) => isTaken(same)).length).toBeGreaterThan(150);
});

async function fixesMade({ id, text, gates }: PodCase): Promise<readonly Made[]> {
  const settings = await settingsFor("1.37.1", gates);
  return parseManifest(text).documents.flatMap(({ document, startOffset }) => {
    const before = findingsOf(analyzeDocument(document, settings));
    return before.flatMap((finding) => {
      const edits = finding.fix === undefined ? undefined : editsOf(document, finding.fix);
      if (edits === undefined) return [];
      const repaired = edits
        .toSorted((left, right) => right.start - left.start)
        .reduce(
          (all, { start, end, newText }) => all.slice(0, startOffset + start) + newText + all.slice(startOffset + end),
          text,
        );
      return [{ id, gates, finding, repaired, before: before.map(lineOf), after: findingsIn(repaired, settings) }];
    });
  });
}

function findingsIn(text: string, settings: ResolvedSettings): readonly Finding[] {
  return parseManifest(text).documents.flatMap(({ document }) => findingsOf(analyzeDocument(document, settings)));
}

/** What kubectl would send, with its gates: the same for texts that differ in order and style only. */
function meaningOf(text: string, gates: PodCase["gates"]): string {
  const values = parseManifest(text).documents.map(({ document }) => document.value() ?? document.text);
  return JSON.stringify([values, gates], (_, value: unknown) => {
    const isMap = typeof value === "object" && value !== null && !Array.isArray(value);
    return isMap
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value;
  });
}

/** With kubectl's default, which is to be strict. */
function isTaken({ documents }: PodCase): boolean {
  return documents.every(({ accepted, strict }: Verdict) => accepted !== false && strict.length === 0);
}

function isRefusal({ origin, severity }: Finding): boolean {
  return ["api-server", "strict", "yaml"].includes(origin) && severity === "error";
}

function lineOf({ rule, path, message }: Finding): string {
  return `${rule} ${JSON.stringify(path)} ${message}`;
}
