import { admit } from "../../../../shared/api-server/admission/admit.ts";
import type { JobSpec } from "../../../../shared/controllers/job/model.ts";
import { kubectlLane } from "../../../../shared/drawing/lanes/kubectl-lane.ts";
import { lanesOf } from "../../../../shared/drawing/lanes/lanes.ts";
import type { Lane } from "../../../../shared/drawing/lanes/model.ts";
import { storyOf } from "../../../../shared/drawing/lanes/navigation.ts";
import { playableJob } from "../../../../shared/forecast/runs/job-played.ts";
import type { Assumptions } from "../../../../shared/kubernetes/node.ts";
import { allContainers, type DefaultedPod } from "../../../../shared/kubernetes/pod.ts";
import type { PodPayload } from "../../../../shared/protocol/pod/pod.ts";
import type { NodeChanges, Setup } from "../../../../shared/protocol/pod/setup.ts";
import type { ParsedScenario, ScenarioText } from "../../../../shared/scenario/language/parse.ts";
import type { Scenario } from "../../../../shared/scenario/model.ts";
import { ofWrittenPod } from "../../../../shared/scenario/written-pod.ts";
import { simulate, type Timeline, type TimelineEntry } from "../../../../shared/simulation/index.ts";
import { assumptionsWith } from "./changed-node.ts";
import { runParts } from "./run-parts.ts";
import { withFields } from "./tried-fields.ts";

/** One pod played once, with everything that the page shows of it. */
export interface PanelRun {
  readonly payload: PodPayload;
  /** The pod as it is played: with the values that are tried out. */
  readonly written: PodPayload["written"];
  /** With what people changed in the panel. */
  readonly assumptions: Assumptions;
  readonly scenarioTexts: readonly ScenarioText[];
  readonly seed: number;
  readonly pod: DefaultedPod;
  readonly scenario: Scenario;
  /** The Job whose pods are played one after the other; undefined if one pod is played. */
  readonly job: JobSpec | undefined;
  readonly timeline: Timeline;
  readonly lanes: readonly Lane[];
  /** The entries that the arrows step through. */
  readonly story: readonly TimelineEntry[];
  readonly byId: ReadonlyMap<string, TimelineEntry>;
  /** Ids of what followed from an entry. */
  readonly effects: ReadonlyMap<string, readonly TimelineEntry[]>;
  /** What of the scenario was not understood, in sentences. */
  readonly scenarioProblems: readonly string[];
  readonly horizonMs: number;
  /** What is said of entries that the engine has not made, by id. */
  readonly sentences?: ReadonlyMap<string, string> | undefined;
}

/** How a pod is played: the manifest, and what people changed in the panel. */
export interface PanelPlay {
  readonly payload: PodPayload;
  readonly setup: Setup;
  readonly horizonMs: number;
}

/** What a scenario without a word is read as. */
const nothingSaid: Pick<ParsedScenario, "scenario" | "problems"> = {
  scenario: { containers: {}, events: [], expectations: [] },
  problems: [],
};

/** Plays the pod; undefined if there is not one container in it. */
export function playPod(play: PanelPlay): PanelRun | undefined {
  return playOn(play, play.setup.node, "");
}

/** The same pod on the node that it is compared with; undefined if nothing is compared. Its entries have ids of their own. */
export function playSecond(play: PanelPlay): PanelRun | undefined {
  const { compared } = play.setup;
  return compared === undefined ? undefined : playOn(play, compared, "second-");
}

export function playOn(
  { payload, setup, horizonMs }: PanelPlay,
  changes: NodeChanges,
  prefix: string,
): PanelRun | undefined {
  const assumptions = assumptionsWith(payload.assumptions, changes);
  const written = withFields(payload.written, setup.fields);
  const { pod } = admit(written, assumptions);
  if (pod === undefined) return undefined;
  const { seed, lines } = setup;
  const said = lines?.filter(({ text }) => text.trim() !== "");
  const scenarioTexts = said === undefined ? payload.scenarioTexts : runParts().textsOfLines(said);
  const { scenario: told, problems } =
    scenarioTexts.length === 0 ? nothingSaid : runParts().parseScenario(scenarioTexts, allContainers(pod));
  const scenario = ofWrittenPod(told, payload.written.kind);
  const job = playableJob(payload.job, scenario);
  const input = { pod, assumptions, scenario, seed, untilMs: horizonMs, recording: "statuses" } as const;
  const timeline = prefixed(job === undefined ? simulate(input) : runParts().play({ ...input, job }), prefix);
  return {
    payload,
    written,
    assumptions,
    scenarioTexts,
    seed,
    pod,
    scenario,
    job,
    timeline,
    lanes: rowsOf(timeline, pod, assumptions).map((lane) => prefixedLane(lane, prefix)),
    story: storyOf(timeline.entries),
    byId: new Map(timeline.entries.map((entry) => [entry.id, entry])),
    effects: effectsOf(timeline.entries),
    scenarioProblems: problems.map(({ message }) => message),
    horizonMs,
  };
}

/** Ready, then the lines of kubectl, then what they come from. */
function rowsOf(timeline: Timeline, pod: DefaultedPod, { apiServer }: Assumptions): readonly Lane[] {
  const [ready, ...others] = lanesOf(timeline, pod);
  const kubectl = kubectlLane({ timeline, pod, kubernetes: apiServer.kubernetes });
  return ready === undefined ? [kubectl] : [ready, kubectl, ...others];
}

function prefixed(timeline: Timeline, prefix: string): Timeline {
  if (prefix === "") return timeline;
  const entries = timeline.entries.map((entry) => ({
    ...entry,
    id: prefix + entry.id,
    cause: entry.cause === undefined ? undefined : prefix + entry.cause,
  }));
  return { ...timeline, entries };
}

/** Events have no ids but their places, which the two runs share. */
function prefixedLane(lane: Lane, prefix: string): Lane {
  if (prefix === "") return lane;
  const ids = (own: readonly string[]): readonly string[] =>
    lane.kind === "events" ? own.map((id) => prefix + id) : own;
  return {
    ...lane,
    id: prefix + lane.id,
    bars: lane.bars.map((bar) => ({ ...bar, ids: ids(bar.ids) })),
    marks: lane.marks.map((mark) => ({ ...mark, ids: ids(mark.ids) })),
  };
}

function effectsOf(entries: readonly TimelineEntry[]): ReadonlyMap<string, readonly TimelineEntry[]> {
  const effects = new Map<string, TimelineEntry[]>();
  for (const entry of entries) {
    if (entry.cause === undefined) continue;
    const known = effects.get(entry.cause);
    if (known === undefined) effects.set(entry.cause, [entry]);
    else known.push(entry);
  }
  return effects;
}
