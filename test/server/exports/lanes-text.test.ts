import { describe, expect, it, test } from "vitest";
import { analyzeDocument } from "../../../server/analysis/analysis.ts";
import { isRunnable } from "../../../server/analysis/subject.ts";
import { lanesPage } from "../../../server/cli/simulate/simulate-text.ts";
import { createPlay, type PodPlay, playedPod, timelineOf } from "../../../server/exports/play.ts";
import { timelineText } from "../../../server/exports/timeline-text.ts";
import { turningPoints } from "../../../server/exports/turning-points.ts";
import { settingsOf } from "../../../server/library/analyze.ts";
import { parseManifest } from "../../../server/manifest/documents/parse.ts";
import { files, samples } from "../../examples/samples.ts";
import { expectGolden } from "../../golden.ts";

const minute = 60_000;
const style = { bold: (text: string) => text, dim: (text: string) => text };

function playsOf(text: string, scenario: readonly string[] = [], events: readonly string[] = []): readonly PodPlay[] {
  const settings = settingsOf({ scenario, events });
  const { documents } = parseManifest(text);
  const pods = documents.flatMap(({ document }) => analyzeDocument(document, settings).pods.filter(isRunnable));
  return pods.map(({ pod, located, scenario: { scenario: played }, jobSpec }) => {
    const { kind, name, namespace } = located;
    const common = { pod, assumptions: settings.assumptions, scenario: played, job: jobSpec() };
    const input = { ...common, seed: 1, untilMs: 30 * minute, recording: "entries" as const };
    const about = { kind, name, namespace, specPath: [], assumptionsText: settings.assumptionsText, notes: [] };
    return createPlay({ ...about, input, runs: undefined });
  });
}

function page(play: PodPlay | undefined, columns: number): string {
  return play === undefined ? "" : lanesPage(play, timelineOf(play, "entries"), { style, columns });
}

function podOf(containers: string): string {
  return `apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec:\n  containers:\n${containers}`;
}

const probed = podOf(
  `  - name: app\n    image: registry.example/app:1\n    readinessProbe: {httpGet: {path: /, port: 80}}\n    livenessProbe: {httpGet: {path: /, port: 80}}\n`,
);
const long = "a-container-whose-name-is-as-long-as-kubernetes-lets-it-be-0000";
const many = podOf(
  ["a", "b", "c", long].map((name) => `  - name: ${name}\n    image: registry.example/app:1\n`).join(""),
);

/** What each of the runs is there to show. */
const stories: readonly (readonly [
  name: string,
  text: string,
  scenario: readonly string[],
  events: readonly string[],
])[] = [
  ["crash loop", probed, ["app: starts in 2s, crashes after 20s"], []],
  ["hang, reboot, deletion", probed, ["app: hangs after 1m"], ["10m node reboots", "20m pod is deleted"]],
  ["readiness comes and goes", probed, ["app: fails readiness after 1m for 1m, fails readiness after 5m for 30s"], []],
  ["no image", probed, ["app: image missing"], []],
  ["long names", many, [`${long}: oom after 3m x3, then runs`], ["12m kubelet restarts"]],
];

describe("lanes", () => {
  it.each(stories)("%s", (name, text, scenario, events) => {
    const [play] = playsOf(text, scenario, events);
    const pages = [60, 80, 140].map((columns) => page(play, columns));
    expectGolden(`exports/lanes-${name.replaceAll(/[^a-z]+/g, "-")}`, pages.join("\n"));
  });

  it.each(samples)("no line of %s is wider than the terminal", (file) => {
    for (const play of playsOf(files.get(file) ?? ""))
      for (const columns of [40, 60, 80, 140]) {
        const timeline = timelineOf(play, "entries");
        const lines = `${page(play, columns)}${timelineText(playedPod(play, timeline), { style, columns })}`.split(
          "\n",
        );
        expect(lines.filter((line) => [...line].length > columns)).toEqual([]);
      }
  });
});

test("a container that nothing keeps waiting between two ends is told in few lines", () => {
  const [play] = playsOf(
    `apiVersion: v1\nkind: Pod\nmetadata: {name: train}\nspec:\n  restartPolicy: Never\n  containers:\n  - name: app\n    image: registry.example/app:1\n    restartPolicy: Never\n    restartPolicyRules:\n    - {action: RestartAllContainers, exitCodes: {operator: In, values: [42]}}\n`,
    ["app: exits 42 after 1s"],
  );
  const timeline = play && timelineOf(play, "entries");
  const points = play && timeline && turningPoints(timeline, play.input.pod);
  expect(points?.length).toBeLessThan(20);
  expect(points?.some(({ text }) => text.startsWith("↻×"))).toBe(true);
});
