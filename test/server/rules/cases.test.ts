import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { isRuleId } from "../../../server/rule-ids/ids.ts";
import { rules } from "../../../server/rules/index.ts";
import { check, fixed, marked, type PlacedFinding, settingsOf, unmarked } from "./check-rules.ts";

// cases/<rule>/<what it shows>.yaml is a manifest with its findings marked; lines that begin with `#|` are its project file.
// <what it shows>.fixed.yaml is the same after the quick fixes. UPDATE_GOLDEN=1 writes the markers and the fixed files anew.
const folder = fileURLToPath(new URL("cases", import.meta.url));
const isUpdate = process.env["UPDATE_GOLDEN"] === "1";

/** Rules about whole files, which a marked manifest cannot show; their tests are in findings.test.ts. */
const elsewhere = ["project-file", "document-too-large"];

describe.each(readdirSync(folder))("%s", (rule) => {
  const files = readdirSync(`${folder}/${rule}`).filter(
    (name) => name.endsWith(".yaml") && !name.endsWith(".fixed.yaml"),
  );

  it.each(files)("%s", async (name) => {
    const file = `${folder}/${rule}/${name}`;
    const text = unmarked(readFileSync(file, "utf8"));
    const settings = await settingsOf(projectFileIn(text));
    expect(settings.problems).toEqual([]);
    const actual = marked(text, check(text, settings));
    if (isUpdate) writeFileSync(file, actual);
    expect(actual).toBe(readFileSync(file, "utf8"));
    const afterFixes = fixed(text, settings);
    const fixedFile = file.replace(/yaml$/, "fixed.yaml");
    if (afterFixes !== text) expectFile(fixedFile, afterFixes);
    else expect(existsSync(fixedFile), "there is nothing to repair").toBe(false);
  });
});

it("every rule has a case in which it fires and one in which it does not", () => {
  const silentRules = Object.keys(rules)
    .filter((rule) => !elsewhere.includes(rule))
    .filter((rule) => {
      const fires = casesOf(rule).map((text) => text.includes(` ${rule}: `));
      return !(fires.includes(true) && fires.includes(false));
    });
  expect(silentRules).toEqual([]);
  expect(readdirSync(folder).filter((name) => !isRuleId(name))).toEqual([]);
});

const repaired = readdirSync(folder).flatMap((rule) =>
  readdirSync(`${folder}/${rule}`).flatMap((name) => (name.endsWith(".fixed.yaml") ? [`${rule}/${name}`] : [])),
);

describe("after all fixes", () => {
  it.each(repaired)("%s has nothing left to repair, and nothing new", async (name) => {
    const before = await findingsIn(name.replace(".fixed.yaml", ".yaml"));
    const after = await findingsIn(name);
    expect(after.filter((finding) => finding.fix !== undefined)).toEqual([]);
    const wordsOf = ({ rule, path, message }: PlacedFinding): string => `${rule} ${path.join(".")} ${message}`;
    const left = new Set(after.map(wordsOf));
    expect(before.filter((finding) => finding.fix !== undefined && left.has(wordsOf(finding)))).toEqual([]);
    // What the API server can read at last may have more mistakes.
    if (before.some(({ severity }) => severity === "error")) return;
    const known = new Set(before.map(({ rule }) => rule));
    expect(after.filter(({ rule }) => !known.has(rule))).toEqual([]);
    expect(after.length).toBeLessThan(before.length);
  });
});

async function findingsIn(name: string): Promise<readonly PlacedFinding[]> {
  const text = unmarked(readFileSync(`${folder}/${name}`, "utf8"));
  return check(text, await settingsOf(projectFileIn(text)));
}

function casesOf(rule: string): string[] {
  if (!readdirSync(folder).includes(rule)) return [];
  return readdirSync(`${folder}/${rule}`)
    .filter((name) => !name.endsWith(".fixed.yaml"))
    .map((name) => readFileSync(`${folder}/${rule}/${name}`, "utf8"));
}

function projectFileIn(text: string): string {
  return text
    .split("\n")
    .flatMap((line) => (line.startsWith("#| ") ? [line.slice(3)] : []))
    .join("\n");
}

function expectFile(file: string, text: string): void {
  if (isUpdate) writeFileSync(file, text);
  expect(text).toBe(readFileSync(file, "utf8"));
}
