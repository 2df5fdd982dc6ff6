import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { restartAllStories } from "../../../../shared/forecast/restart-all/restart-all-story.ts";
import { storyInWords } from "../../../../shared/forecast/restart-all/restart-all-words.ts";
import { expectGolden } from "../../../golden.ts";
import { type Played, type PlayOptions, play } from "../../simulation/play.ts";

const gate = { RestartAllContainersOnContainerExits: true };

/** The pods of the specification's worked timelines, and how many of their restarts are told. */
const table: readonly (readonly [string, PlayOptions, number])[] = [
  ["S10", {}, 1],
  ["S10", { semantics: "kep" }, 1],
  ["S10", { kubernetes: "1.35", featureGates: gate }, 1],
  ["S11", { timing: "kubelet" }, 1],
  ["S12", {}, 1],
  ["S15", {}, 1],
  ["S17b", { semantics: "kep", until: 40 }, 3],
  ["S18", {}, 1],
];

describe("a restart of all containers in words", () => {
  it.each(table)("%s %j", (name, options, count) => {
    const stories = storiesOf(playFixture(name, options));
    expect(stories).toHaveLength(count);
    const file = [name, ...Object.values(options).filter((value) => typeof value === "string")].join("-");
    expectGolden(`restart-all/${file}`, stories.join("\n\n"));
  });

  it("tells of a run that ends in the middle what there is", () => {
    expect(storiesOf(playFixture("S10", { until: 63 })).join("\n")).toMatchInlineSnapshot(`
      "62 container-exited: watcher exits with 88 after 1m.
      62 restart-all-started: Its rule 1 (exit code 88) restarts all containers.
      62 condition-changed: AllContainersRestarting becomes True immediately.
      62 container-stopping: main gets SIGTERM.
      - Nothing starts again in this run.
      - The pod is not Ready again in this run.
      - Kept: the sandbox with its IP address, emptyDir volumes, the node."
    `);
  });

  it("says that a kubelet of 1.35 looks at a lone container late", () => {
    const lone = fixture("S17").replace(/- name: peer\n {2}image: app\n/, "");
    const options = { timing: "kubelet", kubernetes: "1.35", featureGates: gate, until: 90 } as const;
    expect(storiesOf(play(lone, options))[0]).toMatch(/^- The kubelet looks again 1m13\.4s later\.$/m);
  });

  it("names the rule, also one that lists what it does not match, and its place", () => {
    const text = `
# cadence: src: exits 3 after 1s, then runs
containers:
- name: src
  image: src
  restartPolicy: Never
  restartPolicyRules:
  - {action: Restart, exitCodes: {operator: In, values: [1]}}
  - {action: RestartAllContainers, exitCodes: {operator: NotIn, values: [0, 2]}}`;
    const played = play(text, { until: 10 });
    const [story] = restartAllStories(played.timeline, played.pod);
    expect(story?.trigger?.path).toEqual(["containers", 0, "restartPolicyRules", 1]);
    expect(story?.trigger?.rule?.exitCodes?.values).toEqual([0, 2]);
    expect(storiesOf(played)[0]).toContain("Its rule 2 (exit code not 0, 2) restarts all containers.");
  });

  it("goes on with what a kubelet began that was restarted", () => {
    const text = fixture("S11").replace("# cadence: reg", "# cadence: at 13s kubelet restarts\n# cadence: reg");
    expect(storiesOf(play(text, { until: 60 })).map((story) => story.split("\n")[0])).toMatchInlineSnapshot(`
      [
        "12 container-exited: src exits with 42 after 10s.",
        "16 restart-all-started: The kubelet goes on with the restart of all containers.",
      ]
    `);
  });

  it("is empty for a pod without one", () => {
    expect(storiesOf(playFixture("S1", { until: 60 }))).toEqual([]);
  });
});

function storiesOf({ timeline, pod }: Played): readonly string[] {
  const ids = new Map(timeline.entries.map((entry) => [entry.id, entry]));
  return restartAllStories(timeline, pod).map((story) =>
    storyInWords(story)
      .map(({ id, text }) => {
        const entry = ids.get(id ?? "");
        return entry === undefined ? `- ${text}` : `${entry.tMs / 1000} ${entry.kind}: ${text}`;
      })
      .join("\n"),
  );
}

function playFixture(name: string, options: PlayOptions): Played {
  const text = fixture(name);
  return play(text, { until: Number(/^# until (\d+)s$/m.exec(text)?.[1] ?? 3600), ...options });
}

function fixture(name: string): string {
  return readFileSync(new URL(`../../../fixtures/restart/${name}.yaml`, import.meta.url), "utf8");
}
