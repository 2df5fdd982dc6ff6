import { type CurveRunFigures, createAlternatives } from "../../../shared/forecast/alternatives.ts";
import { createEnvelope } from "../../../shared/forecast/envelope.ts";
import { createJudging } from "../../../shared/forecast/expectations.ts";
import type { Model } from "./model.ts";
import type { Run } from "./run.ts";

/** Of the envelope. */
export const envelopeRuns = 100;

/** So long a page may work between two frames. */
const sliceMs = 8;

/** What playing beside the page's own run needs of the page. */
export interface Besides {
  readonly model: () => Model | undefined;
  readonly whenIdle: (callback: () => void) => void;
  readonly show: (change: Partial<Pick<Model, "envelope" | "alternatives" | "judgements">>) => void;
}

/** Plays the runs that are wanted beside a new one. What was shown of them stays until all are played. */
export function playBeside({ run, wantsEnvelope, alternatives }: Model, page: Besides): void {
  judge(run, page);
  if (wantsEnvelope) playEnvelope(run, page);
  if (alternatives !== undefined) playAlternatives(run, page);
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
