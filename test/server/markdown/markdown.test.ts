import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { heading, link, list, literal, paragraphs, richText, table } from "../../../server/markdown/markdown.ts";
import { shownOf } from "../../server/shown-markdown.ts";

/** Texts made of what Markdown reads as something. */
const piece = fc.constantFrom(
  ..."`*_~[]()!<>|\\#&+-=.:@$'\" \n\t1a",
  "``",
  "](",
  "![i](https://evil.example/x.png)",
  "[l](command:workbench.action.quit)",
  "https://evil.example",
  "www.evil.example",
  "a@evil.example",
  "<img src=https://evil.example/x.png>",
  "&nbsp;",
  "&lt;b&gt;",
  "$(zap)",
  "\n\n",
  "\n# h",
  "\n- ",
  "\n1. ",
  "\n> ",
  "\n---\n",
  "\n|a|\n|-|\n",
  "\n```\n",
  "    ",
  "[a]: https://evil.example\n",
);
const hostile = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));

/** What people are to read, without blanks and without backticks, because they are the borders of code. */
function asRead(text: string): string {
  return text.replace(/[`\s]/g, "");
}

describe("whatever a text is, people read it as it is and nothing in it is live", () => {
  it.each<readonly [string, (text: string) => { readonly markdown: string }, links: readonly string[]]>([
    ["in a paragraph", (text) => richText(text), []],
    ["between others", (text) => paragraphs(["first", text, "last"]), []],
    ["in a sentence", (text) => richText(`The container ${text} ends.`), []],
    ["as code", (text) => richText(`The container \`${text}\` ends.`), []],
    ["letter by letter", (text) => literal(text), []],
    ["in a heading", (text) => heading(2, text), []],
    ["in a list", (text) => list(["first", text, "last"]), []],
    [
      "in a table",
      (text) =>
        table(
          {
            head: ["a", "b"],
            rows: [
              [text, "c"],
              ["d", text],
            ],
          },
          {},
        ),
      [],
    ],
    ["at the head of a table", (text) => table({ head: [text, "b"], rows: [["c", "d"]] }, { wide: true }), []],
    ["as words of a link", (text) => link(`to ${text}`, "https://ours.example"), ["https://ours.example"]],
  ])("%s", (_, written, links) => {
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = shownOf(written(text).markdown);
        expect(shown.live).toEqual([]);
        expect(shown.links).toEqual(links);
        expect(asRead(shown.text)).toContain(asRead(text));
      }),
      { numRuns: 500 },
    );
  });

  it("in the address of a link, which leads to the same text", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const address = `command:ours?${encodeURIComponent(JSON.stringify([text]))}`;
        const shown = shownOf(`before ${link("words", address).markdown} behind`);
        expect(shown).toMatchObject({ text: "before words behind", live: [] });
        expect(shown.links.map((each) => JSON.parse(decodeURIComponent(each.replace("command:ours?", ""))))).toEqual([
          [text],
        ]);
      }),
    );
  });
});

describe("what is meant", () => {
  it.each([
    ["code stands between backticks", "`app` runs", "`app` runs"],
    ["a backtick alone is one", "5` wide", "5\\` wide"],
    ["two that hold nothing are two", "a `` b", "a \\`\\` b"],
    ["a version begins no list", "1.36 is old", "1.36 is old"],
    ["paragraphs stay", "a\n\nb", "a\n\nb"],
    ["lines are joined", "a\nb", "a b"],
    ["a range and a name need no signs", "app-1 waits 5m–6m (80%).", "app-1 waits 5m–6m (80%)."],
  ])("%s", (_, text, markdown) => {
    expect(richText(text).markdown).toBe(markdown);
  });

  it("is shown as it is where an editor knows no Markdown", () => {
    const parts = [
      "`a_b` *c*",
      list(["![i](x)"]),
      link("page", "https://ours.example"),
      table({ head: ["a|b"], rows: [["c"]] }, { wide: true }),
    ];
    expect(paragraphs(parts).plain).toBe("`a_b` *c*\n\n- ![i](x)\n\npage (https://ours.example)\n\n| a|b |\n| c |");
  });
});
