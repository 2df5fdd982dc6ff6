import { readFileSync } from "node:fs";

/** Of the package. The bundle lies in dist/, in the repository and in the package alike. */
export function programVersion(): string {
  const text = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  const written: unknown = JSON.parse(text);
  const version = typeof written === "object" && written !== null && "version" in written ? written.version : undefined;
  if (typeof version !== "string") throw new Error("package.json has no version");
  return version;
}
