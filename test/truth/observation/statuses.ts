import type { ObservedNow } from "../../../shared/observation/answer/model.ts";
import { observedPodAnswer } from "../../../shared/observation/answer/pod-answer.ts";
import { kubeletModelOf, lookAt } from "../../../shared/observation/index.ts";
import { createRandom } from "../../../shared/simulation/world/random.ts";
import type { NamedPod } from "./figures.ts";
import type { RealRun, RecordedLook, RecordedPod } from "./recorded-pods.ts";

// Compares the first sentence about a recorded status with what the recording shows to have been true at that moment.

/** At so many moments of each pod its status is judged. */
const momentsOfPod = 12;

/** What was wrong of an answer: the words, who ended the run, or when the next one began. */
export type Mistake = "words" | "verdict" | "cause" | "window";

export interface JudgedAnswer {
  readonly name: string;
  readonly headline: string;
  readonly mistakes: readonly Mistake[];
  /** For people: what was true. */
  readonly truth: string;
}

/** The answers of one pod at moments that its name draws, as somebody without a history gets them, with and without events. */
export function judgedAnswers({ name, pod }: NamedPod, index: number): readonly JudgedAnswer[] {
  const [first] = pod.looks;
  if (first === undefined) return [];
  const random = createRandom(index + 1);
  const moments = Array.from({ length: momentsOfPod }, () => first.atMs + random.next() * (pod.endMs - first.atMs));
  return moments.flatMap((atMs) => {
    const look = pod.looks.findLast((each) => each.atMs <= atMs);
    return look === undefined ? [] : [true, false].flatMap((hasEvents) => judged(name, pod, { look, atMs, hasEvents }));
  });
}

/** When a kubelet that was stopped goes on, and who stopped the containers of a sandbox that is made anew, no status and no event tells. */
function isUntold(name: string, mistake: Mistake): boolean {
  return (mistake === "window" && name.includes("@stops-")) || (mistake === "cause" && name.startsWith("new-sandbox-"));
}

interface Asked {
  readonly look: RecordedLook;
  readonly atMs: number;
  readonly hasEvents: boolean;
}

function judged(name: string, recorded: RecordedPod, { look, atMs, hasEvents }: Asked): readonly JudgedAnswer[] {
  const model = kubeletModelOf(look.pod, recorded.assumptions);
  if (model === undefined) return [];
  const events = hasEvents ? eventsAt(recorded, atMs) : [];
  const answer = observedPodAnswer(model, lookAt(look.pod, events), { atMs, isNow: true });
  const truth = new Truth(recorded, look, atMs);
  const mistakes = mistakesOf(answer, truth).filter((mistake) => !isUntold(name, mistake));
  return [{ name, headline: answer.headline, mistakes, truth: truth.text }];
}

/** Events go on while the status stays. */
function eventsAt({ looks }: RecordedPod, atMs: number): RecordedLook["sentEvents"] {
  return looks.findLast((look) => look.atMs <= atMs)?.sentEvents ?? [];
}

/** From what happens until a watcher of the API has it: the kubelet looks each second, and the way takes its time. */
const latencyMs = 3000;

/** What the runtime did around a moment. */
class Truth {
  readonly #recorded: RecordedPod;
  readonly #look: RecordedLook;
  readonly #atMs: number;

  constructor(recorded: RecordedPod, look: RecordedLook, atMs: number) {
    this.#recorded = recorded;
    this.#look = look;
    this.#atMs = atMs;
  }

  get text(): string {
    const runs = this.#recorded.runs.filter(({ startedMs }) => startedMs <= this.#atMs);
    const last = new Map(runs.map((run) => [run.container, run]));
    return [...last.values()].map((run) => runText(run, this.#atMs)).join("; ");
  }

  /** Whether the container ran at some time that this status can speak of. */
  ranAround(container: string): boolean {
    const fromMs = this.#look.atMs - latencyMs;
    return this.#of(container).some(
      ({ startedMs, exitedMs = Number.POSITIVE_INFINITY }) => startedMs <= this.#atMs && exitedMs >= fromMs,
    );
  }

  /** Whether it did not run at some time that this status can speak of. */
  wasDownAround(container: string): boolean {
    const fromMs = this.#look.atMs - latencyMs;
    return !this.#of(container).some(
      ({ startedMs, exitedMs = Number.POSITIVE_INFINITY }) => startedMs <= fromMs && exitedMs > this.#atMs,
    );
  }

  runOf(container: string, number: number): RealRun | undefined {
    return this.#of(container).find((run) => run.number === number);
  }

  /** Until when it was watched. */
  get endMs(): number {
    return this.#recorded.endMs;
  }

  get look(): RecordedLook {
    return this.#look;
  }

  /** Containers that share an image share its back-off. */
  get nextPullMs(): number | undefined {
    return this.#recorded.pulls.find(({ atMs }) => atMs > this.#look.atMs)?.atMs;
  }

  /** Of any container: where all of them restart, the first one comes when that begins. */
  get nextStartMs(): number | undefined {
    return this.#recorded.runs.find(({ startedMs }) => startedMs > this.#look.atMs)?.startedMs;
  }

