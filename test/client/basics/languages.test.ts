import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { manifestLanguages } from "../../../client/basics/languages.ts";

const text = readFileSync(fileURLToPath(new URL("../../../package.json", import.meta.url)), "utf8");
const manifest = z.object({ activationEvents: z.array(z.string()) }).parse(JSON.parse(text));

it("the extension is activated for every language of manifests", () => {
  const languages = manifest.activationEvents.flatMap((event) => /^onLanguage:(.*)$/.exec(event)?.[1] ?? []);
  expect(languages).toEqual(manifestLanguages);
});

it("menus are for the same languages", () => {
  const conditions = [...text.matchAll(/(?:resource|editor)LangId =~ \/\^\(\?:([a-z|]+)\)\$\//g)].map(
    ([, names]) => names,
  );
  expect(new Set(conditions)).toEqual(new Set([manifestLanguages.join("|")]));
  expect(text).not.toMatch(/LangId == /);
});
