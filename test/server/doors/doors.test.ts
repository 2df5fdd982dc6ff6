import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { plainLine } from "../../../shared/basics/plain-line.ts";
import { isWhole, replayed } from "../../extent.ts";
import {
  agentDoor,
  alertsDoor,
  checkDoor,
  diffDoor,
  forecastDoor,
  hintDoor,
  hoverDoor,
  lensDoor,
  type PodJson,
  simulateDoor,
} from "./doors.ts";
import { type LimitId, type Said, saidIn, saidInRows, wordsOf } from "./said.ts";

// One quantity has one number, wherever people meet it, and what is said first fits on one screen.

const folders = ["../../../examples/", "../analysis/observed/", "cases/"].map((path) => new URL(path, import.meta.url));
const all = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".yaml"))
    .map((name) => ({ name, path: fileURLToPath(new URL(name, folder)) }))
    .map((file) => ({ ...file, text: readFileSync(file.path, "utf8") })),
);

const cases = replayed(all, 4);

const columns = 60;
const headlineMax = 210;
const screenLinesMax = 14;

/** The lines of each pod: those after its name are indented. */
function screensOf(lines: readonly string[]): readonly (readonly string[])[] {
  const screens: string[][] = [];
  for (const line of lines) {
    if (line.startsWith(" ")) screens.at(-1)?.push(line);
    else screens.push([line]);
  }
  return screens.filter(([first = ""]) => / {2}[✓…!✗] /.test(first));
}

function flat(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}

describe("what is said first fits", () => {
  test.each(cases)("$name", async ({ text }) => {
    const narrow = await forecastDoor(text, columns);
    const isOfPods = narrow.pods.length > 0;
    expect(isOfPods ? narrow.lines.filter((line) => line.length > columns) : []).toEqual([]);
    expect(narrow.pods.map(({ answer }) => answer.headline).filter(({ length }) => length > headlineMax)).toEqual([]);
    const { lines } = await forecastDoor(text, undefined);
    expect(screensOf(lines).filter(({ length }) => length > screenLinesMax)).toEqual([]);
    for (const played of simulateDoor(text, columns))
      expect(played.lines.filter((line) => line.length > columns)).toEqual([]);
  });
});

function isPlayed({ answer }: PodJson): boolean {
  return answer.basis !== "observed" && answer.verdict !== "rejected";
}

describe("every door has the same headline", () => {
  test.each(cases)("$name", async ({ text, path }) => {
    const { lines, pods } = await forecastDoor(text, undefined);
    const printed = screensOf(lines).map(([first = ""]) => flat(first));
    const headlines = pods.map(({ answer }) => answer.headline);
    expect(pods.map(({ summary }) => summary)).toEqual(headlines);
    expect(printed.map((line) => line.replace(/^.*? [✓…!✗] /, ""))).toEqual(
      headlines.map((each) => flat(plainLine(each, 1000))),
    );
    expect(agentDoor(pods).map(({ answer }) => answer)).toEqual(headlines);
    const names = pods.flatMap(({ containers }) => containers.map(({ name }) => name));
    const hovers = await hoverDoor(text, new Set(names).size < names.length ? [] : names);
    for (const { answer, containers } of pods.filter(isPlayed))
      for (const { name } of containers) {
        const headline = flat(answer.headline);
        expect(flat(hovers.get(name) ?? headline)).toContain(headline);
      }
    const said = simulateDoor(text, columns);
    for (const { answer } of pods.filter((pod) => pod.answer.verdict !== "rejected")) {
      const headline = answer.basis === "observed" ? `Observed: ${plainLine(answer.headline)}.` : answer.headline;
      expect(said.map((each) => each.headline)).toContainEqual(expect.stringContaining(headline));
    }
    const alerting = await alertsDoor(path);
    // Without a scenario, alerts are about a crash loop.
    for (const { answer } of pods.filter((pod) => pod.answer.basis !== "manifest" && pod.answer.verdict !== "rejected"))
      expect(alerting).toContainEqual(expect.stringContaining(plainLine(answer.headline)));
  });
});

