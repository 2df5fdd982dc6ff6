import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import * as z from "zod/mini";

const schema = z.object({ mutants: z.array(z.object({ file: z.string(), text: z.string() })) });
const data = new URL("../../tools/mutants.data.mjs", import.meta.url);

it("each text that `npm run test:mutants` changes is in its file once", async () => {
  const { mutants } = schema.parse({ ...(await import(data.href)) });
  expect(mutants.length).toBeGreaterThan(30);
  const found = mutants.map(({ file, text }) => {
    const source = readFileSync(new URL(`../../shared/${file}`, import.meta.url), "utf8");
    return { file, text, times: source.split(text).length - 1 };
  });
  expect(found.filter(({ times }) => times !== 1)).toEqual([]);
});
