import { describe, expect, it } from "vitest";
import { tableText } from "../../../server/cli/observe/observe-text.ts";
import { createStyle } from "../../../server/cli/terminal/style.ts";
import { LivePods } from "../../../server/live/live-pods.ts";
import { OwnerLinks } from "../../../server/live/owner-links.ts";
import { PodEvents } from "../../../server/live/pod-events.ts";
import { type ObservedEvent, type ObservedPod, readEvent, readPod } from "../../../shared/observation/index.ts";
import { at, beginMs, change, podObject } from "./cluster.ts";

// What a cluster may have much of, and what a watch of days leaves behind, is bounded.

function event(seconds: number, message: string): ObservedEvent {
  const time = { firstTimestamp: at(seconds), lastTimestamp: at(seconds) };
  const { value } = readEvent({ involvedObject: { kind: "Pod", uid: "u" }, reason: "Unhealthy", message, ...time });
  if (value === undefined) throw new Error("this is an event");
  return value;
}

const messages = (events: PodEvents, uid: string) => events.of(uid).map(({ message }) => message);

describe("events", () => {
  it("of one pod are the newest hundred", () => {
    const events = new PodEvents();
    for (let n = 0; n < 500; n += 1) events.add("u", event(n, `probe failed ${n}`), true);
    expect(messages(events, "u")).toHaveLength(100);
    expect(messages(events, "u")).toContain("probe failed 499");
    expect(messages(events, "u")).not.toContain("probe failed 399");
  });

  it("that come before their pod are kept, those of many pods that never come are not", () => {
    const events = new PodEvents();
    for (let n = 0; n < 1500; n += 1) events.add(`u${n}`, event(n, `${n}`), false);
    expect(messages(events, "u0")).toEqual([]);
    expect(messages(events, "u1499")).toEqual(["1499"]);
    events.add("u1499", event(2000, "later"), true);
    expect(messages(events, "u1499")).toEqual(["1499", "later"]);
  });

  it("of a pod that is gone are forgotten, also those that come after it", () => {
    const events = new PodEvents();
    events.add("gone", event(1, "before"), true);
    events.delete("gone");
    events.add("gone", event(2, "after"), false);
    for (let n = 0; n < 1001; n += 1) events.add(`u${n}`, event(n, "other"), false);
    expect(messages(events, "gone")).toEqual([]);
  });
});

it("a name that is as long as names may be leaves room for what pods do", () => {
  const long = `${"very-".repeat(48)}long-abcde`;
  const live = new LivePods();
  const pods = ["short", long].map((name) => podObject({ name, runsSince: 2, ready: true }));
  const { changed } = live.apply(change({ isFirst: true, pods }));
  const options = { nowMs: beginMs, hasNamespaces: true, style: createStyle(false) };
  const rows = tableText(changed, { ...options, width: 100 });
  expect(rows.every((row, index) => row.length <= 100 && (index === 0 || row.endsWith("ready")))).toBe(true);
  expect(rows[2]).toMatch(/ very-very-.+…y-long-abcde /);
  expect(tableText(changed, options)[2]).toContain(long);
});

describe("owners", () => {
  it("are forgotten without pods once there are many, and kept with them", () => {
    const owners = new OwnerLinks();
    const link = (n: number) => ({
      ...{ uid: `Job/run-${n}`, kind: "Job", name: `run-${n}` },
      controller: { kind: "CronJob", name: "nightly", uid: "CronJob/nightly" },
    });
    const podOf = (n: number): ObservedPod => {
      const { value } = readPod(podObject({ name: `run-${n}-x`, owner: `Job/run-${n}` }));
      if (value === undefined) throw new Error("this is a pod");
      return value;
    };
    const chain = (n: number) => owners.chainOf(podOf(n)).map(({ name }) => name);
    for (let n = 0; n < 6000; n += 1) {
      owners.add([link(n)]);
      owners.trim(() => [podOf(0), podOf(n)]);
    }
    expect(chain(0)).toEqual(["run-0", "nightly"]);
    expect(chain(5999)).toEqual(["run-5999", "nightly"]);
    expect(chain(3000), "forgotten").toEqual(["run-3000"]);
  });
});
