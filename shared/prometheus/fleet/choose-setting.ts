import { explain, type WaitModel } from "./explain.ts";
import type { RestartHistory } from "./history.ts";
import { type NodeSetting, policyOf, settingKey, withMaximumOf, withReducedDecay } from "./node-setting.ts";

/** The setting of a node, as its restarts show it. */
export interface ChosenSetting {
  readonly setting: NodeSetting;
  readonly is: "default" | "inferred" | "unknown";
  readonly judged: number;
  readonly inside: number;
}

/** So much of the restarts has to be explained. */
const enough = 0.9;
/** Another setting than the default has to be better by this. */
const clearly = 0.05;
/** A value that nobody would choose has to be better than a usual one by this. */
const slightly = 0.005;
/** Fewer show nothing. */
const judgedMin = 5;
/** Of many histories, these show what the node is like. */
const historiesMax = 60;
/** Maximums that people set. The one that most waits are just above is tried, too. */
const usualMaximumsMs = [1, 2, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240].map((seconds) => seconds * 1000);
const longestMaximumMs = 300_000;

/**
 * Which setting explains the restarts on a node, or on nodes that are alike. The default wins where it explains them.
 * `others`: what explains all nodes of its kind.
 */
export function chooseSetting(
  histories: readonly RestartHistory[],
  usual: NodeSetting,
  modelOf: (setting: NodeSetting) => WaitModel,
  others: readonly NodeSetting[] = [],
): ChosenSetting {
  const looked = histories.slice(0, historiesMax);
  const score = (setting: NodeSetting): ChosenSetting => {
    let [judged, inside] = [0, 0];
    for (const history of looked) {
      const explained = explain(history, modelOf(setting));
      judged += explained.judged;
      inside += explained.inside;
    }
    return { setting, is: "inferred", judged, inside };
  };
  const byDefault = score(usual);
  const alike =
    byDefault.judged < judgedMin ? others.map(score).find((each) => each.inside >= byDefault.inside) : undefined;
  // It shows too little itself, and nothing speaks against what nodes like it have.
  if (alike !== undefined) return alike;
  if (byDefault.judged < judgedMin || shareOf(byDefault) >= enough)
    return { ...byDefault, is: byDefault.judged === 0 ? "unknown" : "default" };
  let best = byDefault;
  for (const setting of candidates(looked, usual, others)) {
    const scored = score(setting);
    // The first ones are the likelier ones.
    if (shareOf(scored) > shareOf(best) + slightly) best = scored;
  }
  if (shareOf(best) >= enough && shareOf(best) >= shareOf(byDefault) + clearly) return best;
  return { ...byDefault, is: "unknown" };
}

function shareOf({ judged, inside }: Pick<ChosenSetting, "judged" | "inside">): number {
  return judged === 0 ? 0 : inside / judged;
}

function candidates(
  histories: readonly RestartHistory[],
  usual: NodeSetting,
  others: readonly NodeSetting[],
): readonly NodeSetting[] {
  const seenMs = likelyMaximum(histories);
  const maximumsMs = seenMs === undefined ? usualMaximumsMs : [...usualMaximumsMs, seenMs];
  const reduced = withReducedDecay(usual);
  const all = [
    ...others,
    ...maximumsMs.map((maximumMs) => withMaximumOf(usual, maximumMs)),
    reduced,
    ...maximumsMs.map((maximumMs) => withMaximumOf(reduced, maximumMs)),
    withMaximumOf(reduced, longestMaximumMs),
  ];
  // Settings that a version does not know make no difference.
  const distinct = new Map(all.map((setting) => [JSON.stringify(policyOf(setting)), setting]));
  return [...distinct.values()].filter((setting) => settingKey(setting) !== settingKey(usual));
}

/** The whole second that is at most so much below most waits of a loop that goes on. */
function likelyMaximum(histories: readonly RestartHistory[]): number | undefined {
  const waits = histories
    .flatMap(({ restarts }) => restarts.slice(2))
    .flatMap(({ exitMs, startEarliestMs, startLatestMs, unseen }) =>
      exitMs === undefined || unseen > 0 || startLatestMs > startEarliestMs + 1000 ? [] : [startLatestMs - exitMs],
    )
    .filter((waitMs) => waitMs >= 1000 && waitMs <= 1.5 * longestMaximumMs)
    .toSorted((a, b) => a - b);
  if (waits.length < judgedMin) return undefined;
  let best: { readonly fromMs: number; readonly count: number } | undefined;
  let end = 0;
  waits.forEach((fromMs, index) => {
    // From a back-off to the latest start after it.
    const untilMs = fromMs + Math.min(fromMs / 2, 30_000) + 2000;
    while (end < waits.length && (waits[end] ?? 0) <= untilMs) end += 1;
    const count = end - index;
    if (best === undefined || count > best.count) best = { fromMs, count };
  });
  return best === undefined
    ? undefined
    : Math.min(longestMaximumMs, Math.max(1000, Math.round(best.fromMs / 1000) * 1000));
}
