import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { hoverAt } from "./harness.ts";

const examples = new URL("../../../examples/", import.meta.url);

/** What an editor shows a hover in: letters on a line, and pixels of a line, of a row of a table, and between two paragraphs. */
const lettersOfLine = 80;
const lineHeight = 18;
const rowHeight = 22;
const gap = 8;
const heightMax = 250;

/** How high a hover is, by the letters that people see. */
function heightOf(markdown: string): number {
  const paragraphs = markdown.split("\n\n").map((paragraph) => {
    const lines = paragraph.split("\n");
    if (lines[0]?.startsWith("| ")) return (lines.length - 1) * rowHeight;
    return lines.reduce(
      (sum, line) => sum + lineHeight * Math.max(1, Math.ceil(shown(line).length / lettersOfLine)),
      0,
    );
  });
  return paragraphs.reduce((sum, height) => sum + height + gap, 0);
}

function shown(line: string): string {
  return line.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");
}

/** The hover of a container's name and of the kind of its object, in each example. */
const places = readdirSync(examples)
  .filter((name) => name.endsWith(".yaml"))
  .flatMap((name) => {
    const text = readFileSync(new URL(name, examples), "utf8");
    const found = [...text.matchAll(/^ *- name: \w|^kind: \w/gm)];
    return found.map(({ index, 0: { length } }) => ({ name, text, offset: index + length }));
  });

describe("a hover fits into 250 pixels", () => {
  test.each(places)("$name at $offset", async ({ text, offset }) => {
    const markdown = await hoverAt(`${text.slice(0, offset)}$0${text.slice(offset)}`);
    expect(heightOf(markdown ?? ""), markdown).toBeLessThanOrEqual(heightMax);
  });
});
