import { describe, expect, it } from "vitest";
import { play } from "../play.ts";

/** The instants of one kind of entry, in seconds, with the probe's answer or the exit code. */
function told(text: string, kind: string, untilSeconds = 100): readonly string[] {
  const { entries } = play(text, { until: untilSeconds, timing: "ideal" }).timeline;
  return entries
    .filter((entry) => entry.kind === kind)
    .map(({ tMs, data }) => `${tMs / 1000} ${data.answer ?? data.exitCode ?? ""}`.trim());
}

describe("a container whose command sleeps", () => {
  const pod = (command: string, list = "containers", scenario = "") => `${scenario}
restartPolicy: Never
${list}:
- {name: app, image: app, command: ${command}}
${list === "containers" ? "" : "containers: [{name: main, image: main}]"}`;

  it.each([
    ["[sleep, '30']", "containers", ["30 0"]],
    ["[sh, -c, echo hi; sleep 30]", "containers", ["30 0"]],
    ["[sh, -c, sleep 30]", "initContainers", ["30 0"]],
    ["[sh, -c, sleep 30; migrate]", "initContainers", ["31 0"]],
    ["[migrate]", "initContainers", ["1 0"]],
    ["[sleep, infinity]", "containers", []],
    ["[sh, -c, sleep 30; serve]", "containers", []],
    ["[serve]", "containers", []],
  ])("%s in %s completes after its sleep, and no other", (command, list, exits) => {
    expect(told(pod(command, list), "container-exited")).toEqual(exits);
  });

  it("does what the scenario says", () => {
    expect(told(pod("[sleep, '30']", "containers", "# cadence: app: runs"), "container-exited")).toEqual([]);
    expect(told(pod("[sleep, '30']", "containers", "# cadence: app: exits 3 after 5s"), "container-exited")).toEqual([
      "5 3",
    ]);
  });

  it("takes its arguments into account, but not without a command", () => {
    expect(told(pod("[sleep], args: ['30']"), "container-exited")).toEqual(["30 0"]);
    expect(told(pod("[], args: [sleep, '30']"), "container-exited")).toEqual([]);
  });
});

describe("a probe whose command sleeps", () => {
  const pod = (command: string, scenario = "") => `${scenario}
containers:
- name: app
  image: app
  livenessProbe: {exec: {command: ${command}}, timeoutSeconds: 3, failureThreshold: 1}`;

  it.each([
    ["[sleep, '2']", undefined],
    ["[sleep, '4']", "timeout"],
    ["[sleep, infinity]", "timeout"],
    ["[sh, -c, check; sleep 4]", "timeout"],
    ["[sh, -c, check && sleep 4]", undefined],
  ])("%s fails if that is longer than its timeout", (command, answer) => {
    const answers = told(pod(command), "probe-attempt").map((each) => each.split(" ")[1]);
    expect(answers[0] ?? "success").toBe(answer ?? "success");
  });

  it("takes as long as the scenario says", () => {
    const text = pod("[sleep, '4']", "# cadence: app: answers liveness in 1s");
    expect(told(text, "container-stopping")).toEqual([]);
  });
});
