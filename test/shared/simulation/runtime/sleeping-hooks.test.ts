import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { play } from "../play.ts";

/** A pod with one hook, which is deleted after 2 minutes. */
function pod(hook: "preStop" | "postStart", handler: string, does = "runs", extra = ""): string {
  return `# cadence: app: ${does}
# cadence: at 2m pod is deleted
terminationGracePeriodSeconds: 30
containers:
- name: app
  image: app
  lifecycle: {${hook}: ${handler}}
  readinessProbe: {tcpSocket: {port: 80}, periodSeconds: 5}
${extra}`;
}

function entriesOf(text: string, kubernetes = "1.37"): readonly string[] {
  const { entries } = play(text, { until: 300, kubernetes, timing: "kubelet" }).timeline;
  return entries.map(({ tMs, kind, data }) => `${tMs} ${kind} ${data.answer ?? data.exitCode ?? data.condition ?? ""}`);
}

describe("a hook whose command sleeps", () => {
  it.each(["preStop", "postStart"] as const)("%s takes as long as one that sleeps by itself", (hook) => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 45 }),
        fc.constantFrom("[sleep, '$']", "[sh, -c, sleep $]", "[/bin/bash, -c, exec sleep $s]"),
        (seconds, command) => {
          const exec = `{exec: {command: ${command.replace("$", String(seconds))}}}`;
          const extra = "- {name: side, image: side}";
          expect(entriesOf(pod(hook, exec, "stops in 3s", extra))).toEqual(
            entriesOf(pod(hook, `{sleep: {seconds: ${seconds}}}`, "stops in 3s", extra)),
          );
        },
      ),
      { numRuns: 20, seed: 31 },
    );
  });

  it.each([
    ["answers preStop in 5s", "pre-stop-done success", 5],
    ["fails preStop", "pre-stop-done failure", 0],
    ["hangs preStop", "pre-stop-cut timeout", 30],
    ["hangs sleep", "pre-stop-cut timeout", 30],
    ["hangs postStart", "pre-stop-done success", 20],
  ])("does what the scenario says: %s", (does, told, seconds) => {
    const { entries } = play(pod("preStop", "{exec: {command: [sleep, '20']}}", does), { until: 300 }).timeline;
    const hooks = entries.filter(({ kind }) => kind.startsWith("pre-stop"));
    expect(hooks.map(({ kind, tMs, data }) => [`${kind} ${data.answer}`, tMs / 1000 - 120])).toEqual([[told, seconds]]);
  });

  it("is cut off by the grace period, in words, too", () => {
    const { entries } = play(pod("preStop", "{exec: {command: [sleep, '60']}}"), { until: 300 }).timeline;
    expect(entries.find(({ kind }) => kind === "pre-stop-cut")?.tMs).toBe(150_000);
    expect(entries.some(({ kind }) => kind === "pre-stop-done")).toBe(false);
  });

  it("succeeds before the program has started; what follows the sleep does not", () => {
    const answerOf = (script: string) => {
      const text = pod("postStart", `{exec: {command: [sh, -c, "${script}"]}}`, "starts in 40s");
      return play(text, { until: 100 }).timeline.entries.find(({ kind }) => kind === "post-start-done")?.data.answer;
    };
    expect(["sleep 20", "sleep 20 && register", "sleep 50 && register"].map(answerOf)).toEqual([
      "success",
      "failure",
      "success",
    ]);
  });

  it("ends with its container", () => {
    const text = pod("postStart", "{exec: {command: [sleep, '20']}}", "crashes after 5s");
    const done = play(text, { until: 10 }).timeline.entries.find(({ kind }) => kind === "post-start-done");
    expect(done).toMatchObject({ tMs: 5000, data: { answer: "failure" } });
  });
});
