import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Context } from "../../../../server/features/core/feature.ts";
import { createAhead } from "../../../../server/features/session/ahead.ts";
import { largeLengthMin } from "../../../../server/features/session/memory-release.ts";
import { EventQueue } from "../../../../shared/simulation/world/queue.ts";
import { contextOf, host } from "../harness.ts";

const deployment = (replicas: number): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: ${replicas}
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - name: app
        image: registry.example/app
        readinessProbe: {httpGet: {path: /ready, port: 80}}
`;

const replicasAt = { line: 4, character: 4 };

/** Simulated steps, of pods and of their controllers. */
function stepsOf(work: () => void): number {
  const steps = vi.spyOn(EventQueue.prototype, "runNext");
  work();
  const count = steps.mock.calls.length;
  steps.mockRestore();
  return count;
}

/** A busy machine leaves time for one piece, and a workload has fewer than twenty. */
async function prepareAll(context: Context): Promise<void> {
  for (let call = 0; call < 20; call += 1) await host.prepare(context, () => false);
}

describe("what is worked out ahead", () => {
  test("leaves nothing to be played for the hover of a Deployment", async () => {
    const unprepared = await contextOf(deployment(100));
    expect(stepsOf(() => host.hover(unprepared, replicasAt))).toBeGreaterThan(1000);
    const context = await contextOf(deployment(99));
    await prepareAll(context);
    expect(stepsOf(() => host.hover(context, replicasAt))).toBe(0);
  });

  test("is nothing that takes long", async () => {
    const context = await contextOf(deployment(201));
    await prepareAll(context);
    expect(stepsOf(() => host.hover(context, replicasAt))).toBeGreaterThan(1000);
  });

  test("ends with an edit", async () => {
    const context = await contextOf(deployment(98));
    await host.prepare(context, () => true);
    expect(stepsOf(() => host.hover(context, replicasAt))).toBeGreaterThan(1000);
  });
});

describe("a hover over thousands of replicas", () => {
  test("lets other requests in between, each after few steps, and has nothing to play in the end", async () => {
    const context = await contextOf(deployment(3000));
    const steps = vi.spyOn(EventQueue.prototype, "runNext");
    let before = 0;
    let most = 0;
    let turns = 0;
    const pieces = host.prepareHover(context, replicasAt, () => {
      turns += 1;
      most = Math.max(most, steps.mock.calls.length - before);
      before = steps.mock.calls.length;
      return false;
    });
    expect(await pieces).toBe(true);
    const all = steps.mock.calls.length;
    steps.mockRestore();
    expect(turns).toBeGreaterThan(3);
    expect(most).toBeLessThan(all / 3);
    expect(stepsOf(() => host.hover(context, replicasAt))).toBe(0);
  });

  test("ends when nobody wants it, and leaves what was played to the next one", async () => {
    const context = await contextOf(deployment(2999));
    const whole = await contextOf(deployment(2998));
    const all = stepsOf(() => host.hover(whole, replicasAt));
    let turns = 0;
    expect(await host.prepareHover(context, replicasAt, () => ++turns > 10)).toBe(false);
    const left = stepsOf(() => host.hover(context, replicasAt));
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(all);
  });
});

describe("the time to work ahead", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  const uri = "file:///w/pod.yaml";

  async function aheadOf(text: string) {
    const context = await contextOf(text, { uri });
    const prepared: (() => boolean)[] = [];
    let version = context.document.version;
    const ahead = createAhead({
      contextOf: async () => context,
      documents: { get: () => ({ ...context.document, version }) },
      host: { prepare: async (_, isOutdated) => void prepared.push(isOutdated) },
      isolation: { wait: async (_, part) => part() },
    });
    return {
      ahead,
      prepared,
      edit: () => {
        version += 1;
      },
    };
  }

  test("begins a while after the diagnostics, and after the last of them", async () => {
    const { ahead, prepared } = await aheadOf(deployment(3));
    ahead.diagnosed(uri);
    await vi.advanceTimersByTimeAsync(150);
    ahead.diagnosed(uri);
    await vi.advanceTimersByTimeAsync(150);
    expect(prepared).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(100);
    expect(prepared).toHaveLength(1);
  });

  test("ends with an edit, and does not begin for a closed file", async () => {
    const { ahead, prepared, edit } = await aheadOf(deployment(3));
    ahead.diagnosed(uri);
    await vi.advanceTimersByTimeAsync(1000);
    expect(prepared[0]?.()).toBe(false);
    edit();
    expect(prepared[0]?.()).toBe(true);
    ahead.diagnosed(uri);
    ahead.close(uri);
    await vi.advanceTimersByTimeAsync(1000);
    expect(prepared).toHaveLength(1);
  });

  test("is not taken for a large file", async () => {
    const { ahead, prepared } = await aheadOf(deployment(3) + "#".repeat(largeLengthMin));
    ahead.diagnosed(uri);
    await vi.advanceTimersByTimeAsync(1000);
    expect(prepared).toHaveLength(0);
  });
});
