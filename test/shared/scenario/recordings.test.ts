import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { formatScript } from "../../../shared/scenario/language/format.ts";
import { expectGolden } from "../../golden.ts";
import { scriptOfText } from "./check.ts";

/** Every script of the recordings of a real kubelet. */
const scripts = readFileSync(new URL("../../fixtures/scenario-scripts.txt", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "");

test.each(scripts)("%s", (text) => {
  const script = scriptOfText(text);
  expect(script).toBeDefined();
  if (script !== undefined) expect(scriptOfText(formatScript(script))).toEqual(script);
});

test("their canonical forms", () => {
  const lines = scripts.map((text) => {
    const script = scriptOfText(text);
    return `${text}\n    ${script && formatScript(script)}`;
  });
  expectGolden("scenario/recorded-scripts", lines.join("\n"));
});
