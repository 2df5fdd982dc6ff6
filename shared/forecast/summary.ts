import { formatDuration } from "../kubernetes/durations.ts";
import type { DefaultedPod } from "../kubernetes/pod.ts";
import { formatScript } from "../scenario/format.ts";
import type { Scenario } from "../scenario/model.ts";
import type { ContainerForecast, PodEnd, PodForecast } from "./model.ts";
import { storyMs } from "./restarts.ts";
import { formatPercent, formatSafe, formatSpan } from "./words.ts";

/** The answer for a pod in a few sentences, the same in the hover, the panel and the CLI. */
export function summarize(
  pod: DefaultedPod,
  scenario: Scenario,
  forecast: Pick<PodForecast, "containers" | "timeToReady">,
): string {
  const told = forecast.containers.filter((container) => container.restarts.story !== undefined);
  if (told.length > 0) return tellStories(told, scenario, forecast);
  const main = forecast.containers.find((container) => container.kind === "regular");
  if (main === undefined) return "This pod has no container to forecast.";
  const others = pod.containers.length + pod.initContainers.length - 1;
  const sentences = [crashSentence(main), startSentence(main), hangSentence(main), unreadySentence(main)];
  const more = others > 0 ? `${others} more ${others === 1 ? "container" : "containers"} below.` : "";
  return [...sentences, more].filter((sentence) => sentence !== "").join(" ");
}

/** What a crash of the container leads to. */
export function crashSentence({ name, restarts }: ContainerForecast): string {
  if (!restarts.canRestart) return `If ${name} ends, it is not restarted.`;
  const crash = restarts.exitCode === 1 ? "keeps crashing" : `keeps exiting with ${restarts.exitCode}`;
  if (restarts.restartsAll)
    return `If ${name} ${crash}, all containers restart at once, each time: there is no back-off.`;
  return `If ${name} ${crash}, it restarts ${curveInWords(restarts.delaysMs)}.`;
}

/** How many delays are named before the longest. */
const namedDelays = 3;

function curveInWords(delaysMs: readonly number[]): string {
  const waits = delaysMs.filter((delayMs) => delayMs > 0).map(formatDuration);
  const longest = waits.at(-1) ?? "0s";
  const first = delaysMs[0] === 0 ? "at once, then after" : "after";
  if (waits.length <= 1) return `${first} ${longest} each time`;
  if (waits.length <= namedDelays + 1) return `${first} ${waits.slice(0, -1).join(", ")} and ${longest} from then on`;
  return `${first} ${waits.slice(0, namedDelays).join(", ")} … ${longest} from then on`;
}

export function startSentence({ startupBudget, startupBudgetProbe }: ContainerForecast): string {
  if (startupBudget === undefined || startupBudgetProbe === undefined) return "";
  return `It must answer within ${formatSafe(startupBudget)} of its start, or the ${startupBudgetProbe} probe kills it.`;
}

export function hangSentence({ hangToSigterm, hangToReady }: ContainerForecast): string {
  if (hangToSigterm === undefined) return "";
  const again = hangToReady === undefined ? "" : ` and serves again after ${formatSpan(hangToReady)}`;
  return `If it hangs, it gets SIGTERM after ${formatSpan(hangToSigterm)}${again}.`;
}

export function unreadySentence({ unreadyAfter, hangToSigterm }: ContainerForecast): string {
  if (unreadyAfter === undefined) return "";
  const when = hangToSigterm === undefined ? "If it hangs, it" : "It";
  return `${when} leaves the endpoints of its Services after ${formatSpan(unreadyAfter)}.`;
}

/** What the scenario's containers do and what comes of it, then what that means for the pod. */
function tellStories(
  told: readonly ContainerForecast[],
  scenario: Scenario,
  forecast: Pick<PodForecast, "timeToReady">,
): string {
  // What another container's exit restarts is that container's story.
  const restarting = told.filter(({ restarts: { story } }) => (story?.ownRestarts ?? 0) + (story?.resets ?? 0) > 0);
  const horizon = formatDuration(storyMs);
  if (restarting.length === 0) {
    const subjects = told.map(({ name }) => subjectOf(name, scenario)).join("; ");
    const podEnd = told[0]?.restarts.story?.podEnd;
    if (podEnd !== undefined) return `${subjects}: no restart. ${endSentence(podEnd)}`;
    return `${subjects}: no restart within ${horizon}; ${readyText(forecast)}.`;
  }
  const stories = restarting.slice(0, storiesMax).map((container) => tellStory(container, scenario));
  const others = restarting.length - stories.length;
  const more = others > 0 ? [`${others} more ${others === 1 ? "container restarts" : "containers restart"}.`] : [];
  return [...stories, ...more, podSentence(restarting[0])].join(" ");
}

/** More would not be an answer; the containers have their own. */
const storiesMax = 2;

function tellStory({ name, restarts }: ContainerForecast, scenario: Scenario): string {
  const { story } = restarts;
  if (story === undefined) return "";
  const count = [resetsText(story.resets), restartsText(story.ownRestarts)].filter((text) => text !== "").join(", ");
  const within = story.readyAt === undefined && story.podEnd === undefined ? ` in ${formatDuration(storyMs)}` : "";
  const sentence = `${subjectOf(name, scenario)}: ${count}${within}.`;
  if (story.steady === undefined) return sentence;
  const every = `${formatDuration(story.steady.everyMs)}${orMore(story)}`;
  return `${sentence} From ${formatSpan(story.steady.from)} on: one every ${every}.`;
}

function restartsText(count: number): string {
  if (count === 0) return "";
  return `${count} ${count === 1 ? "restart" : "restarts"}`;
}

function resetsText(count: number): string {
  if (count === 0) return "";
  return `restarts all containers ${count === 1 ? "once" : `${count} times`}`;
}

function podSentence(container: ContainerForecast | undefined): string {
  const story = container?.restarts.story;
  if (story === undefined) return "";
  if (story.podEnd !== undefined) return endSentence(story.podEnd);
  if (story.readyAt !== undefined) return `The pod stays ready from ${formatSpan(story.readyAt)} on.`;
  return `The pod is ready ${formatPercent(story.upShare)} of the time.`;
}

function endSentence({ how, at }: PodEnd): string {
  if (how === "Deleted") return `The pod is gone after ${formatSpan(at)}.`;
  return `The pod has ${how === "Failed" ? "failed" : "succeeded"} after ${formatSpan(at)}.`;
}

/** A script longer than this would hide the answer. */
const scriptLengthMax = 60;

function subjectOf(name: string, scenario: Scenario): string {
  const script = scenario.containers[name];
  const text = script === undefined ? "" : formatScript(script);
  return text === "" || text.length > scriptLengthMax ? name : `${name} ${text}`;
}

/** The kubelet's jitter only ever adds to a wait. */
function orMore({ steady }: NonNullable<ContainerForecast["restarts"]["story"]>): string {
  return steady !== undefined && steady.from.earliestMs < steady.from.latestMs ? " or a little more" : "";
}

function readyText({ timeToReady }: Pick<PodForecast, "timeToReady">): string {
  return timeToReady === undefined
    ? `the pod is not ready within ${formatDuration(storyMs)}`
    : `the pod is ready after ${formatSpan(timeToReady)}`;
}
