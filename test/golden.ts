import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";

const howToWrite = "UPDATE_GOLDEN=1 npx vitest run";

/**
 * Compares a text with test/golden/`name`.`extension`, which people read and review.
 * The environment variable UPDATE_GOLDEN=1 writes the file instead; then look at the difference before it is committed.
 */
export function expectGolden(name: string, text: string, extension = "txt"): void {
  const file = fileURLToPath(new URL(`golden/${name}.${extension}`, import.meta.url));
  const actual = text.endsWith("\n") ? text : `${text}\n`;
  if (process.env["UPDATE_GOLDEN"] === "1") {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, actual);
  }
  const golden = existsSync(file) ? readFileSync(file, "utf8").replaceAll("\r\n", "\n") : undefined;
  expect(actual, `test/golden/${name}.${extension} is not there or differs; \`${howToWrite}\` rewrites it`).toBe(
    golden,
  );
}
