import { describe, expect, test } from "vitest";
import { hintLength } from "../../../../shared/forecast/pod/hints.ts";
import { contextOf, host, type Situation, withHints } from "../harness.ts";

/** The text holds the hints that are expected, at their places. */
async function checkHints(written: string, situation: Situation = {}): Promise<void> {
  expect(await withHints(written, situation)).toBe(written);
}

const kubelet = "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration";

describe("restarts", () => {
  test("beside the name of each container that can restart", () =>
    checkHints(`
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  template:
    spec:
      initContainers:
      - name: once ⟦on crash ↻ 0s 10s 20s 40s … 5m⟧
        image: a
      containers:
      - image: b
        name: app ⟦on crash ↻ 0s 10s 20s 40s … 5m⟧
      - {name: inline, image: c} ⟦on crash ↻ 0s 10s 20s 40s … 5m⟧
`));

  test("after a comment on the line, and the scenario tells its story", () =>
    checkHints(`
kind: Pod
apiVersion: v1
spec:
  containers:
  - name: app # cadence: crashes x5, then runs ⟦crashes 5×, ready at ~2m55s⟧
`));

  test("none where nothing can restart", () =>
    checkHints(`
kind: Pod
apiVersion: v1
spec:
  restartPolicy: Never
  containers:
  - name: app
`));

  const told = `
kind: Pod
apiVersion: v1
spec:
  containers:
  - name: told # cadence: crashes x5, then runs ⟦crashes 5×, ready at ~2m55s⟧
  - name: untold
`;
  test("only with a scenario, if the setting says so", () =>
    checkHints(told, {
      display: { inlayHints: { restarts: "withScenario", probes: true, rules: true, kubelet: true } },
    }));

  test("the curve of the node that the settings name", () =>
    checkHints(
      `
kind: Pod
apiVersion: v1
spec:
  containers:
  - name: app ⟦on crash ↻ 0s 4s 4s …⟧
`,
      {
        files: {
          "/w/.pod-cadence.yaml": "kubeletConfiguration: kubelet.yaml",
          "/w/kubelet.yaml": `${kubelet}\ncrashLoopBackOff: {maxContainerRestartPeriod: 4s}`,
        },
      },
    ));
});

describe("probes", () => {
  const probe = "httpGet: {path: /, port: 80}";
  const probes = `
kind: Pod
apiVersion: v1
spec:
  restartPolicy: Always
  containers:
  - name: app ⟦on crash ↻ 0s 10s 20s 40s … 5m⟧
    startupProbe: ⟦must start within 4m50s⟧
      ${probe}
      failureThreshold: 30
    livenessProbe: ⟦hang: SIGTERM in 21–31s⟧
      ${probe}
    readinessProbe: {${probe}} ⟦hang: no traffic in 21–31s⟧
`;
  test("when each acts, the start-up budget at its safe end", () => checkHints(probes));

  test("none if the setting says so", () =>
    checkHints(probes.replace(/ ⟦(must|hang)[^⟧]*⟧/g, ""), {
      display: { inlayHints: { restarts: "always", probes: false, rules: true, kubelet: true } },
    }));

  test("none whose numbers stand on the line already", () =>
    checkHints(`
kind: Pod
apiVersion: v1
spec:
  restartPolicy: Never
  containers:
  - name: app
    livenessProbe: # a hang ends after 21–31s
      ${probe}
`));
});

describe("rules", () => {
  const rules = `
kind: Pod
apiVersion: v1
spec:
  restartPolicy: Never
  initContainers:
  - name: setup
  containers:
  - name: app
  - name: watcher ⟦on exit 88 ↻ all, no back-off⟧
    restartPolicy: Never
    restartPolicyRules:
    - action: RestartAllContainers ⟦restarts all 3 containers⟧
      exitCodes: {operator: In, values: [88]}
    - exitCodes: {operator: In, values: [89]}
      action: Restart
`;
  test("how many containers a rule restarts", () => checkHints(rules));

  test("none beside a rule that does not count, because its container has no restartPolicy", () =>
    checkHints(`
kind: Pod
apiVersion: v1
spec:
  restartPolicy: Never
  containers:
  - name: watcher
    restartPolicyRules:
    - action: RestartAllContainers
      exitCodes: {operator: In, values: [88]}
`));

  test("none where the node does not know the action", () =>
    checkHints(rules.replace(/ ⟦[^⟧]*⟧/g, ""), { overrides: { kubernetes: "1.34" } }));
});

