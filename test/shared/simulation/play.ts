import { parseDocument } from "yaml";
import { admit } from "../../../shared/api-server/admission/admit.ts";
import { defaultAssumptions, makeNode } from "../../../shared/kubernetes/assumptions.ts";
import type { Assumptions } from "../../../shared/kubernetes/node.ts";
import { allContainers, type DefaultedPod } from "../../../shared/kubernetes/pod.ts";
import { parseVersion } from "../../../shared/kubernetes/versions.ts";
import { parseScenario } from "../../../shared/scenario/language/parse.ts";
import type { Scenario } from "../../../shared/scenario/model.ts";
import { ofWrittenPod } from "../../../shared/scenario/written-pod.ts";
import { type Recording, simulate, type Timeline } from "../../../shared/simulation/index.ts";

export interface Played {
  readonly pod: DefaultedPod;
  readonly scenario: Scenario;
  readonly timeline: Timeline;
}

export interface PlayOptions {
  readonly timing?: "ideal" | "kubelet";
  readonly kubernetes?: string;
  readonly featureGates?: Readonly<Record<string, boolean>>;
  readonly semantics?: "released" | "kep";
  readonly seed?: number;
  readonly until?: number;
  readonly recording?: Recording;
}

/** The pod of a manifest whose `# cadence:` lines name their containers. */
export function readPod(
  text: string,
  assumptions: Assumptions,
): { readonly pod: DefaultedPod; readonly scenario: Scenario } {
  const spec: unknown = parseDocument(text, { version: "1.1" }).toJS();
  const { pod } = admit({ kind: "Pod", name: "pod", namespace: "default", spec }, assumptions);
  if (pod === undefined) throw new Error(`no pod in:\n${text}`);
  const texts = [...text.matchAll(/^# cadence: (.*)$/gm)].map(([, line]) => ({
    text: line ?? "",
    container: undefined,
    source: "comment" as const,
  }));
  const { scenario, problems } = parseScenario(texts, allContainers(pod));
  if (problems.length > 0) throw new Error(problems.map((problem) => problem.message).join("\n"));
  return { pod, scenario: ofWrittenPod(scenario, "Pod") };
}

export function assume({
  timing = "ideal",
  kubernetes = "1.37",
  featureGates = {},
  semantics = "released",
}: PlayOptions): Assumptions {
  const version = parseVersion(kubernetes);
  if (version === undefined) throw new Error(`no such version: ${kubernetes}`);
  const node = makeNode({ kubernetes: version, featureGates, kubeletConfiguration: undefined });
  return {
    ...defaultAssumptions(),
    node,
    apiServer: { kubernetes: version, featureGates },
    timing,
    semantics,
    imagePull: undefined,
  };
}

export function play(text: string, options: PlayOptions = {}): Played {
  const assumptions = assume(options);
  const { pod, scenario } = readPod(text, assumptions);
  const { seed = 1, until = 3600, recording = "statuses" } = options;
  return { pod, scenario, timeline: simulate({ pod, assumptions, scenario, seed, untilMs: until * 1000, recording }) };
}

/** When a container starts, in seconds. */
export function starts({ timeline }: Played, container = "app"): readonly number[] {
  return timeline.entries
    .filter((entry) => entry.kind === "container-started" && entry.container === container)
    .map((entry) => entry.tMs / 1000);
}
