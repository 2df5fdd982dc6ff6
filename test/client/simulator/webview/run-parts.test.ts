import { beforeEach, expect, it, vi } from "vitest";
import { playPod } from "../../../../client/simulator/webview/run/run.ts";
import * as runParts from "../../../../client/simulator/webview/run-parts.ts";
import type { PodPayload } from "../../../../shared/protocol/pod/pod.ts";
import { unchangedSetup } from "../../../../shared/protocol/pod/setup.ts";
import { payloadOf, retriedJob } from "../../../panel/payloads.ts";

const used = vi.fn();

beforeEach(() => {
  used.mockClear();
  const watched = new Proxy(runParts, {
    get: (parts, name, receiver): unknown => {
      used(name);
      return Reflect.get(parts, name, receiver);
    },
  });
  Object.assign(globalThis, { podCadenceRunParts: watched });
});

function entriesOf(payload: PodPayload, lines?: readonly { container: string | undefined; text: string }[]): number {
  const setup = lines === undefined ? unchangedSetup : { ...unchangedSetup, lines: [...lines] };
  return playPod({ payload, setup, horizonMs: 600_000 })?.timeline.entries.length ?? 0;
}

const plain = payloadOf({ containers: [{ name: "app" }] }, {});

it("plays a pod without a scenario with the page's first script alone", () => {
  expect(entriesOf(plain)).toBeGreaterThan(0);
  expect(used).not.toHaveBeenCalled();
});

it("reads a scenario and plays a Job with a script that only they need", () => {
  const crashing = entriesOf(plain, [{ container: "app", text: "crashes after 5s" }]);
  expect(crashing).toBeGreaterThan(entriesOf(plain));
  expect(used).toHaveBeenCalledWith("parseScenario");
  used.mockClear();
  expect(entriesOf(retriedJob)).toBeGreaterThan(0);
  expect(used).toHaveBeenCalledWith("play");
});
