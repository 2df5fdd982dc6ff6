import { formatTypical, rangeInWords, typicalInWords } from "../../../../shared/basics/span-words.ts";
import { countInWords } from "../../../../shared/forecast/answer/count-words.ts";
import type { Answer, Spread } from "../../../../shared/forecast/answer/model.ts";
import type { TimelineEntry } from "../../../../shared/simulation/index.ts";
import type { PanelRun } from "../run/run.ts";
import { t } from "../words/l10n.ts";

/** One number of the answer, and the entry of the drawn run that shows it. */
interface Fact {
  readonly text: string;
  readonly evidence: (run: PanelRun) => TimelineEntry | undefined;
}

/** A wait that is shorter is none to people. */
const shortestWaitMs = 1000;
/** An outcome that nearly all runs share needs no count. */
const sharedByAll = 0.95;

/** The numbers of the answer that its sentence does not say, and that are not zero. */
export function factsOf(answer: Answer): readonly Fact[] {
  const { job, firstReadyMs, downMs, longestWaitMs, headline } = answer;
  const facts = [
    restartsFact(answer),
    job === undefined || job.failedPods.max === 0 ? undefined : failedPodsFact(job.failedPods, headline),
    job !== undefined || firstReadyMs === undefined ? undefined : readyFact(firstReadyMs, headline),
    job !== undefined || downMs.max === 0 ? undefined : timeFact(t("out of service"), downMs, headline, firstUnready),
    longestWaitMs.p50 < shortestWaitMs ? undefined : timeFact(t("longest wait"), longestWaitMs, headline, longestWait),
    outcomeFact(answer),
  ];
  return facts.filter((fact) => fact !== undefined);
}

function restartsFact({ restarts, containers, headline }: Answer): Fact | undefined {
  if (restarts.max === 0) return undefined;
  const each = saysEach(headline, containers) ? "" : eachInWords(containers);
  if (each === "" && saysCount(headline, restarts)) return undefined;
  const range = restarts.min === restarts.max ? "" : countInWords(restarts);
  const beside = [range, each].filter((part) => part !== "").join("; ");
  const count = restarts.p50 === 1 ? t("1 restart") : t("{0} restarts", restarts.p50);
  return {
    text: beside === "" ? count : `${count} (${beside})`,
    evidence: ({ story }) => story.find(({ kind, run = 1 }) => kind === "container-started" && run > 1),
  };
}

/** More names would push the other numbers out of the line. */
const namesMax = 3;

/** `a 9, backup 5, queue 4`; empty where one restarts, or all restart as often: then all restart together. */
function eachInWords(containers: Answer["containers"]): string {
  if (new Set(containers.map(({ restarts }) => restarts.p50)).size < 2) return "";
  const most = containers.toSorted((left, right) => right.restarts.p50 - left.restarts.p50);
  const more = most.length > namesMax ? [`+${most.length - namesMax}`] : [];
  return [...most.slice(0, namesMax).map(({ name, restarts }) => `${name} ${restarts.p50}`), ...more].join(", ");
}

/** Whether it counts all but one: the total says the rest. */
function saysEach(headline: string, containers: Answer["containers"]): boolean {
  const uncounted = containers.filter(({ name, restarts: { p50 } }) => {
    const counts = [`${name} restarts `, `${name} once`, `${name} ${p50} times`];
    return p50 > 0 && !counts.some((count) => headline.includes(count));
  });
  return uncounted.length < 2;
}

function failedPodsFact(failed: Spread, headline: string): Fact | undefined {
  if (saysCount(headline, failed)) return undefined;
  const range = failed.min === failed.max ? "" : ` (${countInWords(failed)})`;
  return {
    text: failed.p50 === 1 ? t("1 failed pod") + range : t("{0} failed pods", failed.p50) + range,
    evidence: ({ story }) => story.find(({ kind, data }) => kind === "phase-changed" && data.phase === "Failed"),
  };
}

function timeFact(name: string, spread: Spread, headline: string, evidence: Fact["evidence"]): Fact | undefined {
  if (saysTime(headline, formatTypical(spread.p50)) || saysTime(headline, rangeInWords(spread))) return undefined;
  return { text: `${name} ${typicalInWords(spread)}`, evidence };
}

/** So soon is at once to people. */
const soonMs = 1000;

function readyFact(firstReadyMs: Spread, headline: string): Fact | undefined {
  return firstReadyMs.p50 < soonMs ? undefined : timeFact(t("ready after"), firstReadyMs, headline, firstReady);
}

/** `30 of 100 runs: ready for good after 3m–29m`. */
function outcomeFact({ outcomes, runs, headline }: Answer): Fact | undefined {
  const rarer = outcomes.find(
    ({ share }) => share < sharedByAll && !saysTime(headline, `${Math.round(share * runs)} of ${runs}`),
  );
  const isSaid = /\d of \d{1,6} runs/.test(headline);
  if (rarer === undefined || isSaid || outcomes.length < 2) return undefined;
  return {
    text: t("{0} of {1} runs: {2}", Math.round(rarer.share * runs), runs, rarer.text),
    evidence: () => undefined,
  };
}

function saysTime(headline: string, text: string): boolean {
  const words = headline.split(/[\s,;()]+/).map((word) => word.replace(/[.:]$/, ""));
  return text.includes(" ") ? headline.includes(text) : words.includes(text);
}

function saysCount(headline: string, { min, max, p50 }: Spread): boolean {
  if (min === 1 && max === 1) return /\bonce\b|\b1 (?:restart|failed)/.test(headline);
  return saysTime(headline, countInWords({ min, max, p50 }));
}

const firstReady: Fact["evidence"] = ({ story }) => story.find((entry) => isReady(entry, "True"));

const firstUnready: Fact["evidence"] = (run) => {
  const ready = firstReady(run);
  return run.story.find((entry) => isReady(entry, "False") && ready !== undefined && entry.tMs > ready.tMs);
};

function isReady({ kind, data }: TimelineEntry, status: string): boolean {
  return kind === "condition-changed" && data.condition === "Ready" && data.status === status;
}

/** From an exit to the next start of the same container. */
function longestWait({ story }: PanelRun): TimelineEntry | undefined {
  const exits = new Map<string | undefined, TimelineEntry>();
  let longest: TimelineEntry | undefined;
  let mostMs = 0;
  for (const entry of story) {
    if (entry.kind === "container-exited") exits.set(entry.container, entry);
    const exit = exits.get(entry.container);
    if (entry.kind !== "container-started" || exit === undefined || entry.tMs - exit.tMs <= mostMs) continue;
    mostMs = entry.tMs - exit.tMs;
    longest = exit;
  }
  const wait = story.find(({ kind, cause }) => kind === "back-off-started" && cause === longest?.id);
  return wait ?? longest;
}