  #of(container: string): readonly RealRun[] {
    return this.#recorded.runs.filter((run) => run.container === container);
  }
}

function runText(
  { container, number, exitedMs = Number.POSITIVE_INFINITY, exitCode, reason, cause }: RealRun,
  atMs: number,
): string {
  if (exitedMs > atMs) return `${container} runs (#${number})`;
  return `${container} #${number} ended with ${exitCode} ${reason}, ${cause} ${Math.round((atMs - exitedMs) / 1000)}s ago`;
}

function mistakesOf(answer: ObservedNow, truth: Truth): readonly Mistake[] {
  const found: Mistake[] = [];
  if (!areWordsTrue(answer, truth)) found.push("words");
  if (!isVerdictTrue(answer, truth)) found.push("verdict");
  if (!isCauseTrue(answer, truth)) found.push("cause");
  if (!isWindowTrue(answer, truth)) found.push("window");
  return found;
}

/** Whether the pod and the container that the answer names were so. */
function areWordsTrue({ is, container }: ObservedNow, truth: Truth): boolean {
  const { pod } = truth.look;
  const regular = pod.containers.filter(({ kind }) => kind === "regular").map(({ name }) => name);
  switch (is) {
    case "crash-loop":
    case "restarting":
    case "reset":
    case "ended":
    case "image":
    case "create":
      return container !== undefined && truth.wasDownAround(container);
    case "creating":
      return container === undefined || truth.wasDownAround(container);
    case "initializing":
    case "starting":
      return container !== undefined && truth.ranAround(container);
    case "not-ready":
      return container === undefined || truth.ranAround(container);
    case "ready":
      return pod.containers
        .filter(({ kind }) => kind === "regular")
        .every(({ name, state }) => truth.ranAround(name) || state.is === "terminated");
    case "completed":
    case "failed":
      return regular.every((name) => truth.wasDownAround(name));
    case "deleting":
      return pod.deletionAt !== undefined;
    case "unscheduled":
      return regular.every((name) => truth.wasDownAround(name));
  }
}

/** A verdict of health means that all regular containers ran or were done; one of trouble, that one was down or not ready, or had been. */
function isVerdictTrue({ outlook }: ObservedNow, truth: Truth): boolean {
  const { containers, phase, deletionAt } = truth.look.pod;
  const isOver = phase === "Succeeded" || phase === "Failed" || deletionAt !== undefined;
  const isRefused = containers.some(({ state }) => state.is === "waiting" && state.reason === "CrashLoopBackOff");
  if (isRefused && !isOver) return outlook === "crash-loop";
  const regular = containers.filter(({ kind }) => kind === "regular");
  if (outlook === "healthy")
    return regular.every(
      ({ name, state }) => truth.ranAround(name) || (state.is === "terminated" && state.exitCode === 0),
    );
  if (outlook === "crash-loop" || outlook === "restarts")
    return containers.some(({ name, restartCount }) => restartCount > 0 || truth.wasDownAround(name));
  return true;
}

/** Whether the run that it waits after ended as the words say. */
function isCauseTrue({ is, container, headline }: ObservedNow, truth: Truth): boolean {
  if (is !== "crash-loop" && is !== "restarting") return true;
  const status = truth.look.pod.containers.find(({ name }) => name === container);
  const run = status && truth.runOf(status.name, status.restartCount);
  if (run?.cause === undefined) return true;
  if (run.reason === "OOMKilled") return headline.includes("OOM-killed");
  switch (run.cause) {
    case "liveness":
      return headline.includes("killed by liveness");
    case "startup":
      return headline.includes("killed by the startup probe");
    case "other":
      return headline.includes("stopped") || headline.includes("postStart");
    case "reset":
      return headline.includes("all containers");
    case "itself":
      return headline.includes(`exit code ${run.exitCode}`)
        ? !headline.includes("stopped")
        : headline.includes("failed start");
  }
}

/** Whether the next start, or the next pull, came when it is said to. */
function isWindowTrue({ next, is, container }: ObservedNow, truth: Truth): boolean {
  if (next === undefined || container === undefined) return true;
  const status = truth.look.pod.containers.find(({ name }) => name === container);
  const startedMs =
    is === "image"
      ? truth.nextPullMs
      : is === "reset"
        ? truth.nextStartMs
        : truth.runOf(container, (status?.restartCount ?? 0) + 1)?.startedMs;
  return startedMs === undefined || (startedMs >= next.earliestMs && startedMs <= next.latestMs);
}

export interface StatusFigures {
  readonly answers: number;
  readonly right: number;
  /** Answers whose first words or whose verdict are not true. */
  readonly wrongWords: number;
}

export function statusFigures(judged: readonly JudgedAnswer[]): StatusFigures {
  const wrongWords = judged.filter(({ mistakes }) => mistakes.includes("words") || mistakes.includes("verdict")).length;
  return { answers: judged.length, right: judged.filter(({ mistakes }) => mistakes.length === 0).length, wrongWords };
}
