import { expect, it } from "vitest";
import { createNonce, type PageTexts, pageHtml } from "../../../client/simulator/page.ts";

const texts: PageTexts = { styles: "p{margin:0}", script: "start()", laterScript: "globalThis.later=()=>{}" };
const options = { nonce: "abc", title: 'Simulate </title><script>"x"&', first: undefined };
const html = pageHtml(texts, options);

it("allows nothing but its own scripts and styles, and fetches none", () => {
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1];
  expect(policy).toBe(
    "default-src 'none'; script-src 'nonce-abc'; style-src 'nonce-abc'; base-uri 'none'; form-action 'none'",
  );
  expect(html).toContain('<style nonce="abc">p{margin:0}</style>');
  expect(html.match(/<script[^<]*/g)).toEqual([
    '<script nonce="abc">start()',
    '<script type="text/plain" id="later-script">globalThis.later=()=>{}',
  ]);
  expect(html).not.toMatch(/ style=| src=| href=|<link/);
});

it("takes no markup from a manifest", () => {
  expect(html).toContain("<title>Simulate &lt;/title&gt;&lt;script&gt;&quot;x&quot;&amp;</title>");
});

it("brings the first message as data that cannot become markup", () => {
  const first = { type: "stale", reason: "</script><script>alert(1)</script>" } as const;
  const page = pageHtml(texts, { ...options, first });
  const data = /<script type="application\/json" id="first-message">(.*?)<\/script>/.exec(page)?.[1] ?? "";
  expect(JSON.parse(data)).toEqual(first);
  expect(page.match(/<script/g)).toHaveLength(3);
});

it("has a word of its own for each page", () => {
  expect(createNonce()).toMatch(/^[A-Za-z0-9]{32}$/);
  expect(createNonce()).not.toBe(createNonce());
});
