import type { AttemptAnswer } from "../../probe/answer.ts";
import type { EntryData } from "../timeline/timeline.ts";
import { stepMs } from "../world/loops.ts";
import type { Scheduled } from "../world/queue.ts";
import type { Moment } from "../world/recorder.ts";
import type { RunningWorker, World } from "../world/world.ts";
import { type Asking, answerNow } from "./attempt-answer.ts";

/** What the record says of an attempt whose answer nobody waits for any more. */
export const canceled = { isCanceled: true } as const;

/** What the record says of an attempt, once its answer is known. */
export function answerData({ type }: RunningWorker, { result, tookMs }: AttemptAnswer): EntryData {
  return { probe: type, answer: result, tookMs };
}

/** Hears what the attempt came to, and whether the kubelet gave it up. */
type AnswerListener = (answer: AttemptAnswer, isGivenUp: boolean) => void;

/** Until the answer is there, what the container does can change, and the attempt can be cut short. */
export function awaitAnswer(
  world: World,
  asking: Asking,
  moment: Moment,
  firstAnswer: AttemptAnswer,
  onEnd: AnswerListener,
): void {
  const { container, worker } = asking;
  const { queue, recorder } = world;
  const askedMs = queue.nowMs;
  let answer = firstAnswer;
  // A pass that was asked for before the answer comes first, even if the answer takes no time.
  const schedule = (): Scheduled => {
    const toldMs = askedMs + answer.tookMs;
    const about = { container: container.spec.name, probe: worker.type };
    return queue.schedule(toldMs + stepMs(world.loops, "answer", toldMs, about), () => end(answer));
  };
  const end = (ended: AttemptAnswer, isGivenUp = false): void => {
    worker.busy = false;
    worker.underWay = undefined;
    onEnd(ended, isGivenUp);
  };
  let timer = schedule();
  worker.underWay = {
    cut: (result, isGivenUp) => {
      timer.canceled = true;
      if (isGivenUp === undefined && queue.nowMs === askedMs + answer.tookMs) {
        end(answer);
        return;
      }
      const ended: AttemptAnswer = { result, tookMs: queue.nowMs - askedMs };
      const data = answerData(worker, ended);
      recorder.amend(moment, isGivenUp === undefined ? data : { ...data, ...canceled });
      end(ended, isGivenUp);
    },
    renew: () => {
      const renewed = answerNow(world, asking, askedMs);
      if (renewed.result === answer.result && renewed.tookMs === answer.tookMs) return;
      answer = renewed;
      timer.canceled = true;
      timer = schedule();
      recorder.amend(moment, answerData(worker, answer));
    },
  };
}
