import { describe, expect, it } from "vitest";
import { createSimulation } from "../../../shared/simulation/index.ts";
import { assume, type PlayOptions, play, readPod } from "./play.ts";

// What a pod shows that gets a second sandbox, as recorded (`sandbox-…` in `test/fixtures/timelines-mixed`), each in its smallest pod.

/** Each new state of the container, its restart count, and when it is shown, in seconds. */
const statesOf = (text: string, name: string, options: PlayOptions = {}): readonly string[] => {
  const { statuses } = play(text, { until: 60, ...options }).timeline;
  const shown = statuses.map(({ tMs, status }) => {
    const container = [...status.initContainerStatuses, ...status.containerStatuses].find((each) => each.name === name);
    const reason = container?.state.is === "waiting" ? ` ${container.state.reason}` : "";
    return { tMs, text: `${container?.state.is}${reason} ${container?.restartCount}` };
  });
  return shown
    .filter(({ text }, index) => text !== shown[index - 1]?.text)
    .map(({ tMs, text }) => `${tMs / 1000} ${text}`);
};

const app = "containers: [{name: app, image: 'x:1'}]";
const reboot = "# cadence: at 20s node reboots in 10s\n";

describe("the restart count of a sidecar that the new sandbox begins anew", () => {
  const sidecars =
    "initContainers: [{name: a, image: 'x:1', restartPolicy: Always}, {name: b, image: 'x:1', restartPolicy: Always}]";

  it("counts on where all containers can restart, and begins anew elsewhere", () => {
    const last = (options: PlayOptions): unknown =>
      ["a", "b"].map((name) => statesOf(`${reboot}${sidecars}\n${app}`, name, options).at(-1));
    expect(last({ kubernetes: "1.37" })).toEqual(["30 running 1", "30 running 1"]);
    expect(last({ kubernetes: "1.34" })).toEqual(["30 running 1", "30 running 0"]);
  });
});

it("an init container that is done counts only a run that a pass sees", () => {
  const text = `# cadence: slow: exits 0 after 5s\n# cadence: quick: exits 0\n${reboot}initContainers: [{name: first, image: 'x:1'}, {name: slow, image: 'x:1'}, {name: quick, image: 'x:1'}]\n${app}`;
  expect(statesOf(text, "slow").slice(-2)).toEqual(["31 running 1", "36 terminated 1"]);
  expect(statesOf(text, "quick").at(-1)).toBe("6 terminated 0");
});

describe("an init container that runs again", () => {
  const pod = `# cadence: init: exits 0 after 5s\n${reboot}initContainers: [{name: init, image: 'x:1'}]\n${app}`;
  const phasesOf = (text: string): readonly string[] =>
    play(text, { until: 60 })
      .timeline.entries.filter(({ kind }) => kind === "phase-changed")
      .map(({ tMs, data }) => `${tMs / 1000} ${data.phase}`);

  it("is shown if its pod's containers always restart", () => {
    expect(phasesOf(pod)).toEqual(["0 Pending", "5 Running", "30 Pending", "35 Running"]);
    expect(statesOf(pod, "init").slice(-2)).toEqual(["30 running 1", "35 terminated 1"]);
  });

  it("is not shown if it had completed for good, until it has again", () => {
    const text = `restartPolicy: OnFailure\n${pod}`;
    expect(phasesOf(text)).toEqual(["0 Pending", "5 Running"]);
    expect(statesOf(text, "init").slice(-2)).toEqual(["5 terminated 0", "35 terminated 1"]);
    expect(statesOf(text, "app").slice(-3)).toEqual(["5 running 0", "30 terminated 0", "35 running 1"]);
  });

  it("is shown if a rule may restart it", () => {
    const rules =
      "restartPolicy: Never, restartPolicyRules: [{action: Restart, exitCodes: {operator: In, values: [0]}}]";
    const text = `restartPolicy: OnFailure\n${pod.replace("image: 'x:1'", `image: 'x:1', ${rules}`)}`;
    expect(phasesOf(text)).toContain("30 Pending");
  });

  it("is taken for completed, at each second look, while it cannot be created", () => {
    const text = pod.replace("exits 0 after 5s", "exits 0 after 5s, then cannot be created");
    expect(statesOf(text, "init", { until: 65 }).slice(1)).toEqual([
      "0 running 0",
      "5 terminated 0",
      "30 waiting CreateContainerError 0",
      "40 terminated 0",
      "50 waiting CreateContainerError 0",
      "60 terminated 0",
    ]);
    // Up to 1.35 it waits all the time.
    expect(statesOf(text, "init", { until: 65, kubernetes: "1.35" }).at(-1)).toBe("30 waiting CreateContainerError 0");
  });

  it("has the end that it was taken for as its last state", () => {
    const text = pod.replace("exits 0 after 5s", "exits 0 after 5s, then cannot be created x2, then runs");
    const { statuses } = play(text, { until: 60 }).timeline;
    const { state, lastState } = statuses.at(-1)?.status.initContainerStatuses[0] ?? {};
    expect([state?.is, lastState?.message?.slice(0, 14)]).toEqual(["running", "Unable to get "]);
  });
});

