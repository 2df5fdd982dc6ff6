import { formatDuration } from "../kubernetes/durations.ts";
import type { DefaultedPod } from "../kubernetes/pod.ts";
import type { ContainerForecast, PodForecast } from "./model.ts";
import { storyMs } from "./restarts.ts";
import { formatCurve, formatPercent, formatSafe, formatSpan } from "./words.ts";

/** The answer for a pod in a few sentences, the same in the hover, the panel and the CLI. */
export function summarize(pod: DefaultedPod, forecast: Pick<PodForecast, "containers" | "timeToReady">): string {
  const told = forecast.containers.filter((container) => container.restarts.story !== undefined);
  if (told.length > 0) return told.map((container) => tellStory(container, forecast)).join(" ");
  const main = forecast.containers.find((container) => container.kind === "regular");
  if (main === undefined) return "This pod has no container to forecast.";
  const others = pod.containers.length + pod.initContainers.length - 1;
  const sentences = [crashSentence(main), startSentence(main), hangSentence(main), unreadySentence(main)];
  const more = others > 0 ? `${others} more ${others === 1 ? "container" : "containers"} below.` : "";
  return [...sentences, more].filter((sentence) => sentence !== "").join(" ");
}

/** What a crash of the container leads to. */
export function crashSentence({ name, restarts }: ContainerForecast): string {
  if (!restarts.canRestart) return `If \`${name}\` ends, it is not restarted.`;
  return `If \`${name}\` keeps crashing, it restarts after ${formatCurve(restarts.delaysMs, 4)}.`;
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
  return `${when} is out of rotation after ${formatSpan(unreadyAfter)}.`;
}

function tellStory({ name, restarts }: ContainerForecast, forecast: Pick<PodForecast, "timeToReady">): string {
  const { story } = restarts;
  if (story === undefined) return "";
  const horizon = formatDuration(storyMs);
  if (story.restarts === 0) return `\`${name}\` does not restart within ${horizon}; ${readyText(forecast)}.`;
  const count = `${story.restarts} ${story.restarts === 1 ? "restart" : "restarts"}`;
  if (story.readyAt !== undefined)
    return `\`${name}\`: ${count}, then the pod stays ready from ${formatSpan(story.readyAt)} on.`;
  return `\`${name}\`: ${count} in ${horizon}, the pod is up ${formatPercent(story.upShare)} of the time.`;
}

function readyText({ timeToReady }: Pick<PodForecast, "timeToReady">): string {
  return timeToReady === undefined
    ? "the pod never becomes ready"
    : `the pod is ready after ${formatSpan(timeToReady)}`;
}
