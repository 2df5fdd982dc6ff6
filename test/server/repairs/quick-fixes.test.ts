import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parseManifest } from "../../../server/manifest/documents/parse.ts";
import { hidingRules } from "../../../server/repairs/fix-all.ts";
import { ruleIds } from "../../../server/rule-ids/ids.ts";

import { editsOf } from "../../../server/rules/edits/edits.ts";
import type { ResolvedSettings } from "../../../server/schema/model.ts";
import { check, type PlacedFinding, settingsOf, unmarked } from "../rules/check-rules.ts";

// Every quick fix that the rules offer in their cases, made alone: what it repairs is gone, and nothing new is wrong.
// test/golden/repairs/quick-fixes.txt is the table of them for people; UPDATE_GOLDEN=1 writes it anew.

const cases = fileURLToPath(new URL("../rules/cases", import.meta.url));
const golden = fileURLToPath(new URL("../../golden/repairs", import.meta.url));

/** By title: a repair that shows what nobody could see before. */
const uncovered: Readonly<Record<string, readonly string[]>> = {
  "Set protocol to TCP": [
    "port-refused spec.containers.0.ports.2.hostPort The API server (1.37) rejects the object: hostPort 81 (TCP) appears twice. Give one of them another number.",
  ],
  "Set restartPolicy to OnFailure": [
    'restart-rule-without-effect spec.initContainers.0.restartPolicyRules.0.action This rule has no effect: restartPolicy "OnFailure" does the same for all of its codes. Remove the rule, or set restartPolicy for the other codes.',
  ],
};

interface Made {
  readonly finding: PlacedFinding;
  readonly before: string;
  readonly after: string;
}

const folders = readdirSync(cases).toSorted((left, right) => orderOf(left) - orderOf(right));
const table: string[] = [];

describe.each(folders)("%s", (rule) => {
  const files = readdirSync(`${cases}/${rule}`).filter((name) => !name.endsWith(".fixed.yaml"));

  it.each(files)("%s", async (name) => {
    const text = unmarked(readFileSync(`${cases}/${rule}/${name}`, "utf8"));
    const settings = await settingsFor(text);
    const known = check(text, settings);
    for (const made of fixesIn(text, settings).filter(({ finding }) => finding.rule === rule)) {
      table.push(rowOf(made));
      const after = check(made.after, settings);
      expect(problemsIn(made.after), "the text can be read").toBe(problemsIn(text));
      const count = (all: readonly PlacedFinding[]) =>
        all.filter((each) => wordsOf(each) === wordsOf(made.finding)).length;
      expect(count(after), "what was wrong is gone").toBe(count(known) - 1);
      const news = after.filter((each) => !known.some((other) => placeOf(other) === placeOf(each)));
      if (hidingRules.has(rule)) continue;
      expect(news.map(wordsOf), "nothing new is wrong").toEqual(uncovered[made.finding.fix?.title ?? ""] ?? []);
    }
  });
});

it("is written down for people", () => {
  const text = `${table.join("\n\n")}\n`;
  if (process.env["UPDATE_GOLDEN"] === "1") {
    mkdirSync(golden, { recursive: true });
    writeFileSync(`${golden}/quick-fixes.txt`, text);
  }
  expect(text).toBe(readFileSync(`${golden}/quick-fixes.txt`, "utf8"));
});

function fixesIn(text: string, settings: ResolvedSettings): readonly Made[] {
  const { documents } = parseManifest(text, undefined, { podTemplates: settings.podTemplates });
  return check(text, settings).flatMap((finding) => {
    const placed = documents.findLast(({ startOffset }) => startOffset <= finding.fileStart);
    const edits = placed && finding.fix ? editsOf(placed.document, finding.fix) : undefined;
    if (placed === undefined || edits === undefined) return [];
    const after = edits
      .toSorted((left, right) => right.start - left.start)
      .reduce((all, { start, end, newText }) => {
        return all.slice(0, placed.startOffset + start) + newText + all.slice(placed.startOffset + end);
      }, text);
    return [{ finding, before: text, after }];
  });
}

/** `rule · title` and the lines that change; `*` where `Fix all` makes it, too. */
function rowOf({ finding, before, after }: Made): string {
  const [old, now] = [before.split("\n"), after.split("\n")];
  let first = 0;
  while (first < old.length && old[first] === now[first]) first += 1;
  let last = 0;
  while (last < old.length - first && last < now.length - first && old.at(-1 - last) === now.at(-1 - last)) last += 1;
  const gone = old.slice(first, old.length - last).map((line) => `- ${line}`);
  const come = now.slice(first, now.length - last).map((line) => `+ ${line}`);
  const star = finding.fix?.lossFree === true ? " *" : "";
  return [`${finding.rule} · ${finding.fix?.title}${star}`, ...gone, ...come].join("\n");
}

function settingsFor(text: string): Promise<ResolvedSettings> {
  return settingsOf([...text.matchAll(/^#\| (.*)$/gm)].map(([, line]) => line).join("\n"));
}

function problemsIn(text: string): number {
  return parseManifest(text).documents.flatMap(({ document }) => document.problems).length;
}

function wordsOf({ rule, path, message }: PlacedFinding): string {
  return `${rule} ${path.join(".")} ${message}`;
}

/** Within a configuration inside of another document all have one path. */
function placeOf({ rule, path, message, origin }: PlacedFinding): string {
  return `${rule} ${path.join(".")} ${origin === "kubelet" ? message : ""}`;
}

function orderOf(rule: string): number {
  return ruleIds.map(String).indexOf(rule);
}
