import { afterEach, expect, it, vi } from "vitest";
import { RolloutStore } from "../../../../client/simulator/webview/rollout/store.ts";
import { rolloutOf } from "../../../panel/rollout-payloads.ts";

function storeOf() {
  const waiting: (() => void)[] = [];
  const store = new RolloutStore({
    host: { start: () => {}, send: () => {}, keep: () => {}, restored: () => undefined },
    frames: { request: () => 0, cancel: () => {} },
    reducedMotion: () => true,
    changed: () => {},
    whenIdle: (callback) => void waiting.push(callback),
  });
  return { store, waiting };
}

afterEach(() => vi.restoreAllMocks());

it("draws a rollout before its answer, which is worked out piece by piece", () => {
  // Each look at the clock finds it a millisecond later, on every machine.
  let nowMs = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (nowMs += 1));
  const { store, waiting } = storeOf();
  store.receive({ type: "rollout", payload: rolloutOf() });
  expect(store.model?.run.completesMs).toBeDefined();
  let turns = 0;
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    expect(store.model?.answer).toBeUndefined();
    next();
    turns += 1;
  }
  expect(turns).toBeGreaterThan(8);
  expect(store.model?.answer?.outlook).toBe("completes");
});

it("works out nothing more of an answer that is not wanted any more", () => {
  const { store, waiting } = storeOf();
  store.receive({ type: "rollout", payload: rolloutOf() });
  const [first] = waiting.splice(0);
  store.receive({ type: "rollout", payload: rolloutOf({ replicas: 6 }) });
  const begun = waiting.length;
  first?.();
  expect(waiting).toHaveLength(begun);
});
