import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { forecastWorkload } from "../../../shared/forecast/workload/forecast.ts";
import { check, settingsOf } from "../../server/rules/check-rules.ts";
import { readWorkload } from "../../shared/controllers/pods/written-workload.ts";
import { assume } from "../../shared/simulation/play.ts";

// Facts that a page states in prose, each from where it can be computed.

const concepts = pageOf("docs/concepts.md");
const findings = pageOf("docs/findings.md");

describe("docs/concepts.md", () => {
  it("says how many restarts of pods that nobody touched were predicted, and that all were", () => {
    const row = /^one look +all +undisturbed +\d+ +\d+ of \d+ +(\d+) of (\d+)/m.exec(
      pageOf("test/golden/observation/figures.txt"),
    );
    expect(row?.[1]).toBe(row?.[2]);
    expect(concepts).toContain(`each of the ${Number(row?.[2]).toLocaleString("en-US")} restarts`);
  });

  const gates = z
    .object({
      gates: z.array(
        z.object({
          name: z.string(),
          transitions: z.array(z.object({ version: z.string(), stage: z.string(), default: z.boolean() })),
        }),
      ),
    })
    .parse(JSON.parse(pageOf("tools/kubernetes/feature-gates.json"))).gates;

  it.each(["ContainerRestartRules", "RestartAllContainersOnContainerExits"])("says since when %s is on", (name) => {
    const transitions = gates.find((gate) => gate.name === name)?.transitions;
    const alpha = transitions?.find(({ stage }) => stage === "alpha");
    const on = transitions?.find((transition) => transition.default);
    expect(alpha?.default).toBe(false);
    expect(concepts).toContain(`\`${name}\`: alpha and off in ${alpha?.version}, on since ${on?.version}`);
  });
});

describe("docs/findings.md: a crash loop renews the progress deadline", () => {
  const assumptions = assume({ timing: "kubelet" });
  const deadlineOf = (runsFor: string) => {
    const text = `kind: Deployment
spec:
  replicas: 1
  minReadySeconds: 400
  template:
    spec:
      containers:
      - name: app # cadence: app: exits 1 after ${runsFor}
        image: a
        imagePullPolicy: Never
`;
    return forecastWorkload(readWorkload(text, assumptions), assumptions).rollout?.deadlineExceeded;
  };
  const [, below = "", above = ""] =
    /runs less than about (\S+) between crashes\. One that runs for (\S+), with/.exec(findings) ?? [];

  it("for a container that runs for less than the page says", () => expect(deadlineOf(below)).toBeUndefined());
  it("not for one that runs longer", () => expect(deadlineOf(above)).toBeDefined());
});

it.each(["README.md", "docs/get-started.md"])(
  "%s says when liveness kills the first sample, as its finding does",
  async (page) => {
    const findings = check(pageOf("examples/slow-start.yaml"), await settingsOf(""));
    const [, range] = /liveness kills the container after (\d+–\d+s)/.exec(JSON.stringify(findings)) ?? [];
    expect(range).toBeDefined();
    expect(pageOf(page)).toContain(`${range}`);
  },
);

it("the README names the releases of the recordings", () => {
  const [, written] = /real kubelets of ([^;]+);/.exec(pageOf("README.md")) ?? [];
  const [, evidence] = /\| Kubelets ([\d., and]+), for which/.exec(pageOf("docs/evidence.md")) ?? [];
  expect(written).toBeDefined();
  expect(written).toBe(evidence);
});

function pageOf(file: string): string {
  return readFileSync(file, "utf8");
}
