import { expect, it } from "vitest";
import { element, lines, markup, noMarkup, verbatim } from "../../../shared/basics/markup.ts";

const hostile = `<b title="x">&</b>\u0000\u202e\ud800\n`;
const escaped = "&lt;b title=&quot;x&quot;&gt;&amp;&lt;/b&gt;\u{FFFD}\\u202e\u{FFFD} ";

it("texts are escaped wherever they stand, markup is not", () => {
  expect(markup`<p class="${hostile}">${hostile}</p>`.markup).toBe(`<p class="${escaped}">${escaped}</p>`);
  expect(element("p", { class: hostile }, [hostile, element("b", {}, "&")]).markup).toBe(
    `<p class="${escaped}">${escaped}<b>&amp;</b></p>`,
  );
  expect(markup`<style>${verbatim("a > b {}")}</style>${noMarkup}`.markup).toBe("<style>a > b {}</style>");
});

it("contents are numbers, too, and lists of contents", () => {
  expect(markup`<g x="${1.5}">${[1, "<", [markup`<i/>`]]}</g>`.markup).toBe('<g x="1.5">1&lt;<i/></g>');
  expect(lines([markup`<i/>`, "a"]).markup).toBe("<i/>\na");
});

it("an attribute that is undefined is left out", () => {
  expect(element("td", { class: undefined, rowspan: 2 }).markup).toBe('<td rowspan="2"></td>');
});
