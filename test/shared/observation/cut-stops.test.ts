import { expect, it } from "vitest";
import { readEvent } from "../../../shared/observation/objects/event-object.ts";
import { stopsOf } from "../../../shared/observation/objects/runs.ts";

function stopsBy(message: string): readonly string[] {
  const { value } = readEvent({
    kind: "Event",
    reason: "Killing",
    message,
    involvedObject: { kind: "Pod", name: "web", fieldPath: "spec.containers{app}" },
    firstTimestamp: "2026-01-01T00:00:00Z",
    lastTimestamp: "2026-01-01T00:00:00Z",
  });
  return value === undefined ? ["no event"] : stopsOf([value], "app").map(({ by }) => by);
}

// A terminal or a paste cuts a message anywhere.
it.each([
  ["Container app failed liveness probe, will be restarted", ["liveness"]],
  ["Container app failed startup", ["startup"]],
  ["Container app failed", []],
  ["Container app", []],
  ["Container app definition changed, will be restarted", ["other"]],
  ["Stopping container app", ["other"]],
])("%s: stopped by %j", (message, by) => {
  expect(stopsBy(message)).toEqual(by);
});