describe("a container that is not to run again, and does", () => {
  const probe = "startupProbe: {exec: {command: [s]}, periodSeconds: 13, failureThreshold: 9}";
  const once = `{name: once, image: 'x:1', restartPolicy: Never, ${probe}}`;

  // Models pkg/apis/core/validation/validation.go ValidateContainerStateTransition (v1.37.1).
  it("hides its pod's status until it has ended again, because the API server takes none", () => {
    const text = `# cadence: once: exits 0 after 5s\n${reboot}containers: [${once}, {name: app, image: 'x:1'}]`;
    expect(statesOf(text, "app")).toEqual([
      "0 waiting ContainerCreating 0",
      "0 running 0",
      "30 terminated 0",
      "35 running 1",
    ]);
  });

  it("is not probed for its startup, as its worker has ended and the next one finds it started", () => {
    const rule = "restartPolicyRules: [{action: Restart, exitCodes: {operator: In, values: [143]}}]";
    const live = "livenessProbe: {exec: {command: [live]}, periodSeconds: 1, failureThreshold: 1}";
    const text = `# cadence: once: exits 0 after 5s, starts in 30s\n# cadence: app: fails liveness after 20s, then runs\ncontainers: [${once}, {name: app, image: 'x:1', restartPolicy: Never, ${rule}, ${live}}]`;
    const { entries } = play(text, { until: 60 }).timeline;
    const [, second] = entries.filter(({ kind, container }) => kind === "container-started" && container === "once");
    expect(second?.tMs).toBe(20_000);
    const attempts = entries.filter(({ kind, data }) => kind === "probe-attempt" && data.probe === "startup");
    expect(attempts).toEqual([]);
  });
});

it("is none where the pod is never restarted, and passes over it are not all played", () => {
  const text = `${reboot}# cadence: b: runs
restartPolicy: Never
containers:
- {name: a, image: 'x:1', restartPolicy: Never, livenessProbe: {exec: {command: [x]}, periodSeconds: 1}}
- {name: b, image: 'x:1', restartPolicy: OnFailure, readinessProbe: {exec: {command: [x]}, periodSeconds: 3}}`;
  const assumptions = assume({ timing: "kubelet" });
  const untilMs = 1_800_000;
  const input = { ...readPod(text, assumptions), assumptions, seed: 1, untilMs };
  const simulation = createSimulation({ ...input, recording: "statuses" });
  expect(simulation.runUntil(untilMs)).toBeLessThan(300);
  const { status } = simulation.timeline().statuses.at(-1) ?? {};
  expect(status?.containerStatuses.map(({ state }) => state.is)).toEqual(["terminated", "terminated"]);
});
