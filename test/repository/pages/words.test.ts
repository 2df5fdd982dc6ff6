import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { textsOfSource } from "../code/source-texts.ts";

// Words and turns of phrase that came back most while our texts were edited. None of them may stand in a text that a
// person reads: strings of the code, contributions of package.json, documentation, comments of the samples.

interface Pattern {
  readonly words: RegExp;
  readonly instead: string;
}

const patterns: readonly Pattern[] = [
  { words: /\btells\b/i, instead: "predicts, says, shows, reports" },
  { words: /\bEmpty:/, instead: "If empty, …" },
  { words: /\bOmitted:/, instead: "If omitted, …" },
  { words: /\bis no /i, instead: "is not a …; no … exists" },
  { words: /\bat once\b/i, instead: "immediately; at the same time" },
  { words: /\bfor ever\b/i, instead: "forever, without end" },
  { words: /\ba little more\b/i, instead: "a measured range" },
  { words: /\bcould be at\b/i, instead: "range" },
  { words: /\bstands in\b/i, instead: "is in; replaces" },
  { words: /\bbehind a\b/i, instead: "after a" },
  { words: /\bheeds\b/i, instead: "respects" },
  { words: /\bwhat holds\b/i, instead: "what applies" },
  { words: /\bas kubectl does\b/i, instead: "like kubectl" },
  { words: /\bit is that\b/i, instead: "say what it is" },
  {
    words: /(?:behaviour|colour|neighbour)|\b(?:cancelled|labelled|analys(?:e|ed|es))\b/i,
    instead: "American spelling",
  },
  // `textsOfSource` writes a value that is inserted as 0.
  { words: /\d[a-z]{0,2} – [~<>≤≥]?\d/, instead: "a range without spaces: 1m11s–2m41s" },
];

/** Folders and files whose texts people read. */
const places: readonly (readonly [glob: string, textsOf: (source: string) => readonly string[]])[] = [
  ["http/**/*.ts", textsOfSource],
  ["server/**/*.ts", textsOfSource],
  ["client/**/*.ts", textsOfSource],
  ["shared/**/*.ts", textsOfSource],
  ["package.json", lines],
  ["package.nls.json", lines],
  ["README.md", lines],
  ["docs/**/*.md", lines],
  ["examples/**/*.yaml", lines],
];

/** Kubernetes' own texts, which are repeated verbatim. */
const upstream: readonly string[] = [];

const root = path.resolve(import.meta.dirname, "../../..");
const found = new Map(
  places.flatMap(([glob, textsOf]) =>
    globSync(glob, { cwd: root }).flatMap((file): [string, readonly string[]][] => {
      const hits = hitsIn(textsOf(readFileSync(path.join(root, file), "utf8")));
      return hits.length === 0 ? [] : [[file, hits]];
    }),
  ),
);

test("no text that people read has one of the patterns", () => {
  expect(Object.fromEntries(found)).toEqual({});
});

test.each([
  ["const a = 'It tells why.';", ["It tells why."]],
  ["// It tells why.\nconst a = 1;", []],
  ["const a = `\u0024{first} – \u0024{last}`;", ["0 – 0"]],
  ["const a = `\u0024{first}–\u0024{last}`; const b = `\u0024{name} – it runs`;", []],
  ['import a from "./tells.ts"; type B = "at once";', []],
])("%s", (source, hits) => {
  expect(hitsIn(textsOfSource(source))).toEqual(hits.map((text) => expect.stringContaining(text)));
});

function hitsIn(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) =>
    upstream.includes(text)
      ? []
      : patterns.flatMap(({ words, instead }) => {
          const index = text.search(words);
          return index === -1 ? [] : [`…${text.slice(Math.max(0, index - 40), index + 60)}… (${instead})`];
        }),
  );
}

function lines(text: string): readonly string[] {
  return text.split("\n");
}
