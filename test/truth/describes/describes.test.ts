import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { readInput } from "../../../server/incident/read-input.ts";
import { type IncidentPod, incidentOf } from "../../../shared/evidence/incident.ts";
import { explainPod } from "../../../shared/incident/index.ts";
import { defaultAssumptions } from "../../../shared/kubernetes/assumptions.ts";
import { type ObservedPod, readPod } from "../../../shared/observation/index.ts";
import { expectGolden } from "../../golden.ts";
import type { PrintedDescribe } from "./model.ts";

// What kubectl's own printer makes of recorded pods, read back: states, the moment, and who ended each run.

const cause = z.object({ container: z.string(), number: z.number(), cause: z.optional(z.string()) });
const schema = z.array(
  z.object({ name: z.string(), text: z.string(), takenMs: z.number(), pod: z.unknown(), causes: z.array(cause) }),
);

function printedBy(kubectl: string): readonly PrintedDescribe[] {
  const file = new URL(`../../fixtures/describes${kubectl}.json.gz`, import.meta.url);
  return schema.parse(JSON.parse(gunzipSync(readFileSync(file)).toString("utf8")));
}
const printed = printedBy("");

const read = (text: string): readonly IncidentPod[] => incidentOf([readInput("-", text, undefined)]).pods;

/** What a describe has of the containers. */
function shown({ containers }: ObservedPod): unknown {
  const sorted = containers.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return sorted.map(({ name, state, lastState, restartCount, ready }) => ({
    name,
    ready,
    restartCount,
    state: { ...state, message: undefined, containerId: undefined },
    lastState: lastState && { ...lastState, message: undefined, containerId: undefined },
  }));
}

it.each(["", "-0.29", "-0.31", "-0.35"])("the states of all containers are those that were printed%s", (kubectl) => {
  for (const { name, text, pod } of printedBy(kubectl)) {
    const [found] = read(text);
    const real = readPod(pod).value;
    expect(real && found?.look && shown(found.look.pod), name).toEqual(real && shown(real));
  }
});

it.each(["-0.29", "-0.31", "-0.35"])("moments and causes by what kubectl%s prints", (kubectl) => {
  const all = printedBy(kubectl);
  const moments = momentsOf(all);
  const said = all.flatMap(endsOf).filter(({ certainty }) => certainty !== "unexplained");
  const wrong = said.filter(({ told, real }) => told !== real);
  // Before 1.35, kubectl does not print which container an event is about: in pods of several, no start is known by its age.
  expect(moments.length / all.length).toBeGreaterThan(0.5);
  expect(moments).not.toContain(false);
  expect(said.length).toBeGreaterThan(80);
  // One of so few is more than one in a hundred.
  expect(wrong.length).toBeLessThanOrEqual(1);
  expectGolden(
    `incidents/printed${kubectl}`,
    [
      `${all.length} describes; the moment of ${moments.length} is known, of all rightly`,
      `a cause is told of ${said.length}, rightly of ${said.length - wrong.length}`,
      ...wrong.map(({ real, certainty, told }) => `  really ${real}, ${certainty} ${told}`),
    ].join("\n"),
  );
});

it("moments and causes", () => {
  const moments = momentsOf(printed);
  const ends = printed.flatMap(endsOf);
  const said = ends.filter(({ certainty }) => certainty !== "unexplained");
  const wrong = said.filter(({ told, real }) => told !== real);
  const mistakes = new Map<string, number>();
  for (const { told, real, certainty } of wrong) {
    const key = `really ${real}, ${certainty} ${told}`;
    mistakes.set(key, (mistakes.get(key) ?? 0) + 1);
  }
  expectGolden(
    "incidents/printed",
    [
      `${printed.length} describes; the moment of ${moments.length} is known, of ${moments.filter(Boolean).length} rightly`,
      `${ends.length} ends; a cause is told of ${said.length}, rightly of ${said.length - wrong.length}`,
      ...[...mistakes].map(([mistake, count]) => `  ${mistake}: ${count}`),
    ].join("\n"),
  );
  expect(moments.length / printed.length).toBeGreaterThan(0.75);
  expect(moments).not.toContain(false);
  expect(1 - wrong.length / said.length).toBeGreaterThanOrEqual(0.99);
});

/** Whether each moment that is known lies in its span. */
function momentsOf(all: readonly PrintedDescribe[]): readonly boolean[] {
  return all.flatMap(({ text, takenMs }) => {
    const taken = read(text)[0]?.taken;
    return taken === undefined ? [] : [taken.earliestMs <= takenMs && takenMs <= taken.latestMs];
  });
}

function endsOf({ text, causes }: PrintedDescribe) {
  const [pod] = read(text);
  if (pod?.look === undefined) return [];
  return explainPod(pod, defaultAssumptions(), false).runs.flatMap(({ container, run, cause: told }) => {
    const real = causes.find((each) => each.container === container && each.number === run - 1)?.cause;
    if (told === undefined || real === undefined) return [];
    return [{ told: causeNames[told.by] ?? told.by, certainty: told.certainty, real }];
  });
}

const causeNames: Readonly<Record<string, string>> = {
  program: "itself",
  oom: "itself",
  "start-failure": "itself",
  stop: "other",
  disruption: "other",
  "restart-all": "reset",
};
