import { expect, it } from "vitest";
import type { IdleStep } from "../../../../client/simulator/webview/background/surroundings.ts";
import { RolloutStore } from "../../../../client/simulator/webview/rollout/store.ts";
import { rolloutOf } from "../../../panel/rollout-payloads.ts";

function storeOf() {
  const waiting: IdleStep[] = [];
  const store = new RolloutStore({
    host: { start: () => {}, send: () => {}, keep: () => {}, restored: () => undefined },
    frames: { request: () => 0, cancel: () => {} },
    reducedMotion: () => true,
    changed: () => {},
    whenIdle: (step) => void waiting.push(step),
  });
  return { store, waiting };
}

it("draws a rollout before its answer, which is worked out piece by piece", () => {
  const { store, waiting } = storeOf();
  store.receive({ type: "rollout", payload: rolloutOf() });
  expect(store.model?.run.completesMs).toBeDefined();
  let steps = 0;
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift())
    do {
      expect(store.model?.answer).toBeUndefined();
      steps += 1;
    } while (step());
  expect(steps).toBeGreaterThan(8);
  expect(store.model?.answer?.outlook).toBe("completes");
});

it("works out nothing more of an answer that is not wanted any more", () => {
  const { store, waiting } = storeOf();
  store.receive({ type: "rollout", payload: rolloutOf() });
  const [first] = waiting.splice(0);
  store.receive({ type: "rollout", payload: rolloutOf({ replicas: 6 }) });
  const begun = waiting.length;
  expect(first?.()).toBe(false);
  expect(waiting).toHaveLength(begun);
});
