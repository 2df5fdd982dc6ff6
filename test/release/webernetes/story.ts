import type { PodStatus, Timeline } from "../../../shared/simulation/index.ts";

/** What a container did. */
export interface Seen {
  readonly tMs: number;
  readonly container: string;
  readonly what: "start" | "exit";
  readonly exitCode: number | undefined;
}

/** A played pod in the words that both simulators know. */
export interface Story {
  readonly seen: readonly Seen[];
  readonly statuses: readonly { readonly tMs: number; readonly text: string }[];
}

/** The same of our timeline. */
export function storyOf(timeline: Timeline): Story {
  const seen = timeline.entries.flatMap(({ kind, tMs, container = "", data }): Seen[] => {
    if (kind === "container-started") return [{ tMs, container, what: "start", exitCode: undefined }];
    return kind === "container-exited" ? [{ tMs, container, what: "exit", exitCode: data.exitCode }] : [];
  });
  return { seen, statuses: timeline.statuses.map(({ tMs, status }) => ({ tMs, text: statusText(status) })) };
}

function statusText({ phase, conditions, containerStatuses }: PodStatus): string {
  const isReady = conditions.some(({ type, status }) => type === "Ready" && status === "True");
  const containers = containerStatuses.map(({ name, state, restartCount }) => {
    if (state.is === "running") return `${name} ${restartCount} running`;
    if (state.is === "terminated") return `${name} ${restartCount} exited ${state.exitCode}`;
    return `${name} ${restartCount} ${state.reason ?? "waiting"}`;
  });
  return [phase, isReady ? "ready" : "unready", ...containers].join(", ");
}

/** The statuses in order; one that did not change is told once. */
export function statusTexts({ statuses }: Story): readonly string[] {
  return statuses.map(({ text }) => text).filter((text, index, all) => text !== all[index - 1]);
}

/** What one container did, without when. */
export function transitions({ seen }: Story, container: string): readonly string[] {
  return seen
    .filter((each) => each.container === container)
    .map(({ what, exitCode }) => (what === "start" ? "start" : `exit ${exitCode}`));
}
