import { type CurveRunFigures, createAlternatives } from "../../../shared/forecast/alternatives.ts";
import { createEnvelope } from "../../../shared/forecast/envelope.ts";
import { createJudging } from "../../../shared/forecast/expectations.ts";
import { forecastPod } from "../../../shared/forecast/pod.ts";
import { collectSteps } from "../../../shared/forecast/steps.ts";
import type { FromPage, PanelState } from "../../../shared/protocol/panel.ts";
import { simulate } from "../../../shared/simulation/index.ts";
import type { Model } from "./model.ts";
import { observedOver } from "./observed-run.ts";
import type { Play, Run } from "./run.ts";
import { isAsWritten } from "./setup.ts";

/** Of the envelope. */
export const envelopeRuns = 100;

/** So long a page may work between two frames. */
const sliceMs = 8;

/** What playing beside the page's own run needs of the page. */
export interface Besides {
  readonly model: () => Model | undefined;
  readonly whenIdle: (callback: () => void) => void;
  readonly show: (change: Partial<Model>) => void;
  /** Plays the pod with another setup or horizon. */
  readonly playWith: (other: Partial<Play>, change: Partial<Model>) => void;
  /** What the page kept before a window reload. */
  readonly restored: PanelState | undefined;
  readonly send: (message: FromPage) => void;
}

/** Plays the runs that are wanted beside a new one. What was shown of them stays until all are played. */
export function playBeside(model: Model, page: Besides): void {
  const { run, wantsEnvelope, alternatives, observed } = model;
  if (!isAsWritten(model.setup) || model.answer === "") answer(run, page);
  judge(run, page);
  if (observed !== undefined)
    page.show({ observed: observedOver(run, observed.overlay, { steps: undefined, moments: observed.moments }) });
  if (observed !== undefined) judgeObserved(run, page);
  if (wantsEnvelope) playEnvelope(run, page);
  if (alternatives !== undefined) playAlternatives(run, page);
}

/** The sentence takes several runs: it is worked out when the one that was changed is on the screen, between other frames. */
function answer(run: Run, { model, whenIdle, show }: Besides): void {
  const workOut = (): void => {
    if (model()?.run === run) show({ answer: forecastPod(run.pod, run.assumptions, run.scenario).summary });
  };
  whenIdle(() => whenIdle(workOut));
}

function judge(run: Run, page: Besides): void {
  const judging = createJudging(run.pod, run.assumptions, run.scenario);
  playRuns(run, page, {
    count: judging.runs,
    playOne: (index) => judging.play(index),
    isWanted: () => true,
    done: () => page.show({ judgements: judging.result() }),
  });
}

/** Runs that what was observed is held against. Of a run that has many entries, a few tell nearly as much. */
const judgingRuns = { most: 100, least: 5, entries: 150_000 } as const;

/** Holds what was observed against other runs of the same scenario. */
export function judgeObserved(run: Run, page: Besides): void {
  const steps = collectSteps();
  let entries = 0;
  playRuns(run, page, {
    count: judgingRuns.most,
    playOne: (index) => {
      if (index >= judgingRuns.least && entries > judgingRuns.entries) return;
      const played = simulate({ ...inputOf(run), seed: run.seed + index, recording: "entries" });
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

export function playEnvelope(run: Run, page: Besides): void {
  const envelope = createEnvelope({ ...inputOf(run), recording: "entries" }, envelopeRuns);
  playRuns(run, page, {
    count: envelopeRuns,
    playOne: (index) => envelope.play(index),
    isWanted: ({ wantsEnvelope }) => wantsEnvelope,
    done: () => page.show({ envelope: envelope.result() }),
  });
}

export function playAlternatives(run: Run, page: Besides): void {
  const curves = createAlternatives({ ...inputOf(run), recording: "entries" });
  const played: CurveRunFigures[] = [];
  playRuns(run, page, {
    count: curves.runs,
    playOne: (index) => {
      const figures = curves.play(index);
      if (figures !== undefined) played.push(figures);
    },
    isWanted: ({ alternatives }) => alternatives !== undefined,
    done: () => page.show({ alternatives: played }),
  });
}

interface Runs {
  readonly count: number;
  readonly playOne: (index: number) => void;
  readonly isWanted: (model: Model) => boolean;
  readonly done: () => void;
}

/** Some between two frames. They stop where another run is shown, or nobody wants them any more. */
function playRuns(run: Run, { model, whenIdle }: Besides, { count, playOne, isWanted, done }: Runs): void {
  let index = 0;
  if (count === 0) return;
  const playSome = (): void => {
    const now = model();
    if (now?.run !== run || !isWanted(now)) return;
    const untilMs = performance.now() + sliceMs;
    do playOne(index++);
    while (index < count && performance.now() < untilMs);
    if (index < count) whenIdle(playSome);
    else done();
  };
  whenIdle(playSome);
}

function inputOf({ pod, assumptions, scenario, seed, horizonMs: untilMs }: Run) {
  return { pod, assumptions, scenario, seed, untilMs };
}
