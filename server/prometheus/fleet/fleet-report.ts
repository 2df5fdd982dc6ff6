import { agreeing, counted } from "../../../shared/basics/counted.ts";
import { formatRecorded } from "../../../shared/basics/span-words.ts";
import type { FleetReport } from "../../../shared/prometheus/fleet/model.ts";
import { type FoundActive, findActive } from "./activity.ts";
import { beginningTexts } from "./beginnings.ts";
import { makeReport } from "./make-report.ts";
import { findPlaces } from "./owners.ts";
import { findProbes } from "./probes.ts";
import { Prometheus, type Transport } from "./prometheus.ts";
import type { FleetQuestion } from "./question.ts";
import { readHistories } from "./read-histories.ts";
import { survey } from "./survey.ts";
import { BoundedWork } from "./work.ts";

interface Surroundings {
  /** Ms since 1970. */
  readonly now: () => number;
  /** What is done now, and how many requests were answered. */
  readonly onProgress: (step: string, answered: number) => void;
}

type Answered = { readonly value: FleetReport } | { readonly problem: string };

/** Clocks further apart are worth a sentence. */
const skewMs = 5000;

/** Asks the server and makes the report. The problem is a sentence without secrets. */
export async function fleetReport(
  transport: Transport,
  question: FleetQuestion,
  { now, onProgress }: Surroundings,
): Promise<Answered> {
  const prometheus = new Prometheus(transport);
  const beganMs = now();
  let [step, answered] = ["", 0];
  const work = new BoundedWork(
    question.parallel,
    () => now() - beganMs > question.budgetMs,
    () => {
      answered += 1;
      onProgress(step, answered);
    },
  );
  const begin = (text: string): void => {
    step = text;
    onProgress(step, answered);
  };
  begin("looking for restarts");
  // The server's clock counts: its samples have its times.
  const first = await prometheus.values("job", "up", { fromMs: beganMs - 60_000, untilMs: beganMs });
  if ("failure" in first) return { problem: first.failure.problem };
  const untilMs = question.untilMs ?? now() + transport.aheadMs;
  const range = { fromMs: untilMs - question.sinceMs, untilMs };
  const { matchers } = question.match;
  const surveyed = await survey(prometheus, range, matchers, question.minRestarts);
  if ("failure" in surveyed) return { problem: surveyed.failure.problem };
  const asked = { survey: surveyed.value, range, matchers };
  begin("counting restarts");
  const active = await findActive(prometheus, work, { ...asked, minRestarts: question.minRestarts });
  if (active.containers.length === 0 && active.missing > 0) return { problem: firstProblem(work) };
  begin("reading restarts");
  const read = await readHistories(prometheus, work, { ...asked, containers: active.containers });
  if (read.histories.length === 0 && read.missing > 0) return { problem: firstProblem(work) };
  begin("looking for nodes and workloads");
  const places = await findPlaces(prometheus, work, { ...asked, containers: active.containers });
  const probesOf = await findProbes(prometheus, work, { ...asked, containers: active.containers });
  begin("replaying");
  const missing = [
    ...clockTexts(transport.aheadMs),
    ...surveyed.value.missing,
    ...beginningTexts(active.begins, range),
    ...leftOut(active, read.missing, work, question.budgetMs),
    ...warningTexts([...prometheus.warnings]),
  ];
  const { histories } = read;
  return {
    value: makeReport({
      question,
      range,
      survey: surveyed.value,
      address: transport.address,
      histories,
      places,
      probesOf,
      missing,
    }),
  };
}

function firstProblem({ problems, hasLeftOut }: BoundedWork): string {
  const [problem] = problems;
  return problem ?? (hasLeftOut ? "--budget is too short: nothing was read" : "nothing could be read");
}

const warningsShown = 3;

/** Each store of a Thanos that does not answer has a warning of its own. */
function warningTexts(warnings: readonly string[]): readonly string[] {
  const shown = warnings.slice(0, warningsShown).map((warning) => `The server warns: ${warning}`);
  const more = warnings.length - shown.length;
  return more > 0 ? [...shown, `${counted(more, "more warning")} of the server.`] : shown;
}

function clockTexts(aheadMs: number): readonly string[] {
  if (Math.abs(aheadMs) <= skewMs) return [];
  return [
    `The server's clock is ${formatRecorded(Math.abs(aheadMs))} ${aheadMs > 0 ? "ahead of" : "behind"} this machine's: its time is used.`,
  ];
}

function leftOut(
  active: FoundActive,
  unread: number,
  { problems, hasLeftOut }: BoundedWork,
  budgetMs: number,
): readonly string[] {
  const pods = active.missing === 0 ? [] : [`Restarts of ${counted(active.missing, "pod")} were not counted.`];
  const loops =
    unread === 0
      ? []
      : [
          `${unread} of ${counted(active.containers.length, "container")} that restarted ${agreeing(unread, "were")} not read.`,
        ];
  const budget = hasLeftOut
    ? [`The time of --budget (${formatRecorded(budgetMs)}) was over before all was asked.`]
    : [];
  return [...pods, ...loops, ...budget, ...[...problems].map((problem) => `Some requests failed: ${problem}.`)];
}
