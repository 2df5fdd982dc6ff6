import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { analyzeDocument } from "../../../server/analysis/analysis.ts";
import { parseManifest } from "../../../server/manifest/documents/parse.ts";
import { findingsOf } from "../../../server/rules/findings.ts";
import { inputsOf } from "../timelines/play.ts";
import type { Recording } from "../timelines/recording.ts";
import { settingsFor } from "../validation/judge.ts";
import type { ScriptedContainer, ScriptedPod } from "./pods.ts";
import { recipeOf, type Scenario } from "./scenarios.ts";

const seeds = Array.from({ length: 15 }, (_, index) => index + 1);

/** The `spec` that the recorder sends to the API server. */
function sent({ initContainers = [], containers, ...spec }: ScriptedPod) {
  const image = ({ does, image = "scripted/app:1", ...container }: ScriptedContainer) => {
    return { ...container, image: `${image}`.replace("$POD", "pod"), args: [does] };
  };
  return { ...spec, initContainers: initContainers.map(image), containers: containers.map(image) };
}

function recordingOf({ name, pod: { spec } }: Scenario): Recording {
  const scripts = [...(spec.initContainers ?? []), ...spec.containers].map((each) => [each.name, each.does] as const);
  const about = { scenario: name, kubernetes: "v1.37.1", node: "node", kubeletConfiguration: null, seconds: 150 };
  return { ...about, pod: sent(spec), script: Object.fromEntries(scripts), runs: [] };
}

/** A pod that a cluster refuses is lost for the set. */
async function refusalsOf({ pod: { spec } }: Scenario): Promise<readonly string[]> {
  const settings = await settingsFor("1.37", {});
  const text = stringify({ apiVersion: "v1", kind: "Pod", metadata: { name: "pod" }, spec: sent(spec) });
  return parseManifest(text)
    .documents.flatMap(({ document }) => findingsOf(analyzeDocument(document, settings)))
    .map(({ message }) => message);
}

describe("what is drawn for fresh recordings", () => {
  it.each(seeds)("can be recorded and played: seed %i", async (seed) => {
    for (const scenario of recipeOf(seed, 20, 50).scenarios) {
      expect(await refusalsOf(scenario), scenario.name).toEqual([]);
      expect(inputsOf(recordingOf(scenario), { createdMs: 0, entries: [] }).length).toBeGreaterThan(0);
    }
  });

  it("is the same for the same seed", () => {
    expect(recipeOf(7, 5, 50)).toEqual(recipeOf(7, 5, 50));
    expect(recipeOf(7, 5, 50)).not.toEqual(recipeOf(8, 5, 50));
  });

  it("stops a kubelet only when its last stop is over", () => {
    for (const { stops = [] } of seeds.flatMap((seed) => Object.values(recipeOf(seed, 1, 50).nodes)))
      for (const [index, { at }] of stops.entries()) {
        const before = stops[index - 1];
        const overSecond = before === undefined ? 0 : Number.parseInt(before.at, 10) + Number.parseInt(before.for, 10);
        expect(Number.parseInt(at, 10)).toBeGreaterThan(overSecond);
      }
  });
});
