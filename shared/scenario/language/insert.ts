/** What the words of a scenario's language are followed by. */
const examples: Readonly<Record<string, string>> = {
  after: "10s",
  at: "5m",
  exits: "1",
  for: "1m",
  grace: "30s",
  in: "20s",
  most: "1m",
  takes: "30s",
  with: "0",
  within: "5m",
};

/** What could stand behind a suggested word; undefined if nothing needs to. */
export function exampleAfter(label: string): string | undefined {
  return examples[label.split(" ").at(-1) ?? ""];
}

/** Where the word at an offset begins, and where it ends. A comma stands directly behind the word before it. */
export function wordAt(
  text: string,
  offset: number,
  isComma: boolean,
): { readonly start: number; readonly end: number } {
  const before = text.slice(0, offset);
  const word = /(?<![^\s,:"])[^\s,:"]*$/.exec(before)?.index ?? offset;
  return {
    start: isComma ? before.slice(0, word).trimEnd().length : word,
    end: offset + (/^[^\s,:"]*/.exec(text.slice(offset))?.[0].length ?? 0),
  };
}

/** The text with a suggestion in place of the word at the offset, and where the cursor is then. */
export function withSuggestion(
  text: string,
  offset: number,
  label: string,
): { readonly text: string; readonly offset: number } {
  const { start, end } = wordAt(text, offset, label.startsWith(","));
  const rest = text.slice(end);
  const example = rest.trim() === "" ? exampleAfter(label) : undefined;
  const space = start > 0 && !/[\s"]$/.test(text.slice(0, start)) && !label.startsWith(",") ? " " : "";
  const inserted = `${space}${label}${example === undefined ? "" : ` ${example}`}`;
  return { text: text.slice(0, start) + inserted + rest, offset: start + inserted.length };
}
