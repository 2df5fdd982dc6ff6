import { expect, it } from "vitest";
import { createNonce, type PageResources, pageHtml } from "../../../client/simulator/page.ts";

const resources: PageResources = {
  script: "https://host/dist/webview.js",
  icons: "https://host/dist/codicon.css",
  parts: ["https://host/dist/webview-later.js"],
  source: "https://host",
  nonce: "abc",
  title: 'Simulate </title><script>"x"&',
  first: undefined,
};
const html = pageHtml(resources);

it("allows nothing but its own script, style sheet and font", () => {
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1];
  expect(policy).toBe(
    "default-src 'none'; script-src 'nonce-abc'; style-src 'nonce-abc'; font-src https://host; base-uri 'none'; form-action 'none'",
  );
  expect(html).toContain(
    '<link rel="stylesheet" nonce="abc" href="https://host/dist/codicon.css" id="vscode-codicon-stylesheet">',
  );
  expect(html).toContain('<link rel="modulepreload" nonce="abc" href="https://host/dist/webview-later.js">');
  expect(html.match(/<script/g)).toHaveLength(1);
  expect(html).not.toMatch(/ style=|<style/);
});

it("takes no markup from a manifest", () => {
  expect(html).toContain("<title>Simulate &lt;/title&gt;&lt;script&gt;&quot;x&quot;&amp;</title>");
});

it("brings the first message as data that cannot become markup", () => {
  const first = { type: "stale", reason: "</script><script>alert(1)</script>" } as const;
  const page = pageHtml({ ...resources, first });
  const data = /<script type="application\/json" id="first-message">(.*?)<\/script>/.exec(page)?.[1] ?? "";
  expect(JSON.parse(data)).toEqual(first);
  expect(page.match(/<script/g)).toHaveLength(2);
});

it("has a word of its own for each page", () => {
  expect(createNonce()).toMatch(/^[A-Za-z0-9]{32}$/);
  expect(createNonce()).not.toBe(createNonce());
});
