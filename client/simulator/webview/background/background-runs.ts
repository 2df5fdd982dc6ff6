import { play } from "../../../../shared/controllers/job/play.ts";
import { createAnswer, rejectedAnswer } from "../../../../shared/forecast/answer/answer.ts";
import { createJudging } from "../../../../shared/forecast/expectations/expectations.ts";
import { createEnvelope } from "../../../../shared/forecast/runs/envelope.ts";
import { collectSteps } from "../../../../shared/forecast/runs/steps.ts";

import { envelopeRuns } from "../model/export-request.ts";
import type { Model } from "../model/model.ts";
import { observedOver } from "../run/observed-run.ts";
import type { PanelRun } from "../run/run.ts";
import { knownAnswer } from "../run/setup.ts";
import { createWhatIfs, type WhatIfLine } from "../run/what-if.ts";
import { askAlerts } from "./ask-alerts.ts";
import type { BackgroundRuns } from "./background-page.ts";
import { askFindings } from "./findings.ts";

/** Plays the runs that are wanted beside a new one. What was shown of them stays until all are played. */
export function playBeside(model: Model, page: BackgroundRuns): void {
  const { run, observed } = model;
  if (knownAnswer({ payload: run.payload, setup: model.setup, horizonMs: run.horizonMs }) === undefined)
    answer(run, page);
  compare(model, page);
  judge(run, page);
  askWhatIf(run, page);
  askFindings(model, page);
  askAlerts(model, page);
  if (observed !== undefined)
    page.show({ observed: observedOver(run, observed.overlay, { steps: undefined, moments: observed.moments }) });
  if (observed !== undefined) judgeObserved(run, page);
  playEnvelope(run, page);
}

/** The answer takes many runs: they are played when the one that was changed is on the screen, between other frames. */
function answer(run: PanelRun, page: BackgroundRuns): void {
  const { pod, assumptions, scenario, horizonMs, payload } = run;
  if (payload.refused !== undefined) {
    page.show({ answer: rejectedAnswer(payload.refused, horizonMs), isAnswering: false });
    return;
  }
  const answering = createAnswer({ pod, assumptions, scenario, horizonMs, job: payload.job });
  playRuns(run, page, {
    count: answering.runs,
    playOne: (index) => answering.play(index),
    isWanted: () => true,
    done: () => page.show({ answer: answering.result(), isAnswering: false }),
  });
}

/** The answer of the second node, for the numbers that differ. */
function compare({ run, second }: Model, page: BackgroundRuns): void {
  if (second === undefined || second.payload.refused !== undefined) return;
  const { pod, assumptions, scenario, horizonMs, payload } = second;
  const answering = createAnswer({ pod, assumptions, scenario, horizonMs, job: payload.job });
  playRuns(run, page, {
    count: answering.runs,
    playOne: (index) => answering.play(index),
    isWanted: (now) => now.second === second,
    done: () => page.show({ secondAnswer: answering.result() }),
  });
}

/** What the pod would do if its containers misbehaved. */
function askWhatIf(run: PanelRun, page: BackgroundRuns): void {
  const questions = createWhatIfs(run);
  const answered: WhatIfLine[] = [];
  playRuns(run, page, {
    count: questions.runs,
    playOne: (index) => {
      const found = questions.play(index);
      if (found !== undefined) answered.push(found);
    },
    isWanted: () => true,
    done: () => page.show({ whatIfs: answered }),
  });
}

function judge(run: PanelRun, page: BackgroundRuns): void {
  const judging = createJudging(run.pod, run.assumptions, run.scenario);
  playRuns(run, page, {
    count: judging.runs,
    playOne: (index) => judging.play(index),
    isWanted: () => true,
    done: () => page.show({ judgments: judging.result() }),
  });
}

/** Runs that what was observed is held against. Of a run that has many entries, a few show nearly as much. */
const judgingRuns = { most: 100, least: 5, entries: 150_000 } as const;

/** Holds what was observed against other runs of the same scenario. */
export function judgeObserved(run: PanelRun, page: BackgroundRuns): void {
  const steps = collectSteps();
  let entries = 0;
  playRuns(run, page, {
    count: judgingRuns.most,
    playOne: (index) => {
      if (index >= judgingRuns.least && entries > judgingRuns.entries) return;
      const played = play({ ...inputOf(run), seed: run.seed + index, recording: "entries" });
      entries += played.entries.length;
      steps.add(played.entries);
    },
    isWanted: ({ observed }) => observed !== undefined,
    done: () => {
      const { observed } = page.model() ?? {};
      if (observed === undefined) return;
      const { overlay, moments } = observed;
      page.show({ observed: observedOver(run, overlay, { steps: steps.result(), moments }) });
    },
  });
}

/** A run with more entries than this is not played under other seeds. */
const lightEntries = 5000;

function playEnvelope(run: PanelRun, page: BackgroundRuns): void {
  if (run.timeline.counts.entries > lightEntries) return;
  const envelope = createEnvelope({ ...inputOf(run), recording: "entries" }, envelopeRuns);
  playRuns(run, page, {
    count: envelopeRuns,
    playOne: (index) => envelope.play(index),
    isWanted: ({ spreads }) => spreads === undefined,
    done: () => page.show({ spreads: { runs: envelopeRuns, entries: envelope.result() } }),
  });
}

interface Runs {
  readonly count: number;
  readonly playOne: (index: number) => void;
  readonly isWanted: (model: Model) => boolean;
  readonly done: () => void;
}

/** One in each step. They stop where another run is shown, or nobody wants them any more. */
function playRuns(run: PanelRun, { model, whenIdle }: BackgroundRuns, { count, playOne, isWanted, done }: Runs): void {
  let index = 0;
  if (count === 0) return;
  whenIdle(() => {
    const now = model();
    if (now?.run !== run || !isWanted(now)) return false;
    playOne(index++);
    if (index < count) return true;
    done();
    return false;
  });
}

function inputOf({ pod, assumptions, scenario, job, seed, horizonMs: untilMs }: PanelRun) {
  return { pod, assumptions, scenario, job, seed, untilMs };
}
