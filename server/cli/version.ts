import { readFileSync } from "node:fs";
import * as z from "zod/mini";

/** Of the package. The bundle lies in dist/, in the repository and in the package alike. */
export function programVersion(): string {
  const text = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}
