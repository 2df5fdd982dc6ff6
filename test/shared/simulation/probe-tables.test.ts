import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseDuration } from "../../../shared/basics/read-duration.ts";
import { expectGolden } from "../../golden.ts";
import { assume, play, readPod, starts } from "./play.ts";
import { probeTable } from "./probe-table.ts";

// The pods of the worked timelines of spec/probes.md §5. Their golden tables were copied from it, not written by the engine: a difference
// is a mistake of the engine until a recording says otherwise; the golden file then says which. How the reference profile of the
// tables is reached without knobs for it: an init container of 3 s makes the workers 3 s older than the container (A = -3), and a
// postStart hook of 1 s keeps the API from seeing a start for 1 s (V = 1).
const folder = new URL("../../fixtures/probes/", import.meta.url);

describe("the worked timelines of the specification of probes, in ideal time", () => {
  const files = readdirSync(folder).sort();
  it("has all of them", () => {
    const titles = new Set(files.map((file) => file.replace(/[ab]?\.yaml$/, "")));
    expect([...titles].sort()).toEqual(Array.from({ length: 21 }, (_, index) => `5.${index + 1}`).sort());
  });
  it.each(files)("%s", (file) => {
    expectGolden(`probes/${file.replace(".yaml", "")}`, tableOf(file));
  });
});

describe("what must hold and no table shows", () => {
  it("5.13: the restart of a sidecar does not depend on the pod's restartPolicy, and the pod never leaves initialization", () => {
    const text = readFileSync(new URL("5.13.yaml", folder), "utf8");
    const [always, ...others] = ["Always", "OnFailure", "Never"].map((policy) =>
      play(`${text}restartPolicy: ${policy}\n`, { until: 3600 }),
    );
    for (const other of others)
      expect(starts(other, "proxy")).toEqual(always === undefined ? [] : starts(always, "proxy"));
    for (const played of [always, ...others]) expect(played === undefined ? [] : starts(played, "app")).toEqual([]);
  });

  it("5.16: an unknown port name never restarts, never starts up and never asks liveness; each attempt is one event", () => {
    const { timeline } = play(readFileSync(new URL("5.16.yaml", folder), "utf8"), { until: 3605 });
    const attempts = timeline.entries.filter((entry) => entry.kind === "probe-attempt");
    expect(attempts.every(({ data }) => data.probe === "startup" && data.answer === "error")).toBe(true);
    expect(timeline.events.filter((event) => event.reason === "Unhealthy").length).toBe(attempts.length);
    expect([attempts.length, timeline.counts.restarts, timeline.counts.readyMs]).toEqual([360, {}, 0]);
  });

  it.each([
    { kubernetes: "1.34", shown: ["ready", "not ready", "ready"] },
    { kubernetes: "1.37", shown: ["ready"] },
  ])(
    "5.22: in $kubernetes a ready pod is $shown when the kubelet restarts; the worker looks within one period",
    ({ kubernetes, shown }) => {
      const text = `
# cadence: at 100s kubelet restarts in 3s
containers: [{name: app, image: app, readinessProbe: {tcpSocket: {port: 80}, periodSeconds: 30}}]`;
      for (let seed = 1; seed <= 20; seed += 1) {
        const { entries, statuses } = play(text, { until: 200, kubernetes, timing: "kubelet", seed }).timeline;
        const first = entries.find((entry) => entry.kind === "probe-attempt" && entry.tMs >= 103_000);
        expect(first?.tMs).toBeLessThanOrEqual(103_000 + 1250 + 30_000 + 500);
        const since = statuses.slice(statuses.findLastIndex(({ tMs }) => tMs < 100_000));
        const words = since.map(({ status }) => (status.containerStatuses[0]?.ready === true ? "ready" : "not ready"));
        expect(words.filter((word, index) => word !== words[index - 1])).toEqual(shown);
      }
    },
  );
});

/** The table under the title and the notes of its pod. The header: `# until 60s, origin 3s, kubernetes 1.34, shows a b`. */
function tableOf(file: string): string {
  const text = readFileSync(new URL(file, folder), "utf8");
  const head = [...text.matchAll(/^# (?:note: )?(.*)$/gm)].map(([line, words = ""]) => ({ line, words }));
  const options = new Map(
    head
      .find(({ words }) => words.startsWith("until "))
      ?.words.split(", ")
      .map((option) => [option.split(" ")[0], option]),
  );
  const option = (name: string): string | undefined => options.get(name)?.slice(name.length + 1);
  const originMs = durationMs(option("origin") ?? "3s");
  const assumptions = assume({ kubernetes: option("kubernetes") ?? "1.37" });
  const { pod, scenario } = readPod(text, assumptions);
  const untilMs = originMs + durationMs(option("until") ?? "");
  const table = probeTable(
    { pod, assumptions, scenario, seed: 1, untilMs, recording: "statuses" },
    { shows: (option("shows") ?? "").split(" "), originMs },
  );
  const notes = head.filter(({ line }) => line.startsWith("# note: ")).map(({ words }) => `(${words})`);
  return [head[0]?.words, ...notes, table].join("\n");
}

function durationMs(text: string): number {
  const ms = text.startsWith("-") ? -(parseDuration(text.slice(1)) ?? Number.NaN) : parseDuration(text);
  if (ms === undefined || Number.isNaN(ms)) throw new Error(`no duration: ${text}`);
  return ms;
}
