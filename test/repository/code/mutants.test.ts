import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import * as z from "zod/mini";

const schema = z.object({ mutants: z.array(z.object({ file: z.string(), text: z.string() })) });

it.each([
  ["of the engine", "mutants.data.mjs"],
  ["of everything around it", "mutants.features.data.mjs"],
])("each text %s that `npm run test:mutants` changes is in its file once", async (_, file) => {
  const data = new URL(`../../../tools/${file}`, import.meta.url);
  const { mutants } = schema.parse({ ...(await import(data.href)) });
  expect(mutants.length).toBeGreaterThan(10);
  const found = mutants.map(({ file, text }) => {
    const source = readFileSync(new URL(`../../../${file}`, import.meta.url), "utf8");
    return { file, text, times: source.split(text).length - 1 };
  });
  expect(found.filter(({ times }) => times !== 1)).toEqual([]);
});
