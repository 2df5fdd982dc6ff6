import { describe, expect, it } from "vitest";
import { forecastWorkload } from "../../../../shared/forecast/workload/forecast.ts";
import { workloadRows } from "../../../../shared/forecast/workload/words.ts";
import { readWorkload } from "../../controllers/pods/written-workload.ts";
import { assume } from "../../simulation/play.ts";

const container = "- {name: agent, image: a, readinessProbe: {tcpSocket: {port: 80}, periodSeconds: 5}}";

function told(kind: string, lines: readonly string[], kubernetes = "1.37"): string | undefined {
  const cadence = lines.map((line) => `      # cadence: ${line}\n`).join("");
  const size = kind === "DaemonSet" ? "" : "  replicas: 2\n";
  const text = `kind: ${kind}\nspec:\n${size}  template:\n    spec:\n      containers:\n${cadence}      ${container}\n`;
  const assumptions = assume({ timing: "ideal", kubernetes });
  const nodes = ["node-1", "node-2", "node-3"];
  const workload = { ...readWorkload(text, assumptions), nodes };
  return workloadRows(workload, forecastWorkload(workload, assumptions)).find(({ what }) => what === "scenario")?.text;
}

describe("what comes of all that a scenario lets happen to a workload", () => {
  it("is a row only where something besides the change of the template happens", () => {
    expect(told("StatefulSet", ["new: agent: starts in 20s"])).toBeUndefined();
  });

  // Models pkg/controller/statefulset/stateful_set_control.go processReplica (v1.37.1): OrderedReady waits for a pod that is not
  // ready, also where the template has another revision by now.
  it("says that the template of an ordered StatefulSet does not reach a pod that is stuck", () => {
    const lines = (does: string) => [`new: agent: ${does}`, "at 4m rolls back"];
    expect(told("StatefulSet", lines("image missing"))).toBe(
      "at 0s rollout, at 4m rolls back: the last change of the template does not reach web-1: delete it, then all is complete immediately; at least 1 of 2 available, up to 2 pods at a time",
    );
    expect(told("StatefulSet", lines("starts in 1h"))).toMatch(
      /: the last change of the template is complete after 1h.*, counted from the beginning of the scenario; at least 1 of 2 available/,
    );
    expect(told("Deployment", lines("image missing"))).toMatch(
      /: the last change of the template is complete after 4m, .*; always 2 available/,
    );
  });

  it.each([
    ["Deployment", "requests to its pod fail until then); evicted after 5m50s; all 2 available again after 5m50s"],
    [
      "StatefulSet",
      "until then); evicted after 5m50s; its object stays, so it is not replaced: add the taint node.kubernetes.io/out-of-service to the node",
    ],
    ["DaemonSet", "until then); no pod replaces it until the node is back"],
  ])("says what a lost node means for a %s", (kind, text) => {
    const said = told(kind, ["at 1h node is lost"]);
    expect(said).toContain("lost at 1h, is NotReady after 50s (");
    expect(said?.endsWith(text) ? text : said).toBe(text);
    expect(told(kind, ["at 1h node is lost"], "1.31")).toContain("is NotReady after 40s");
  });

  it("counts each of several losses up to the next one, and by the size at that moment", () => {
    const lines = ["at 1h node is lost", "at 90m scales to 6", "at 2h node is lost"];
    expect(told("Deployment", lines)?.match(/all \d available \S+ \S+ \S+/g)).toEqual([
      "all 2 available again after 5m50s;",
      "all 6 available again after 5m50s",
    ]);
    expect(told("Deployment", ["at 0s node is lost"])).toMatch(/all 2 available meanwhile$/);
  });

  it("misses the pods of a node also where the next one is lost before the first is NotReady", () => {
    const both = told("Deployment", ["at 1h node is lost", "at 1h5s node is lost"]);
    expect(both?.match(/all \d available \S+ \S+ \S+/g)).toEqual([
      "all 2 available again after 6m;",
      "all 2 available again after 5m55s",
    ]);
  });

  it("says that a lost node has none of the pods", () => {
    const lines = [
      "at 1h node node-1 is lost",
      "at 1h node node-2 is lost",
      "at 1h node node-3 is lost",
      "at 2h node is lost",
    ];
    expect(told("Deployment", lines)).toMatch(/; node-\d, lost at 1h, has none of its pods/);
  });

  // Models pkg/controller/daemon/update.go rollingUpdate: a pod that is replaced counts since v1.31.0.
  it.each([
    ["1.30", 1],
    ["1.31", 2],
  ])("plays a second change of the template of a DaemonSet on %s: at least %s available", (kubernetes, available) => {
    const lines = ["new: agent: fails readiness", "at 1m rollout", "at 5m rollout"];
    expect(told("DaemonSet", lines, kubernetes)).toContain(`at least ${available} of 3 available`);
  });
});
