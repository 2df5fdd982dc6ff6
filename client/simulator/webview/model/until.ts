import { formatDuration } from "../../../../shared/basics/durations.ts";
import type { TimelineEntry } from "../../../../shared/simulation/index.ts";
import { t } from "../words/l10n.ts";
import type { Action } from "./keys.ts";
import type { Model } from "./model.ts";
import { type ModelChange, remarked, stepped } from "./stepped.ts";
import { shownAt } from "./view.ts";
import { selectEntry } from "./view-state.ts";

type UntilAction = Extract<Action, "until-kill" | "until-ready" | "until-broken">;

/** What a run can be played up to. */
export interface Until {
  readonly action: UntilAction;
  readonly label: () => string;
  /** Said where there is none up to the horizon. */
  readonly none: (horizon: string) => string;
  /** The first one after the cursor. */
  readonly find: (model: Model) => Target | undefined;
}

interface Target {
  readonly tMs: number;
  readonly entry: TimelineEntry | undefined;
  /** Said besides the entry. */
  readonly text?: string;
}

export const untils: readonly Until[] = [
  {
    action: "until-kill",
    label: () => t("Next kill"),
    none: (until) => t("No kill from here to {0}.", until),
    find: nextEntry(isKill),
  },
  {
    action: "until-ready",
    label: () => t("Ready changes"),
    none: (until) => t("No change of Ready from here to {0}.", until),
    find: nextReadyChange,
  },
  {
    action: "until-broken",
    label: () => t("An expectation breaks"),
    none: (until) => t("No broken expectation from here to {0}.", until),
    find: nextBroken,
  },
];

/** Moves the cursor on to the next of its kind, or says that there is none. */
export function ranUntil(model: Model, action: UntilAction): ModelChange {
  const until = untils.find((each) => each.action === action);
  const target = until?.find(model);
  if (until === undefined) return {};
  if (target === undefined) return remarked(noneInWords(model, until));
  const { entry, tMs, text } = target;
  const { view, run } = model;
  if (entry !== undefined) return { menu: undefined, ...stepped(model, selectEntry(view, entry)) };
  return { menu: undefined, view: shownAt(view, tMs, run.timeline.untilMs), announced: text ?? "" };
}

export function noneInWords({ run }: Model, { none }: Until): string {
  return none(formatDuration(run.horizonMs));
}

function nextEntry(isMeant: (entry: TimelineEntry) => boolean): Until["find"] {
  return ({ run, view }) => {
    const selectedIndex = run.story.findIndex(({ id }) => id === view.selected);
    const entry = run.story.find(
      (each, index) => isMeant(each) && (each.tMs > view.tMs || (each.tMs === view.tMs && index > selectedIndex)),
    );
    return entry && { tMs: entry.tMs, entry };
  };
}

function isKill({ kind, data }: TimelineEntry): boolean {
  return kind === "container-stopping" || (kind === "container-exited" && data.reason === "OOMKilled");
}

/** The pod begins as not Ready, which is no change. */
function nextReadyChange(model: Model): Target | undefined {
  const changes = model.run.story.filter(
    ({ kind, data }) => kind === "condition-changed" && data.condition === "Ready",
  );
  const first = changes.findIndex(({ data }) => data.status === "True");
  const meant = new Set(first < 0 ? [] : changes.slice(first));
  return nextEntry((entry) => meant.has(entry))(model);
}

function nextBroken({ deferredUi, run, view }: Model): Target | undefined {
  const moments = deferredUi?.expectationMoments(run.timeline, run.scenario) ?? [];
  const broken = moments.find(({ holds, tMs }) => !holds && tMs > view.tMs);
  if (broken === undefined) return undefined;
  const entry = run.story.find(({ tMs }) => tMs === broken.tMs);
  return { tMs: broken.tMs, entry, text: t("{0}: {1} fails in this run.", formatDuration(broken.tMs), broken.text) };
}
