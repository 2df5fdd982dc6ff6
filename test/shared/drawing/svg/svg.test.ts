import { describe, expect, it } from "vitest";
import { markup } from "../../../../shared/basics/markup.ts";
import { envelopeOverlays } from "../../../../shared/drawing/lanes/envelope-overlays.ts";
import { lanesOf } from "../../../../shared/drawing/lanes/lanes.ts";
import type { LaneOverlay } from "../../../../shared/drawing/lanes/model.ts";
import { openingEndMs, storyOf } from "../../../../shared/drawing/lanes/navigation.ts";
import { type Picture, timelineSvg } from "../../../../shared/drawing/svg/svg.ts";
import { cutToWidth, wrapText } from "../../../../shared/drawing/svg/svg-text.ts";
import { forecastPod } from "../../../../shared/forecast/pod/pod.ts";
import { envelopeOf } from "../../../../shared/forecast/runs/envelope.ts";
import { defaultAssumptions } from "../../../../shared/kubernetes/assumptions.ts";
import { allContainers } from "../../../../shared/kubernetes/pod.ts";
import { parseScenario, type ScenarioText } from "../../../../shared/scenario/language/parse.ts";
import { type SimulationInput, simulate } from "../../../../shared/simulation/index.ts";
import { expectGolden } from "../../../golden.ts";
import { podOf } from "../timeline-fixture.ts";
import { allOf, type Element, readXml } from "./xml.ts";

interface Story {
  readonly spec: unknown;
  readonly scenario: Readonly<Record<string, string>>;
}

const probe = { tcpSocket: { port: 80 } };

const crashLoop: Story = {
  spec: {
    containers: [
      { name: "app", startupProbe: { ...probe, periodSeconds: 5 }, livenessProbe: probe },
      { name: "log", livenessProbe: probe },
    ],
  },
  scenario: { app: "starts in 8s, exits 3 after 30s x4, then starts in 8s", log: "hangs after 2m, ignores SIGTERM" },
};

const restartAll: Story = {
  spec: {
    restartPolicy: "Never",
    initContainers: [
      { name: "setup" },
      {
        name: "watcher",
        restartPolicy: "Always",
        restartPolicyRules: [{ action: "RestartAllContainers", exitCodes: { operator: "In", values: [88] } }],
      },
    ],
    containers: [{ name: "main" }],
  },
  scenario: { setup: "completes after 5s", watcher: "exits 88 after 40s, then runs", main: "runs for 1m" },
};

const sidecar: Story = {
  spec: {
    initContainers: [
      { name: "migrate" },
      { name: "proxy", restartPolicy: "Always", startupProbe: { ...probe, periodSeconds: 1 } },
    ],
    containers: [{ name: "app", readinessProbe: probe }],
  },
  scenario: { migrate: "image missing 2 times, completes after 8s", proxy: "crashes after 2s x2, then starts in 4s" },
};

function inputOf({ spec, scenario }: Story): SimulationInput {
  const pod = podOf(spec);
  const texts = Object.entries(scenario).map(
    ([container, text]): ScenarioText => ({ text, container, source: "comment" }),
  );
  const parsed = parseScenario(texts, allContainers(pod));
  expect(parsed.problems).toEqual([]);
  const assumptions = { ...defaultAssumptions(), imagePull: undefined };
  return { pod, assumptions, scenario: parsed.scenario, seed: 1, untilMs: 1_800_000, recording: "entries" };
}

function pictureOf(story: Story, changes: Partial<Picture> = {}): Picture {
  const input = inputOf(story);
  const timeline = simulate(input);
  return {
    timeline,
    pod: input.pod,
    lanes: lanesOf(timeline, input.pod),
    view: { fromMs: 0, toMs: openingEndMs({ story: storyOf(timeline.entries), timeline }) },
    widthPx: 960,
    title: "Pod/web",
    answer: forecastPod(input.pod, input.assumptions, input.scenario).answer.headline,
    assumptionsText: "Kubernetes 1.37 · seed 1",
    ...changes,
  };
}

function textsIn(svg: string): string[] {
  return allOf(readXml(svg))
    .filter(({ name }) => name === "text")
    .map(({ text, children }) => text + children.map((child) => child.text).join(""));
}

function titlesIn(element: Element): string[] {
  return allOf(element)
    .filter(({ name }) => name === "title")
    .map(({ text }) => text);
}

