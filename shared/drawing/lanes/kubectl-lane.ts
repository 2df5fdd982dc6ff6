import type { DefaultedPod } from "../../kubernetes/pod.ts";
import type { KubernetesVersion } from "../../kubernetes/versions.ts";
import { kubectlColumns } from "../../simulation/status/kubectl.ts";
import { createdTimesMs, lastUpTo } from "../../simulation/timeline/created.ts";
import type { Timeline, TimelineEntry } from "../../simulation/timeline/timeline.ts";
import type { Bar, BarKind, Lane } from "./model.ts";
import { storyOf } from "./navigation.ts";
import { lastOf } from "./pod-lanes.ts";

/** Whose lines they are. */
interface PrintedRun {
  readonly timeline: Timeline;
  readonly pod: DefaultedPod;
  readonly kubernetes: KubernetesVersion;
}

/** What `kubectl get pod -w` prints: a bar for each line that differs from the one before in more than its age. It stands for the entry before it. */
export function kubectlLane({ timeline, pod, kubernetes }: PrintedRun): Lane {
  const createdMs = createdTimesMs(timeline);
  const lines: Line[] = [];
  for (const { tMs, status } of timeline.statuses) {
    const printed = { pod, kubernetes, createdMs: lastUpTo(createdMs, tMs) };
    const { ready, status: state, restarts } = kubectlColumns(status, printed, tMs);
    const [count = ""] = restarts.split(" ");
    const text = `${ready} ${state} ${count}`;
    if (lines.at(-1)?.text === text) continue;
    lines.push({ tMs, text, ready, state });
  }
  const lastMs = lastOf(timeline.entries, timeline);
  const causeAt = causesInOrder(storyOf(timeline.entries));
  return {
    id: "kubectl",
    kind: "kubectl",
    label: "kubectl",
    note: "",
    path: undefined,
    bars: lines.flatMap(({ tMs, ready, state }, index): readonly Bar[] => {
      const toMs = Math.min(lines[index + 1]?.tMs ?? lastMs, lastMs);
      const id = causeAt(tMs);
      if (toMs <= tMs || id === undefined) return [];
      const label = state === "Running" ? `${state} ${ready}` : state;
      return [{ kind: kindOf(state, ready), fromMs: tMs, toMs, label, shortLabel: state, isCut: true, ids: [id] }];
    }),
    marks: [],
  };
}

/** The last entry up to a time. It is asked for times in order, because a run may have many lines and many more entries. */
function causesInOrder(story: readonly TimelineEntry[]): (tMs: number) => string | undefined {
  let next = 0;
  return (tMs) => {
    while ((story[next]?.tMs ?? Number.POSITIVE_INFINITY) <= tMs) next += 1;
    return story[next - 1]?.id;
  };
}

interface Line {
  readonly tMs: number;
  readonly text: string;
  readonly ready: string;
  readonly state: string;
}

const early = /^(?:Pending|ContainerCreating|PodInitializing|Init:\d|Terminating)/;

function kindOf(state: string, ready: string): BarKind {
  if (state === "Completed") return "succeeded";
  if (early.test(state)) return "pending";
  if (state !== "Running") return "failed";
  const [up, of] = ready.split("/");
  return up === of ? "phase-running" : "pending";
}
