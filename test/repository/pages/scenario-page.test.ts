import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { clauseForms } from "../../../shared/scenario/language/clauses.ts";
import { conditionForms, eventForms, faultForms } from "../../../shared/scenario/language/forms.ts";

const page = readFileSync(new URL("../../../docs/scenarios.md", import.meta.url), "utf8");
const spans = [...page.matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => wordsIn(code));

it("docs/scenarios.md has an example of each clause, event and expectation", () => {
  const patterns = [...clauseForms, ...eventForms, ...faultForms, ...conditionForms].map(({ pattern }) => pattern);
  expect(patterns.filter((pattern) => !spans.some((span) => hasInOrder(span, wordsIn(pattern))))).toEqual([]);
});

/** The words of a pattern or an example, without `{slots}` and brackets. */
function wordsIn(text: string): readonly string[] {
  return text
    .replaceAll(/\{\w+\}|[[\]]/g, " ")
    .trim()
    .split(/\s+/);
}

function hasInOrder(span: readonly string[], words: readonly string[]): boolean {
  let next = 0;
  for (const word of span) if (word === words[next]) next += 1;
  return next === words.length;
}
