import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import * as z from "zod/mini";

const bundles = z.object({ packages: z.array(z.string()) });
const manifest = z.object({ dependencies: z.record(z.string(), z.string()) });

it("lists as dependencies the packages that bundled files import, and no others", () => {
  const { packages } = bundles.parse(JSON.parse(readFileSync(".build/bundles.json", "utf8")));
  const { dependencies } = manifest.parse(JSON.parse(readFileSync("package.json", "utf8")));
  expect(Object.keys(dependencies)).toEqual(packages);
});
