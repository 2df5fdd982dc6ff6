import { describe, expect, it, test } from "vitest";
import { documentAt } from "../../../../server/features/core/places.ts";
import { effectAt } from "../../../../server/features/hover/effect.ts";
import { contextOf, hoverAt, type Situation } from "../harness.ts";

/** The rows of the table at `$0`; undefined: there is none. */
async function effects(written: string, situation: Situation = {}): Promise<string[] | undefined> {
  const offset = written.indexOf("$0");
  const context = await contextOf(written.replace("$0", ""), situation);
  const at = documentAt(context, context.document.positionAt(offset));
  const table = at && effectAt(context, at.placed, at.offset);
  return table && [table.head[0] ?? "", ...table.rows.map((cells) => cells.join(" | "))];
}

function pod(...lines: readonly string[]): string {
  const spec = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec:\n";
  return `${spec}${lines.map((line) => `  ${line}\n`).join("")}`;
}

const app = ["containers:", "- name: app", "  image: x"];
const handler = "    httpGet: {path: /, port: 80}";
const liveness = (...fields: readonly string[]) => [
  "  livenessProbe:",
  handler,
  ...fields.map((field) => `    ${field}`),
];
const readiness = (...fields: readonly string[]) => [
  "  readinessProbe:",
  handler,
  ...fields.map((field) => `    ${field}`),
];
const startup = (...fields: readonly string[]) => [
  "  startupProbe:",
  handler,
  ...fields.map((field) => `    ${field}`),
];

describe("what one more and one less of a number changes", () => {
  it.each<[name: string, lines: readonly string[], rows: readonly string[]]>([
    [
      "failureThreshold of liveness, which ends the start, too",
      [...app, ...liveness("failure$0Threshold: 3")],
      [
        "failureThreshold",
        "3 → 4 | End of startup budget | 20–30s → 30–40s",
        " | Hang to SIGTERM | 21–31s → 31–41s",
        "3 → 2 | End of startup budget | 20–30s → 10–20s",
        " | Hang to SIGTERM | 21–31s → 11–21s",
      ],
    ],
    [
      "failureThreshold of liveness after a startup probe",
      [...app, ...startup(), ...liveness("failureThreshold: $03")],
      ["failureThreshold", "3 → 4 | Hang to SIGTERM | 21–31s → 31–41s", "3 → 2 | Hang to SIGTERM | 21–31s → 11–21s"],
    ],
    [
      "failureThreshold of startup",
      [...app, ...startup("failureThreshold: $030")],
      [
        "failureThreshold",
        "30 → 31 | End of startup budget | 4m50s–5m → 5m–5m10s",
        "30 → 29 | End of startup budget | 4m50s–5m → 4m40s–4m50s",
      ],
    ],
    [
      "timeoutSeconds cannot be less than 1",
      [...app, ...startup(), ...liveness("timeoutSeconds: $01")],
      ["timeoutSeconds", "1 → 2 | Hang to SIGTERM | 21–31s → 22–32s"],
    ],
    [
      "periodSeconds of readiness",
      [...app, ...readiness("periodSeconds: $05")],
      ["periodSeconds", "5 → 6 | Hang to no traffic | 11–16s → 13–19s", "5 → 4 | Hang to no traffic | 11–16s → 9–13s"],
    ],
    [
      "initialDelaySeconds of liveness",
      [...app, ...liveness("initialDelaySeconds: $00")],
      ["initialDelaySeconds", "0 → 1 | End of startup budget | 20–30s → 20–31s"],
    ],
    [
      "terminationGracePeriodSeconds of liveness",
      [...app, ...liveness("terminationGracePeriod$0Seconds: 10")],
      [
        "terminationGracePeriodSeconds",
        "10 → 11 | Hang to container exit | 21–41s → 21–42s",
        "10 → 9 | Hang to container exit | 21–41s → 21–40s",
      ],
    ],
    [
      "terminationGracePeriodSeconds of the pod",
      ["terminationGracePeriod$0Seconds: 30", ...app, ...liveness()],
      [
        "terminationGracePeriodSeconds",
        "30 → 31 | Hang to container exit | 21s–1m1s → 21s–1m2s",
        " | Deletion to SIGKILL | 30s → 31s",
        "30 → 29 | Hang to container exit | 21s–1m1s → 21s–1m",
        " | Deletion to SIGKILL | 30s → 29s",
      ],
    ],
    [
      "terminationGracePeriodSeconds of a pod with two containers",
      ["terminationGracePeriodSeconds: $05", ...app, ...liveness(), "- name: other", "  image: y"],
      [
        "terminationGracePeriodSeconds",
        "5 → 6 | app: Hang to container exit | 21–36s → 21–37s",
        " | Deletion to SIGKILL | 5s → 6s",
        "5 → 4 | app: Hang to container exit | 21–36s → 21–35s",
        " | Deletion to SIGKILL | 5s → 4s",
      ],
    ],
  ])("%s", async (_, lines, rows) => {
    expect(await effects(pod(...lines))).toEqual(rows);
  });

  test("successThreshold of readiness delays the pod", async () => {
    const ideal: Situation = { overrides: { timing: "ideal" } };
    expect(await effects(pod(...app, ...readiness("successThreshold: $03")), ideal)).toEqual([
      "successThreshold",
      "3 → 4 | Pod ready | 10s → 20s",
      "3 → 2 | Pod ready | 10s → 0s",
    ]);
  });

  test("the kubelet gives two seconds at least, whatever is written", async () => {
    expect(await effects(pod("terminationGracePeriodSeconds: $00", ...app))).toEqual([
      "terminationGracePeriodSeconds",
      "0 → 1 | no change in this forecast | ",
    ]);
  });

  it.each<[name: string, lines: readonly string[]]>([
    ["successThreshold of liveness, which must be 1", [...app, ...liveness("successThreshold: $01")]],
    [
      "terminationGracePeriodSeconds of readiness, which has none",
      [...app, ...readiness("terminationGracePeriodSeconds: $05")],
    ],
    ["a template", [...app, ...liveness("failureThreshold: $0{{ .Values.failures }}")]],
    ["a word", [...app, ...liveness("failureThreshold: $0many")]],
    ["the probe itself", [...app, "  liveness$0Probe:", handler]],
    ["its port", [...app, "  livenessProbe:", "    httpGet: {path: /, port: 8$00}"]],
    ["another number", ["activeDeadlineSeconds: $030", ...app]],
  ])("not %s", async (_, lines) => {
    expect(await effects(pod(...lines))).toBeUndefined();
  });
});

test("the hover says it after its answer", async () => {
  const text = await hoverAt(pod(...app, ...liveness("failure$0Threshold: 3")));
  expect(text).toMatch(/^If it hangs, it gets SIGTERM after 21–31s/);
  expect(text?.replaceAll("&nbsp;&nbsp;", "")).toContain(
    "\n\n| failureThreshold | Change | From → to |\n|---|---|---|\n| 3 → 4 | End of startup budget | 20–30s → 30–40s |\n",
  );
});

test("the hover of the pod's grace period has it, too", async () => {
  const text = await hoverAt(pod("terminationGrace$0PeriodSeconds: 30", ...app));
  expect(text?.replaceAll("&nbsp;&nbsp;", "")).toContain("\n| 30 → 31 | Deletion to SIGKILL | 30s → 31s |\n");
});
