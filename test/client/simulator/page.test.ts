import { expect, it } from "vitest";
import { createNonce, type PageTexts, pageHtml } from "../../../client/simulator/page.ts";

const texts: PageTexts = { styles: "p{margin:0}", first: "first()", runParts: "runs()", later: "later()" };
const options = { nonce: "abc", title: 'Simulate </title><script>"x"&', message: undefined };
const html = pageHtml(texts, options);

it("allows nothing but its own scripts and styles, and fetches none", () => {
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1];
  expect(policy).toBe(
    "default-src 'none'; script-src 'nonce-abc'; style-src 'nonce-abc'; base-uri 'none'; form-action 'none'",
  );
  expect(html).toContain('<style nonce="abc">p{margin:0}</style>');
  expect(html.match(/<script[^<]*/g)).toEqual([
    // The first script may run this one before the browser has read on.
    '<script type="text/plain" id="run-parts-script">runs()',
    '<script nonce="abc">first()',
    '<script type="text/plain" id="later-script">later()',
  ]);
  expect(html).not.toMatch(/ style=| src=| href=|<link/);
});

it("takes no markup from a manifest", () => {
  expect(html).toContain("<title>Simulate &lt;/title&gt;&lt;script&gt;&quot;x&quot;&amp;</title>");
});

it("is ASCII, whatever the manifest says", () => {
  const message = { type: "stale", reason: "früh → 起動 🚀" } as const;
  const page = pageHtml(texts, { ...options, title: "Simulate 起動 🚀", message });
  expect(page).toMatch(/^[\n -~]+$/);
  expect(page).toContain("<title>Simulate &#36215;&#21205; &#128640;</title>");
  expect(messageOf(page)).toEqual(message);
});

it("brings the first message as data that cannot become markup", () => {
  const message = { type: "stale", reason: "</script><script>alert(1)</script>" } as const;
  const page = pageHtml(texts, { ...options, message });
  expect(messageOf(page)).toEqual(message);
  expect(page.match(/<script/g)).toHaveLength(4);
});

it("brings translations as data, in the display language of VS Code", () => {
  const translated = { language: "de", texts: { "Run again": "Nochmals </script> für {0}" } };
  const page = pageHtml(texts, { ...options, translated });
  expect(page).toMatch(/^[\n -~]+$/);
  expect(page).toContain('<html lang="de">');
  const data = /<script type="application\/json" id="translations">(.*?)<\/script>/.exec(page)?.[1] ?? "";
  expect(JSON.parse(data)).toEqual(translated.texts);
  expect(html).toContain('<html lang="en">');
  expect(html).not.toContain("translations");
});

it("has a word of its own for each page", () => {
  expect(createNonce()).toMatch(/^[A-Za-z0-9]{32}$/);
  expect(createNonce()).not.toBe(createNonce());
});

function messageOf(page: string): unknown {
  return JSON.parse(/<script type="application\/json" id="first-message">(.*?)<\/script>/.exec(page)?.[1] ?? "");
}
