import { globSync, readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { plainTexts } from "../pages/page-templates.ts";

const root = new URL("../../../", import.meta.url);
const table = "l10n/bundle.l10n.json";

it("keeps the table of translatable texts in step with the code", () => {
  const keys = [...new Set(sources().flatMap(([, text]) => translatable(text)))].sort();
  const bundle = `${JSON.stringify(Object.fromEntries(keys.map((key) => [key, key])), undefined, 2)}\n`;
  if (process.env["UPDATE_GOLDEN"] === "1") writeFileSync(new URL(table, root), bundle);
  expect(
    read(table),
    `${table} differs; \`UPDATE_GOLDEN=1 npx vitest run test/repository/code/l10n.test.ts\` writes it`,
  ).toBe(bundle);
});

it("finds every translatable text: it is a plain string literal", () => {
  const computed = sources().flatMap(([file, text]) =>
    [...text.matchAll(/(?<![\w.$])(?:vscode\.)?(?:l10n\.)?t\((?!\s*"|\s*text: string)[^\n]*/g)].map(
      ([call]) => `${file}: ${call}`,
    ),
  );
  expect(computed).toEqual([]);
});

it("has no plain English in the templates of the panel's page", () => {
  const plain = sources()
    .filter(([file]) => file.startsWith("client/simulator/webview/"))
    .flatMap(([file, text]) => plainTexts(text).map((found) => `${file}: ${found}`));
  expect(plain).toEqual([]);
});

it("finds plain English in a template", () => {
  const value = '{a ? html`<b>Stop</b>` : t("ok")}';
  const template = `html\`<p title="Close"><code>x</code> Run $${value} now <th>AGE</th></p>\``;
  expect(plainTexts(template)).toEqual(["Stop", "Close", "Run  now"]);
});

it("reads string literals as JavaScript does", () => {
  expect(translatable('vscode.l10n.t("a \\"b\\" {0}", c); [t(\n  "d",\n)]; at("no"); x.t("no")')).toEqual([
    'a "b" {0}',
    "d",
  ]);
});

it("has every text of package.json in package.nls.json, and none that is not used", () => {
  const manifest = read("package.json");
  const used = [...new Set([...manifest.matchAll(/"%([^"%]+)%"/g)].map(([, key = ""]) => key))];
  expect(Object.keys(JSON.parse(read("package.nls.json"))).sort()).toEqual(used.sort());
});

it("writes every contributed text as a key", () => {
  const written = read("package.json")
    .split("\n")
    .map((line) => line.trim());
  const texts = written.filter((line) =>
    /^"(?:title|description|markdownDescription|contents|patternErrorMessage)":/.test(line),
  );
  expect(texts.length).toBeGreaterThan(40);
  expect(texts.filter((line) => !/: "%[\w.]+%",?$/.test(line))).toEqual([]);
});

/** The arguments of `l10n.t("…")` in the extension and `t("…")` in the panel's page. */
function translatable(source: string): string[] {
  const calls = source.matchAll(/(?<![\w.$])(?:(?:vscode\.)?l10n\.)?t\(\s*("(?:[^"\\\n]|\\.)*")/g);
  return [...calls].map(([, literal = '""']) => String(JSON.parse(literal)));
}

function sources(): [file: string, text: string][] {
  const files = globSync("client/**/*.ts", { cwd: root }).sort();
  return files.map((file) => [file.replaceAll("\\", "/"), read(file)]);
}

function read(file: string): string {
  return readFileSync(new URL(file, root), "utf8");
}
