import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { rules } from "../../../server/rules/index.ts";
import { check, settingsOf, unmarked } from "./check-rules.ts";

// A patch says a part: a number that is not in it may stand in the file that it changes, so that no rule may take a default for it.

const folder = fileURLToPath(new URL("cases", import.meta.url));

const firing = readdirSync(folder).flatMap((rule) =>
  readdirSync(`${folder}/${rule}`)
    .map((name) => ({ rule, name, text: readFileSync(`${folder}/${rule}/${name}`, "utf8") }))
    .filter(({ text }) => /^# *\^+ /m.test(text) && !text.includes("{{")),
);

describe("what fires in a pod is silent in a patch of it", () => {
  it.each(firing)("$rule: $name", async ({ text }) => {
    const patches = patchesOf(text);
    const found = patches.length === 0 ? [] : check(patches.join("---\n"), await settingsOf(""));
    const simulated = found.filter(({ rule: id }) => rules[id].origin === "simulation" && !rules[id].firesInPatches);
    expect(simulated.map((finding) => finding.rule)).toEqual([]);
  });
});

/** The pods of the text, and those of its workloads, as patches of stateful sets, without their images. */
function patchesOf(text: string): readonly string[] {
  return unmarked(text)
    .split(/^---\n/m)
    .flatMap((document) => {
      const ofPod = /^kind: Pod\n[\s\S]*?^spec:\n([\s\S]*)/m.exec(document)?.[1]?.replace(/^(?=.)/gm, "    ");
      const spec = ofPod ?? /^ {2}template:\n[\s\S]*?^ {4}spec:\n((?: {6}.*\n)+)/m.exec(document)?.[1];
      if (spec === undefined) return [];
      const inner = spec.replace(/^ +image: .*\n/gm, "");
      return [`apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: web}\nspec:\n  template:\n    spec:\n${inner}`];
    });
}