describe("the picture of a pod", () => {
  it.each([
    ["crash-loop", crashLoop],
    ["restart-all", restartAll],
    ["sidecar", sidecar],
  ])("%s", (name, story) => {
    const svg = timelineSvg(pictureOf(story));
    readXml(svg);
    expectGolden(`drawing/${name}`, svg, "svg");
  });

  it("has a title for each bar and sign, and nothing from outside", () => {
    const svg = timelineSvg(pictureOf(crashLoop));
    const titles = titlesIn(readXml(svg));
    expect(titles).toContain("1m41s: app exits with 3 after 30s.");
    expect(svg.replace('xmlns="http://www.w3.org/2000/svg"', "")).not.toMatch(
      /https?:|<script|<image|@import|\bon\w+=/,
    );
  });

  it("shows a part of time", () => {
    const part = textsIn(timelineSvg(pictureOf(crashLoop, { view: { fromMs: 60_000, toMs: 70_000 } })));
    expect(part).toContain("1m5s");
    expect(part).not.toContain("0s");
  });

  it("explains the bars and signs that it has, and no others", () => {
    const texts = textsIn(timelineSvg(pictureOf(sidecar)));
    expect(texts).toContain("waits for its back-off");
    expect(texts).not.toContain("all containers are restarted");
  });

  it("draws many runs below the first", () => {
    const input = inputOf(crashLoop);
    const svg = timelineSvg(pictureOf(crashLoop, { overlays: envelopeOverlays(envelopeOf(input, 5)) }));
    const spreads = titlesIn(readXml(svg)).filter((title) => title.includes("median"));
    expect(spreads.length).toBeGreaterThan(5);
    expect(spreads).toContainEqual(expect.stringMatching(/^exit of run 2: [\d.ms]+ to [\d.ms]+, median [\d.ms]+$/));
    expect(textsIn(svg)).toContain("starts over many runs: first, median, last");
  });

  it("draws the run before a change", () => {
    const ghost: LaneOverlay = {
      ghosts: [{ kind: "back-off", fromMs: 10_000, toMs: 40_000, label: "30s", ids: ["before-e3"] }],
      spreads: [],
    };
    const svg = timelineSvg(pictureOf(crashLoop, { overlays: new Map([["container:app", ghost]]) }));
    expect(titlesIn(readXml(svg))).toContain("Before the last change: waits, 10s to 40s");
  });
});

describe("odd input", () => {
  const longName = "n".repeat(63);
  const oddNames = [longName, "اسم-طويل", 'a<b>&"c"\'d', "bell\u0007\u202Eabc\uD800", "日本語の名前".repeat(6)];

  it.each(oddNames)("a container called %j", (name) => {
    const spec = {
      initContainers: [{ name, restartPolicy: "Always" }],
      containers: [{ name: "app", livenessProbe: probe }],
    };
    const svg = timelineSvg(
      pictureOf({ spec, scenario: {} }, { title: `Pod/${name}`, answer: `If \`${name}\` ends`, assumptionsText: name }),
    );
    const root = readXml(svg);
    expect(root.attributes["aria-label"]).toBe(`Pod/${readXml(markup`<t>${name}</t>`.markup).text}`);
  });

  it.each([
    ["a horizon of one second", { view: { fromMs: 0, toMs: 1000 } }],
    ["a horizon of seven days", { view: { fromMs: 0, toMs: 7 * 86_400_000 } }],
    ["no lanes", { lanes: [] }],
    ["no room", { widthPx: 10 }],
    ["no answer", { answer: "" }],
  ] as const)("%s", (_, changes) => {
    const svg = timelineSvg(pictureOf(sidecar, changes));
    readXml(svg);
    expect(svg).not.toMatch(/NaN|Infinity|undefined|="-\d+" height/);
  });

  it("fifty containers", () => {
    const containers = Array.from({ length: 50 }, (_, index) => ({ name: `c${index}`, livenessProbe: probe }));
    const root = readXml(timelineSvg(pictureOf({ spec: { containers }, scenario: { c7: "crashes" } })));
    expect(Number(root.attributes["height"])).toBeGreaterThan(50 * 50);
  });
});

describe("text", () => {
  it.each([
    ["one two three", 40, ["one two", "three"]],
    ["`app` exits, `a<b`'s", 500, ['<tspan class="code">app</tspan> exits, <tspan class="code">a&lt;b</tspan>&apos;s']],
    ["in `app`", 500, ['in <tspan class="code">app</tspan>']],
    ["", 100, []],
  ])("%j is wrapped at %i px", (text, widthPx, lines) => {
    expect(wrapText(text, widthPx, 10).map((line) => line.markup.replaceAll("'", "&apos;"))).toEqual(lines);
  });

  it.each([
    ["short", 100, "short"],
    ["much too long", 40, "much t…"],
    ["日本語の名前", 40, "日本語…"],
    ["😀😀😀😀😀😀", 40, "😀😀😀…"],
  ])("%j is cut to %i px", (text, widthPx, cut) => {
    expect(cutToWidth(text, widthPx, 10)).toBe(cut);
  });
});
