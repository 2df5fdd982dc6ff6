import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { expectGolden } from "../../golden.ts";
import { play } from "./play.ts";
import { statusTable } from "./status-table.ts";

// The pods of the specification's worked timelines. Their golden tables were copied from it, not written by the engine:
// a difference is a mistake of the engine until a recording says otherwise.
const folder = new URL("../../fixtures/restart/", import.meta.url);

describe("published statuses of the specification's timelines, in ideal time", () => {
  const files = readdirSync(folder).sort();
  it("has all of them", () => expect(files.length).toBeGreaterThan(20));
  it.each(files)("%s", (file) => {
    const text = readFileSync(new URL(file, folder), "utf8");
    const until = Number(/^# until (\d+)s$/m.exec(text)?.[1] ?? 3600);
    const semantics = /^# semantics kep$/m.test(text) ? "kep" : "released";
    expectGolden(`restart/${file.replace(".yaml", "")}`, statusTable(play(text, { until, semantics })));
  });
});