describe("kubelet", () => {
  test("the curve beside the longest delay", () =>
    checkHints(`${kubelet}
crashLoopBackOff:
  maxContainerRestartPeriod: 30s ⟦0s 10s 20s 30s 30s …⟧
`));

  test("the curve beside the gate that changes the first delay", () =>
    checkHints(`${kubelet}
featureGates:
  ReduceDefaultCrashLoopBackOffDecay: true ⟦0s 1s 2s 4s … 5m⟧
`));

  test("inside of a ConfigMap, each with its own tooltip", async () => {
    const inside = (name: string, seconds: number, hint: string) =>
      `  ${name}: |\n${kubelet.replace(/^/gm, "    ")}\n    crashLoopBackOff: {maxContainerRestartPeriod: ${seconds}s} ⟦${hint}⟧\n`;
    const text = `kind: ConfigMap\napiVersion: v1\ndata:\n${inside("fast", 2, "0s 2s 2s …")}${inside("slow", 30, "0s 10s 20s 30s 30s …")}`;
    await checkHints(text);
    const context = await contextOf(text.replace(/ ⟦[^⟧]*⟧/g, ""));
    const everything = { start: { line: 0, character: 0 }, end: { line: 20, character: 0 } };
    const tooltips = host
      .inlayHints(context, everything)
      .map(({ data }) => host.hintTooltip(context, data)?.markdown ?? "");
    expect(tooltips.map((tooltip) => /backs off ([^(]*) \(/.exec(tooltip)?.[1])).toEqual([
      "0s 2s 2s …",
      "0s 10s 20s 30s 30s …",
    ]);
  });

  test("none for a kubelet that does not start", () =>
    checkHints(`${kubelet}
crashLoopBackOff:
  maxContainerRestartPeriod: 30m
`));
});

test("only hints of the range, and only what is in it is worked out", async () => {
  const pod = (name: string, hint = "") =>
    `kind: Pod\napiVersion: v1\nspec:\n  containers:\n  - name: ${name}${hint}\n---\n`;
  const text = pod("one") + pod("two", " ⟦on crash ↻ 0s 10s 20s 40s … 5m⟧") + pod("three");
  const range = { start: { line: 8, character: 0 }, end: { line: 11, character: 0 } };
  expect(await withHints(text, { range })).toBe(text);
});

test("only the lines of the range, in a long document, too", async () => {
  const text =
    "kind: Pod\napiVersion: v1\nspec:\n  containers:\n  - name: one\n  - name: two ⟦on crash ↻ 0s 10s 20s 40s … 5m⟧\n  - name: three\n";
  const range = { start: { line: 5, character: 0 }, end: { line: 5, character: 3 } };
  expect(await withHints(text, { range })).toBe(text);
});

test("no hint is longer than it may be", async () => {
  const probe = (period: number, threshold: number) =>
    `{periodSeconds: ${period}, failureThreshold: ${threshold}, tcpSocket: {port: 80}}`;
  const containers = [1, 7, 61, 1000, 86399].flatMap((period) =>
    [1, 3, 10, 77].map(
      (threshold) => `
  - name: c${period}-${threshold}
    startupProbe: ${probe(period, threshold)}
    livenessProbe: ${probe(period, threshold)}
    readinessProbe: ${probe(period, threshold)}`,
    ),
  );
  const stories = [
    "crashes",
    "crashes after 7s",
    "exits 0 after 17s",
    "exits 3 after 11m",
    "crashes x17, then starts in 3m, runs",
    "oom after 1s x3, then runs",
  ].map((story, index) => `\n  - name: s${index} # cadence: ${story}`);
  const text = `kind: Pod\napiVersion: v1\nspec:\n  containers:${containers.join("")}${stories.join("")}\n`;
  const context = await contextOf(text);
  const hints = host.inlayHints(context, { start: { line: 0, character: 0 }, end: { line: 9999, character: 0 } });
  const texts = hints.map(({ label }) =>
    typeof label === "string" ? label : label.map(({ value }) => value).join(""),
  );
  expect(texts.length).toBeGreaterThan(60);
  expect(texts.filter((label) => label.length > hintLength)).toEqual([]);
});
