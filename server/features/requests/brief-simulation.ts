import { formatDuration, parseDuration } from "../../../shared/basics/durations.ts";
import { defaultHorizonMs } from "../../../shared/forecast/pod/restarts.ts";
import { allContainers } from "../../../shared/kubernetes/pod.ts";
import type { simulatedSchema } from "../../../shared/protocol/request.ts";
import type { Message } from "../../../shared/protocol/values/parse.ts";
import { horizonLimitMs } from "../../../shared/simulation/index.ts";
import { analyzeDocument, withScenario } from "../../analysis/analysis.ts";
import type { RunnablePod } from "../../analysis/subject.ts";
import type { DiffFile } from "../../diff/model.ts";
import { briefEntries } from "../../exports/brief.ts";
import { inObject } from "../../exports/field-path.ts";
import { createPlay, timelineOf } from "../../exports/play.ts";
import { podName } from "../../exports/pod-name.ts";
import { timelineJson } from "../../exports/timeline-json.ts";
import { runnablePods } from "../core/subjects.ts";

type Asked = Message<typeof simulatedSchema>;

interface Problem {
  readonly problem: string;
}

/** One pod of a text in virtual time, as the tool `simulate` of `pod-cadence mcp` says it. */
export function briefSimulation(file: DiffFile, asked: Asked) {
  const found = chosenPod(file, asked.pod);
  if ("problem" in found) return found;
  const untilMs = asked.until === undefined ? defaultHorizonMs : parseDuration(asked.until);
  if (untilMs === undefined || untilMs <= 0 || untilMs > horizonLimitMs)
    return { problem: `${asked.until} is not a duration such as 30m, of at most ${horizonLimitMs / 3_600_000}h.` };
  const pod = withTexts(found, asked);
  if ("problem" in pod) return pod;
  const { located, settings, scenario } = pod;
  const { assumptions, assumptionsText } = settings;
  const { kind, name, namespace } = located;
  const seed = asked.seed ?? 1;
  const input = {
    ...{ pod: pod.pod, assumptions, scenario: scenario.scenario, job: pod.jobSpec(), seed },
    ...{ untilMs: Math.round(untilMs), recording: "entries" as const },
  };
  const play = createPlay({
    kind,
    name,
    namespace,
    specPath: inObject(located),
    assumptionsText,
    input,
    runs: undefined,
  });
  const { entries, expectations } = timelineJson(play, timelineOf(play, "entries"));
  return { pod: podName(located), seed, until: formatDuration(untilMs), ...briefEntries(entries), expectations };
}

function chosenPod({ manifest, settings }: DiffFile, wanted: string | undefined): RunnablePod | Problem {
  const pods = manifest.documents.flatMap(({ document }) => runnablePods(analyzeDocument(document, settings)));
  const isWanted = ({ located }: RunnablePod): boolean =>
    wanted === undefined ||
    [located.name, podName(located)].some((name) => name.toLowerCase() === wanted.toLowerCase());
  const [found, second] = pods.filter(isWanted);
  if (found !== undefined && second === undefined) return found;
  if (pods.length === 0) return { problem: "The manifest contains no pod." };
  const names = pods.slice(0, 8).map(({ located }) => podName(located));
  return { problem: `Give the pod to simulate: ${names.join(", ")}.` };
}

/** With what is said besides the comments of the manifest. */
function withTexts(pod: RunnablePod, { scenario = [], events = [] }: Asked): RunnablePod | Problem {
  const containers = allContainers(pod.pod);
  // Where there is one container only, nobody needs to name it.
  const container = containers.length === 1 ? containers[0]?.name : undefined;
  const texts = [...scenario, ...events.map((event) => `at ${event}`)];
  const placed = texts.map((text) => ({ text, container, source: "argument" as const, place: undefined }));
  const made = { ...withScenario(pod, placed), pod: pod.pod };
  const wrong = made.scenario.problems.find(({ textIndex }) => textIndex >= pod.scenarioTexts.length);
  if (wrong === undefined) return made;
  return { problem: `"${texts[wrong.textIndex - pod.scenarioTexts.length] ?? ""}": ${wrong.message}` };
}
