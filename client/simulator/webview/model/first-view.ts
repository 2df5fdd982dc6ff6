import { storyEndMs } from "../../../../shared/drawing/lanes/navigation.ts";
import type { TimelineEntry } from "../../../../shared/simulation/index.ts";
import { columnsOf } from "../run/kubectl.ts";
import type { PanelRun } from "../run/run.ts";
import type { ViewState } from "./view.ts";

/** The first look at a run: its whole story, with the cursor where the answer begins to show. */
export function initialView(run: PanelRun): ViewState {
  const first = firstAnswer(run);
  return {
    tMs: first === undefined ? 0 : shownAtMs(run, first),
    selected: first?.id,
    fromMs: 0,
    toMs: storyEndMs(run),
    scale: "linear",
    view: "lanes",
  };
}

function firstAnswer({ story }: PanelRun): TimelineEntry | undefined {
  return (
    story.find(({ kind, data }) => kind === "container-exited" && data.exitCode !== 0) ??
    story.find(({ kind }) => kind === "container-stopping") ??
    story.find(({ data }) => data.condition === "Ready" && data.status === "True") ??
    story[0]
  );
}

/** When kubectl first prints something else because of the entry: the kubelet writes the status some time after it. */
function shownAtMs(run: PanelRun, { tMs }: TimelineEntry): number {
  const { statuses } = run.timeline;
  const next = statuses.findIndex((published) => published.tMs >= tMs);
  const before = statuses[next - 1]?.status;
  if (next < 0) return tMs;
  const changed = statuses.slice(next).find((published) => {
    const now = columnsOf(run, published.status, published.tMs);
    const then = columnsOf(run, before, published.tMs);
    return now.ready !== then.ready || now.status !== then.status || now.restarts !== then.restarts;
  });
  return changed?.tMs ?? tMs;
}