/** The base of a change of all probes. */
function withOtherProbes(text: string): string {
  return text.replaceAll(
    /(failureThreshold|periodSeconds): (\d+)/g,
    (_, field, count) => `${field}: ${Number(count) + 1}`,
  );
}

/** The words that a door may have for the limits of these containers. */
function isOneOf({ id, text }: Said, containers: PodJson["containers"]): boolean {
  return containers.some((each) => wordsOf(each, id).includes(text.trim()));
}

describe("a limit has one number at every door", () => {
  const seen = new Map<string, Set<LimitId>>();

  test.each(cases)("$name", async ({ text }) => {
    const { pods } = await forecastDoor(text, undefined);
    const containers = pods.flatMap((pod) => (pod.answer.verdict === "rejected" ? [] : pod.containers));
    const { lines } = await forecastDoor(text, undefined, true);
    const hovers = await hoverDoor(
      text,
      containers.map(({ name }) => name),
    );
    const doors: Readonly<Record<string, readonly Said[]>> = {
      forecast: lines.flatMap(saidIn),
      check: (await checkDoor(text)).flatMap(saidIn),
      hint: (await hintDoor(text)).flatMap(({ label }) => saidIn(label)),
      lens: (await lensDoor(text)).flatMap(saidIn),
      hover: [...hovers.values()].flatMap(saidIn),
      agent: agentDoor(pods).flatMap((pod) =>
        pod.containers.flatMap(({ mustStartWithin, hangToSigterm, hangToExit, hangToNoTraffic }) => [
          ...(mustStartWithin === undefined ? [] : [{ id: "startupBudget", text: mustStartWithin } as const]),
          ...(hangToSigterm === undefined ? [] : [{ id: "hangToSigterm", text: hangToSigterm } as const]),
          ...(hangToExit === undefined ? [] : [{ id: "hangToDead", text: hangToExit } as const]),
          ...(hangToNoTraffic === undefined ? [] : [{ id: "unreadyAfter", text: hangToNoTraffic } as const]),
        ]),
      ),
      diff: containers.flatMap(({ name }) => saidInRows(diffDoor(withOtherProbes(text), text), name)),
    };
    for (const [door, said] of Object.entries(doors)) {
      for (const { id } of said) seen.set(door, (seen.get(door) ?? new Set()).add(id));
      expect(
        said.filter((each) => !isOneOf(each, containers)),
        door,
      ).toEqual([]);
    }
    // The hover of a container is about that one.
    for (const [name, hover] of hovers) {
      const own = containers.filter((each) => each.name === name);
      expect(saidIn(hover).filter((each) => !isOneOf(each, own))).toEqual([]);
    }
  });

  if (isWhole)
    test("every door was heard", () => {
      expect([...seen.keys()].toSorted()).toEqual(["agent", "check", "diff", "forecast", "hint", "hover"]);
      expect(seen.get("hover")).toContain("hangToReady");
    });
});

describe("an outcome lies within its bounds", () => {
  test.each(cases)("$name", async ({ text }) => {
    const { pods } = await forecastDoor(text, undefined);
    for (const { answer, timeToReady } of pods) {
      const { bounds, firstReadyMs } = answer;
      if (answer.basis !== "observed" && bounds.firstReady !== null && firstReadyMs) {
        expect(firstReadyMs.min).toBeGreaterThanOrEqual(bounds.firstReady.earliestMs);
        expect(firstReadyMs.max).toBeLessThanOrEqual(bounds.firstReady.latestMs);
        expect(timeToReady).toEqual(bounds.firstReady);
      }
      const restarts = Object.values(bounds.restarts).flat();
      if (answer.restarts.max === 0) expect(restarts).toEqual([]);
    }
  });
});
