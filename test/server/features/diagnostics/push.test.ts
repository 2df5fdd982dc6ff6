import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPush } from "../../../../server/features/session/push.ts";
import { createTyping } from "../../../../server/features/session/typing.ts";
import { contextOf, host } from "../harness.ts";

const uri = "file:///w/pod.yaml";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});

afterEach(() => {
  vi.useRealTimers();
});

/** When diagnostics are worked out, in ms, for changes that come so long after each other. */
async function judgedAt(gapsMs: readonly number[]): Promise<readonly number[]> {
  const context = await contextOf("kind: Pod\n");
  const judged: number[] = [];
  const startMs = performance.now();
  const typing = createTyping();
  const push = createPush({
    async contextOf() {
      judged.push(performance.now() - startMs);
      return context;
    },
    documents: { get: () => context.document },
    host,
    isolation: { wait: async (_, ask) => ask() },
    connection: { sendDiagnostics: async () => {} },
    ahead: { diagnosed: () => {} },
    typing,
  });
  for (const gapMs of gapsMs) {
    await vi.advanceTimersByTimeAsync(gapMs);
    typing.changed(uri);
    push.schedule(uri);
  }
  await vi.advanceTimersByTimeAsync(1000);
  return judged;
}

test("a single change is judged soon", async () => {
  expect(await judgedAt([0])).toEqual([30]);
  expect(await judgedAt([0, 500])).toEqual([30, 530]);
});

test("of the keys of somebody who types, the first and the last are judged", async () => {
  expect(await judgedAt([0, ...Array.from({ length: 50 }, () => 80)])).toEqual([30, 50 * 80 + 150]);
});

test("changes that come together are judged together", async () => {
  expect(await judgedAt([0, 1, 1, 1])).toEqual([153]);
});
