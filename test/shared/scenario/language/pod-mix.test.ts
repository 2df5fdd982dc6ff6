import { describe, expect, it, test } from "vitest";
import { readMix } from "../../../../shared/scenario/language/pod-mix.ts";

function groups(text: string): string {
  const read = readMix(text);
  if ("problem" in read) return read.problem;
  return read.mix.groups.map(({ count, does }) => `${count}: ${does}`).join(" | ");
}

describe("the pods of a node", () => {
  test.each([
    [
      "60 idle, 30 completes after 10s, 20 crashes after 5s",
      "60: idle | 30: completes after 10s | 20: crashes after 5s",
    ],
    ["110 crashes", "110: crashes"],
    [" 5  idle ,", "5: idle"],
    // A part without a number continues the one before it.
    ["20 starts in 5s, crashes after 1m, 3 idle", "20: starts in 5s, crashes after 1m | 3: idle"],
    ["2 crashes x5, then runs, 3 idle", "2: crashes x5, then runs | 3: idle"],
    ["0 idle", "0: idle"],
  ])("%s", (text, expected) => {
    expect(groups(text)).toBe(expected);
  });

  it("is written back in one way", () => {
    const read = readMix(" 5  idle ,3 crashes  after 5s");
    expect("mix" in read && read.mix.text).toBe("5 idle, 3 crashes  after 5s");
  });
});

describe("a mistake is a sentence", () => {
  const example = "60 idle, 30 completes after 10s, 20 crashes after 5s";
  test.each([
    ["", `Add the number of pods and what they do, for example ${example}.`],
    ["idle", `"idle" needs a number of pods and what they do, for example ${example}.`],
    ["60", `"60" needs a number of pods and what they do, for example ${example}.`],
    ["-3 idle", `"-3 idle" needs a number of pods and what they do, for example ${example}.`],
    ["5 crashes after", '"crashes after": Incomplete: add a duration such as "90s" or "5m" after "after".'],
    [
      "5 at 5m kubelet restarts",
      '"at 5m kubelet restarts" does not say what the pods do. Use idle, or clauses such as crashes after 5s.',
    ],
    ["99999999 idle", "Use at most 100000 pods for a node, not 99999999."],
    ["60000 idle, 60000 crashes", "Use at most 100000 pods for a node, not 120000."],
    [Array.from({ length: 21 }, () => "1 idle").join(", "), "Use at most 20 groups of pods, not 21."],
    ["1 idle ".repeat(1000), `Use at most 2000 characters, for example ${example}.`],
  ])("%s", (text, expected) => {
    expect(groups(text)).toBe(expected);
  });
});
