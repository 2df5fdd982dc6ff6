import { expect, test } from "vitest";
import {
  type ContainerChanges,
  type RestartHistory,
  readHistory,
  type SampleChange,
} from "../../../../shared/prometheus/fleet/history.ts";

// A scrape every 30s. `30=1` is a sample 30s after the beginning that shows another value than the one before it.

function changes(text: string, isTime = false): readonly SampleChange[] {
  return text
    .split(" ")
    .filter((each) => each !== "")
    .map((each) => {
      const [at = "", value = ""] = each.split("=");
      return { atMs: Number(at) * 1000, value: Number(value) * (isTime ? 1000 : 1) };
    });
}

interface Shown {
  readonly restarts: string;
  readonly exits?: string;
  readonly starts?: string;
  readonly codes?: string;
}

function read({ restarts, exits = "", starts = "", codes = "" }: Shown, isOlder = false): RestartHistory {
  const all: ContainerChanges = {
    restarts: changes(restarts),
    exits: changes(exits, true),
    starts: changes(starts, true),
    exitCodes: changes(codes),
  };
  return readHistory(all, { isOlder, untilMs: 3_600_000, scrapeMs: 30_000, hasStarts: starts !== "" });
}

/** `5→8 (1)`: the run ended after 5s with code 1, the next one began after 8s; `+2`: two more that nobody saw. */
function texts({ restarts }: RestartHistory): readonly string[] {
  return restarts.map(({ exitMs, startEarliestMs, startLatestMs, exitCode, unseen }) => {
    const start = [...new Set([startEarliestMs, startLatestMs])].map((ms) => ms / 1000).join("–");
    return `${exitMs === undefined ? "?" : exitMs / 1000}→${start}${exitCode === undefined ? "" : ` (${exitCode})`}${unseen > 0 ? ` +${unseen}` : ""}`;
  });
}

test.each<[about: string, shown: Shown, restarts: readonly string[]]>([
  ["nothing", { restarts: "0=0" }, []],
  [
    "exits and starts of the status",
    { restarts: "0=0 30=1 60=2", exits: "30=5 60=25", starts: "0=0 30=8 60=40", codes: "30=1 60=137" },
    ["5→8 (1)", "25→40 (137)"],
  ],
  [
    "a run that ended in the second in which it began",
    { restarts: "0=0 30=1 60=2", exits: "30=5 60=8", starts: "0=0 30=8 60=40" },
    ["5→8", "8→40"],
  ],
  ["a counter alone", { restarts: "0=0 90=1" }, ["?→57–90"]],
  ["restarts between two scrapes", { restarts: "0=0 30=3", exits: "30=20", starts: "0=0 30=25" }, ["20→25 +2"]],
  [
    "a container that waits again: its exit is the end of the run that nobody saw",
    { restarts: "0=0 330=1 660=2", exits: "30=5 330=312 660=650", starts: "0=0" },
    ["5→297–312", "312→627–650"],
  ],
  [
    "replicas that see the same later",
    { restarts: "0=0 30=1 60=1", exits: "30=5 60=5", starts: "0=0 30=8 60=8" },
    ["5→8"],
  ],
  [
    "a counter that began anew",
    { restarts: "0=4 30=5 60=1", exits: "30=5 60=45", starts: "0=0 30=8 60=48" },
    ["?→0 +3", "5→8", "45→48"],
  ],
])("%s", (_, shown, restarts) => {
  expect(texts(read(shown))).toEqual(restarts);
});

test("what an older pod shows first was counted before", () => {
  const history = read({ restarts: "0=7 30=8", exits: "0=-100 30=5", starts: "0=-90 30=8" }, true);
  expect(texts(history)).toEqual(["5→8"]);
  expect([history.restartedBefore, history.firstStartMs]).toEqual([true, -90_000]);
});

test("an exit after the last start is a wait that goes on", () => {
  expect(read({ restarts: "0=0 30=1", exits: "30=5 60=50", starts: "0=0 30=8" }).lastExitMs).toBe(50_000);
  expect(read({ restarts: "0=0 30=1", exits: "30=5", starts: "0=0 30=8" }).lastExitMs).toBeUndefined();
});

test("starts that scrapes seldom see are placed by the runs that they saw", () => {
  const seen = { restarts: "0=0 30=1 390=2", exits: "30=5 30=13 390=373", starts: "0=0 30=8" };
  expect(texts(read(seen)).at(-1)).toBe("13→368–373");
});
