import { formatTypical, rangeInWords } from "../basics/span-words.ts";
import type { LiveRollout } from "../protocol/cluster.ts";

/** What is late by less than this is not called late: times of the API are whole seconds. */
const toleranceMs = 2000;

/** `4 of 10 updated, about 9m to go (8m–11m); deadline in 4m`: what was observed, then what is predicted from it. Without a time, as of what is out of date, nothing is predicted. */
export function liveRolloutText(rollout: LiveRollout, nowMs: number | undefined): string {
  const { updated, of, available, unplayed, problem } = rollout;
  if (rollout.state === "complete") return `complete, ${available} of ${of} available now`;
  const observed = `${updated} of ${of} updated`;
  const refused = problem === undefined ? [] : [`can't create pods (${problem})`];
  const parts = [...(updated >= of ? [`${observed}, ${available} available`] : [observed]), ...refused];
  if (nowMs === undefined) return parts.join(", ");
  const expected = unplayed === undefined ? [expectedText(rollout, nowMs)] : [];
  const told = [[...parts, ...expected].join(", "), ...deadlineTexts(rollout, nowMs)].join("; ");
  return unplayed === undefined ? told : `${told}. ${unplayed}`;
}

function expectedText({ state, completes }: LiveRollout, nowMs: number): string {
  if (state === "paused") return "paused";
  if (completes === undefined) return "not expected to complete";
  const leftMs = completes.latestMs - nowMs;
  if (leftMs < -toleranceMs) return `late by ${formatTypical(-leftMs)}`;
  const min = Math.max(0, completes.earliestMs - nowMs);
  const max = Math.max(1000, leftMs);
  const p50 = Math.min(max, Math.max(min, completes.nominalMs - nowMs));
  const range = rangeInWords({ min, p50, max });
  const about = formatTypical(Math.max(1000, p50));
  return range === about ? `about ${about} to go` : `about ${about} to go (${range})`;
}

function deadlineTexts({ state, deadlineMs }: LiveRollout, nowMs: number): readonly string[] {
  if (state === "failed") return ["deadline exceeded"];
  if (deadlineMs === undefined) return [];
  return [deadlineMs > nowMs ? `deadline in ${formatTypical(deadlineMs - nowMs)}` : "deadline reached"];
}
