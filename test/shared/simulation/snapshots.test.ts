import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  createSimulation,
  type OutsideEvent,
  type Simulation,
  type SimulationInput,
  type Timeline,
} from "../../../shared/simulation/index.ts";
import { podText } from "./arbitrary.ts";
import { assume, readPod } from "./play.ts";

const deletion: OutsideEvent = { kind: "pod-deleted", atMs: 40_000, graceMs: 5000 };

const crashing = `
# cadence: app: crashes after 5s, ignores SIGTERM
containers:
- {name: app, image: app, livenessProbe: {exec: {command: [live]}, periodSeconds: 3}}
`;

function inputOf(
  text: string,
  options: Parameters<typeof assume>[0] & { readonly seed?: number } = {},
): SimulationInput {
  const assumptions = assume({ timing: "kubelet", ...options });
  const { pod, scenario } = readPod(text, assumptions);
  return { pod, assumptions, scenario, seed: options.seed ?? 1, untilMs: 600_000, recording: "statuses" };
}

/** What was played, without the lists themselves, which go on growing. */
function played(simulation: Simulation): Timeline {
  return structuredClone(simulation.timeline());
}

function take(simulation: Simulation, steps: number): void {
  for (let step = 0; step < steps; step += 1) simulation.step();
}

describe("going back", () => {
  it("plays on as if nothing had been, from any step of any pod", () => {
    const cases = fc.record({
      text: podText,
      seed: fc.integer({ min: 0, max: 1e6 }),
      timing: fc.constantFrom("ideal" as const, "kubelet" as const),
      kubernetes: fc.constantFrom("1.30", "1.34", "1.35", "1.37"),
      before: fc.nat(120),
      after: fc.nat(200),
    });
    const holds = ({
      text,
      before,
      after,
      ...options
    }: typeof cases extends fc.Arbitrary<infer Case> ? Case : never): void => {
      const input = inputOf(text, options);
      const straight = createSimulation(input);
      straight.runUntil(input.untilMs);
      const simulation = createSimulation(input);
      take(simulation, before);
      const kept = played(simulation);
      const snapshot = simulation.snapshot();
      take(simulation, after);
      simulation.restore(snapshot);
      expect(played(simulation)).toEqual(kept);
      simulation.runUntil(input.untilMs);
      expect(played(simulation)).toEqual(played(straight));
    };
    fc.assert(fc.property(cases, holds), { numRuns: 120 });
  });

  it("and forth again", () => {
    const input = inputOf(crashing);
    const simulation = createSimulation(input);
    simulation.runUntil(30_000);
    const early = simulation.snapshot();
    simulation.runUntil(200_000);
    const late = simulation.snapshot();
    const kept = played(simulation);
    simulation.restore(early);
    simulation.inject(deletion);
    simulation.runUntil(input.untilMs);
    simulation.restore(late);
    expect(played(simulation)).toEqual(kept);
  });

  it("to before what was injected leaves the former future", () => {
    const input = inputOf(crashing);
    const simulation = createSimulation(input);
    simulation.runUntil(30_000);
    const snapshot = simulation.snapshot();
    simulation.runUntil(input.untilMs);
    const ghost = played(simulation);
    simulation.restore(snapshot);
    simulation.inject(deletion);
    simulation.runUntil(input.untilMs);
    expect(simulation.timeline().ended).toBe("settled");
    simulation.restore(snapshot);
    simulation.runUntil(input.untilMs);
    expect(played(simulation)).toEqual(ghost);
  });

  it("to the middle of a stop, with what was injected before it", () => {
    const input = inputOf(crashing.replace("crashes after 5s", "hangs"));
    const simulation = createSimulation(input);
    simulation.runUntil(8_000);
    simulation.snapshot();
    simulation.inject({ ...deletion, atMs: 9_000 });
    simulation.runUntil(10_000);
    const kept = played(simulation);
    const stopping = simulation.snapshot();
    simulation.runUntil(input.untilMs);
    const ended = played(simulation);
    simulation.restore(stopping);
    expect(played(simulation)).toEqual(kept);
    simulation.runUntil(input.untilMs);
    expect(played(simulation)).toEqual(ended);
  });

  it("is not done by the snapshot of another simulation", () => {
    const input = inputOf(crashing);
    const snapshot = createSimulation(input).snapshot();
    expect(() => createSimulation(input).restore(snapshot)).toThrow("another simulation");
  });
});

describe("what a simulation tells", () => {
  it("why something happened, cause by cause", () => {
    const simulation = createSimulation(inputOf(crashing, { timing: "ideal" }));
    simulation.runUntil(20_000);
    const { entries } = simulation.timeline();
    const last = entries.findLast(({ kind }) => kind === "container-started");
    const kinds = simulation.why(last?.id ?? "").map(({ kind, tMs }) => `${tMs} ${kind}`);
    expect(kinds).toEqual([
      "20000 container-started",
      "10000 container-exited",
      "5000 container-started",
      "5000 container-exited",
      "0 container-started",
      "0 sandbox-ready",
      "0 pod-seen",
    ]);
    expect(simulation.why("e99999")).toEqual([]);
  });

  it("the status at a time", () => {
    const simulation = createSimulation(inputOf(crashing, { timing: "ideal" }));
    simulation.runUntil(20_000);
    expect(simulation.statusAt(-1)).toBeUndefined();
    expect(simulation.statusAt(7_000)?.containerStatuses[0]?.restartCount).toBe(1);
  });

  it("how much waits to happen: never more than some things for each container", () => {
    const cases = fc.record({ text: podText, seed: fc.integer({ min: 0, max: 1e6 }) });
    const holds = ({ text, seed }: { readonly text: string; readonly seed: number }): void => {
      const input = inputOf(text, { seed });
      const containers = input.pod.initContainers.length + input.pod.containers.length;
      const simulation = createSimulation(input);
      while (simulation.step()) expect(simulation.pending()).toBeLessThan(30 + 30 * containers);
    };
    fc.assert(fc.property(cases, holds), { numRuns: 60 });
  });
});
