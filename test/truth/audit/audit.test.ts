import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { readInput } from "../../../server/incident/read-input.ts";
import { incidentOf } from "../../../shared/evidence/incident.ts";
import { type ExplainedPod, explainPod } from "../../../shared/incident/index.ts";
import { defaultAssumptions } from "../../../shared/kubernetes/assumptions.ts";
import { expectGolden } from "../../golden.ts";
import type { LoggedIncident } from "./model.ts";

// Audit logs of recorded pods, as the types of the API server and the patches of the kubelet make them: runs read back, and who ended them.

const run = z.object({
  container: z.string(),
  number: z.number(),
  startedMs: z.number(),
  exitedMs: z.nullable(z.number()),
  exitCode: z.optional(z.number()),
  cause: z.optional(z.string()),
});
const schema = z.object({
  lines: z.array(z.string()),
  incidents: z.array(z.object({ name: z.string(), runs: z.array(run), untilMs: z.number() })),
});

interface Logged {
  readonly text: string;
  readonly incidents: readonly LoggedIncident[];
}

function logged(level: string): Logged {
  const file = new URL(`../../fixtures/audit/${level}.json.gz`, import.meta.url);
  const { lines, incidents } = schema.parse(JSON.parse(gunzipSync(readFileSync(file)).toString("utf8")));
  return { text: lines.join("\n"), incidents };
}

function explained(text: string): ReadonlyMap<string, ExplainedPod> {
  const { pods } = incidentOf([readInput("audit.log", text, undefined)]);
  return new Map(pods.map((pod) => [pod.name, explainPod(pod, defaultAssumptions(), false)]));
}

const causeNames: Readonly<Record<string, string>> = {
  program: "itself",
  oom: "itself",
  "start-failure": "itself",
  stop: "other",
  disruption: "other",
  "restart-all": "reset",
};

it.each(["Request", "RequestResponse"])("runs and causes by the level %s", (level) => {
  const { text, incidents } = logged(level);
  const pods = explained(text);
  const all = incidents.flatMap(({ name, runs }) =>
    (pods.get(name)?.runs ?? []).map((found) => ({ name, found, runs })),
  );
  // A kubelet that was restarted counts otherwise than the runtime: runs are known by their start, in the whole seconds of the API.
  const told = all.flatMap(({ name, found, runs }) => {
    const startedMs = found.started?.nominalMs;
    const likely = runs.filter(
      (each) =>
        each.container === found.container &&
        (startedMs === undefined ? each.number === found.run - 1 : Math.abs(startedMs - each.startedMs) < 1001),
    );
    const real = likely.find(({ number }) => number === found.run - 1) ?? likely[0];
    return real === undefined ? [] : [{ name, found, real }];
  });
  const codes = told.filter(({ found, real }) => found.exitCode !== undefined && real.exitCode !== undefined);
  const same = codes.filter(({ found, real }) => found.exitCode === real.exitCode);
  const said = told.flatMap(({ name, found: { cause }, real }) =>
    cause === undefined || cause.certainty === "unexplained" || real.cause === undefined
      ? []
      : [{ name, is: causeNames[cause.by] ?? cause.by, certainty: cause.certainty, real: real.cause }],
  );
  const wrong = said.filter(({ is, real }) => is !== real);
  const mistakes = new Map<string, number>();
  for (const { is, certainty, real } of wrong) {
    const key = `really ${real}, ${certainty} ${is}`;
    mistakes.set(key, (mistakes.get(key) ?? 0) + 1);
  }
  expectGolden(
    `incidents/audit-${level}`,
    [
      `${pods.size} pods that failed or were stopped, of ${incidents.length}; ${told.length} of ${all.length} runs are those of the runtime`,
      `exit codes: ${same.length} of ${codes.length} right`,
      `a cause is told of ${said.length}, rightly of ${said.length - wrong.length}`,
      ...[...mistakes].map(([mistake, count]) => `  ${mistake}: ${count}`),
    ].join("\n"),
  );
  expect(wrong.filter(({ certainty }) => certainty === "told").length).toBe(0);
  expect(same.length / codes.length).toBeGreaterThan(0.995);
  // Without events, which these logs do not have, a length and an exit code decide.
  expect(1 - wrong.length / said.length).toBeGreaterThanOrEqual(0.97);
});

it("says by the level Metadata who asked for what, and no state", () => {
  const pods = explained(logged("Metadata").text);
  expect(pods.size).toBeGreaterThan(0);
  for (const { runs, timeline, name } of pods.values()) {
    expect(runs, name).toEqual([]);
    expect(timeline.map(({ text }) => text)).toContain("deleted by alice@example.com");
  }
});
