import type { Random } from "./random.ts";

type Mutation = (lines: string[], at: number, random: Random) => void;

/** What happens to a file between two keystrokes, or in a merge. */
const mutations: readonly (readonly [name: string, mutation: Mutation])[] = [
  ["remove a line", (lines, at) => lines.splice(at, 1)],
  ["repeat a line", (lines, at) => lines.splice(at, 0, lines[at] ?? "")],
  ["indent a line", (lines, at) => put(lines, at, (line) => `  ${line}`)],
  ["outdent a line", (lines, at) => put(lines, at, (line) => line.replace(/^ {2}/, ""))],
  ["remove a value", (lines, at) => put(lines, at, (line) => line.replace(/:\s.*$/, ":"))],
  [
    "quote a value",
    (lines, at) => put(lines, at, (line) => line.replace(/:\s+([^\s"'#|>{[&*!-][^#]*?)\s*$/, ': "$1"')),
  ],
  ["unquote a value", (lines, at) => put(lines, at, (line) => line.replace(/:\s+["'](.*)["']\s*$/, ": $1"))],
  ["remove a dash", (lines, at) => put(lines, at, (line) => line.replace(/^(\s*)- /, "$1  "))],
  ["add a dash", (lines, at) => put(lines, at, (line) => line.replace(/^(\s*)(?=\S)/, "$1- "))],
  ["comment a line out", (lines, at) => put(lines, at, (line) => line.replace(/^(\s*)/, "$1# "))],
  [
    "lower a key",
    (lines, at) =>
      put(lines, at, (line) =>
        line.replace(/^(\s*(?:- )?)([A-Za-z]+):/, (_, blanks, key) => `${blanks}${String(key).toLowerCase()}:`),
      ),
  ],
  [
    "capitalize a key",
    (lines, at) =>
      put(lines, at, (line) =>
        line.replace(/^(\s*(?:- )?)([a-z])/, (_, blanks, key) => `${blanks}${String(key).toUpperCase()}`),
      ),
  ],
  ["put a dot into a key", (lines, at) => put(lines, at, (line) => line.replace(/^(\s*(?:- )?\w+):/, "$1.name:"))],
  [
    "tag a value",
    (lines, at, random) =>
      put(lines, at, (line) =>
        line.replace(
          /:\s+(?=\S)/,
          `: ${random.pick(["!!str", "!!int", "!!binary", "!!bool", "!!map", "!!seq", "!x", "!!null", "!!float", "!!merge", "!!timestamp"])} `,
        ),
      ),
  ],
  ["cut the file", (lines, at) => lines.splice(at + 1)],
  ["swap two lines", (lines, at) => lines.splice(at, 2, lines[at + 1] ?? "", lines[at] ?? "")],
  ["remove a space", (lines, at) => put(lines, at, (line) => line.replace(/: /, ":"))],
  ["put a tab", (lines, at) => put(lines, at, (line) => line.replace(/^ {2}/, "\t"))],
  ["remove lines", (lines, at, random) => lines.splice(at, 1 + random.below(5))],
  ["repeat lines", (lines, at, random) => lines.splice(at, 0, ...lines.slice(at, at + 1 + random.below(6)))],
  ["separate", (lines, at) => lines.splice(at, 0, "---")],
  ["drop a letter", (lines, at, random) => put(lines, at, (line) => dropLetter(line, random))],
];

/** Changes a text in one to three places and says how. */
export function mutateText(text: string, random: Random): { readonly text: string; readonly what: string } {
  const lines = text.split("\n");
  const done: string[] = [];
  for (let count = 1 + (random.percent(30) ? 1 + random.below(2) : 0); count > 0; count -= 1) {
    const [name, mutation] = random.anyOf(mutations) ?? [];
    const at = random.below(lines.length);
    mutation?.(lines, at, random);
    done.push(`${name} (${at + 1})`);
  }
  return { text: lines.join("\n"), what: done.join(", ") };
}

function put(lines: string[], at: number, change: (line: string) => string): void {
  lines[at] = change(lines[at] ?? "");
}

function dropLetter(line: string, random: Random): string {
  const at = random.below(line.length + 1);
  return line.slice(0, at) + line.slice(at + 1);
}
