import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { contextOf, host, hoverAt } from "./harness.ts";

// Hints and hovers as a screen reader reads them: in words, without a meaning that only a picture or a color has.

const root = path.resolve(import.meta.dirname, "../../..");
const samples = globSync("examples/*.yaml", { cwd: root }).map((file) => ({
  file,
  text: readFileSync(path.join(root, file), "utf8"),
}));

/** Where something is told: keys of containers, probes, and their numbers. */
const placesOf = (text: string): readonly number[] =>
  [
    ...text.matchAll(
      /(?<=^\s*(?:- )?)(?:name|\w+Probe|periodSeconds|failureThreshold|maxContainerRestartPeriod|action)(?=:)/gm,
    ),
  ].map(({ index }) => index);

const pictures = /\p{Extended_Pictographic}|\$\([a-z]|!\[|<\/?[a-z]/u;

describe.each(samples)("$file", ({ text }) => {
  it("has hints that are words and numbers", async () => {
    const range = { start: { line: 0, character: 0 }, end: { line: text.split("\n").length, character: 0 } };
    const hints = host.inlayHints(await contextOf(text), range);
    const labels = hints.map(({ label }) =>
      typeof label === "string" ? label : label.map(({ value }) => value).join(""),
    );
    expect(labels.filter((label) => pictures.test(label) || !/[a-z]{2}|\d/.test(label))).toEqual([]);
    // Spoken, each sign but punctuation may fall silent: what is left still says what happens.
    const spoken = labels.map((label) => label.replace(/[^\p{L}\p{N}\s.,:–]/gu, " "));
    expect(spoken.filter((words) => !/[a-z]{3}/.test(words) && !/\d+s/.test(words))).toEqual([]);
  });

  it("has hovers that begin with a sentence, and whose tables and links have names", async () => {
    const hovers = await Promise.all(
      placesOf(text).map(async (at) => await hoverAt(`${text.slice(0, at)}$0${text.slice(at)}`)),
    );
    const told = hovers.filter((hover) => hover !== undefined);
    expect(told.length).toBeGreaterThan(0);
    for (const hover of told) {
      expect(hover).not.toMatch(pictures);
      expect(hover.split("\n", 1)[0]).toMatch(/^[\p{L}\p{N}`\\].*[a-z]{3}/u);
      for (const [, head = ""] of hover.matchAll(/^\|(.*)\|\n\|[-|]+\|$/gm))
        expect(
          head.split("|").every((cell) => /[a-z]{3}/i.test(cell)),
          head,
        ).toBe(true);
      for (const [, name = ""] of hover.matchAll(/\[([^\]]*)\]\(/g)) expect(name).toMatch(/^\P{L}*\p{L}{2,}/u);
    }
  });
});
