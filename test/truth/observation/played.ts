import { allContainers } from "../../../shared/kubernetes/pod.ts";
import { inferScenario } from "../../../shared/observation/inference/infer.ts";
import { kubeletModelOf } from "../../../shared/observation/objects/kubelet-model.ts";
import { addPod, type PodHistory } from "../../../shared/observation/objects/runs.ts";
import { parseScenario, textsOfLines } from "../../../shared/scenario/language/parse.ts";
import { simulate } from "../../../shared/simulation/index.ts";
import type { RecordedPod } from "./recorded-pods.ts";

/** What one container of a recording did, and what it does when the inferred scenario is played. */
export interface Played {
  readonly container: string;
  readonly line: string;
  /** `1 Error`, oldest first. */
  readonly real: readonly string[];
  readonly realRestarts: number;
  /** The same, for each seed. */
  readonly played: readonly { readonly exits: readonly string[]; readonly restarts: number }[];
}

/** Infers a scenario from all looks at a recorded pod, and plays it as long as the recording is. */
export function playInferred(recorded: RecordedPod): readonly Played[] {
  const last = recorded.looks.findLast(({ pod }) => pod.deletionAt === undefined);
  const [first] = recorded.looks;
  if (last === undefined || first === undefined) return [];
  const facts = kubeletModelOf(last.pod, recorded.assumptions);
  if (facts === undefined) return [];
  let history: PodHistory | undefined;
  for (const { pod, atMs } of recorded.looks) {
    if (atMs > last.atMs) break;
    history = addPod(history, pod, { seenMs: atMs, atMost: Number.POSITIVE_INFINITY });
  }
  const { lines } = inferScenario(facts, { pod: last.pod, history, events: last.events });
  const { pod, assumptions } = facts;
  const { scenario, problems } = parseScenario(textsOfLines(lines), allContainers(pod));
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join("\n"));
  const untilMs = last.atMs - first.atMs;
  const timelines = seeds.map((seed) => simulate({ pod, assumptions, scenario, seed, untilMs, recording: "entries" }));
  return allContainers(pod).map(({ name }) => {
    const mine = recorded.runs.filter(({ container, startedMs }) => container === name && startedMs <= last.atMs);
    const ended = mine.filter(({ exitedMs = Number.POSITIVE_INFINITY }) => exitedMs <= last.atMs);
    return {
      container: name,
      line: lines.find(({ container }) => container === name)?.text ?? "",
      real: ended.map(({ exitCode, reason }) => `${exitCode} ${reason}`),
      realRestarts: mine.length - 1,
      played: timelines.map(({ entries }) => {
        const its = entries.filter(({ container }) => container === name);
        const exits = its.filter(({ kind }) => kind === "container-exited");
        return {
          exits: exits.map(({ data }) => `${data.exitCode} ${data.reason}`),
          restarts: its.filter(({ kind }) => kind === "container-started").length - 1,
        };
      }),
    };
  });
}

/** Whether the exits are the recorded ones, as far as both go, and the number of restarts is within what the seeds give, or one off. */
export function isSame({ real, realRestarts, played }: Played): boolean {
  const counts = played.map(({ restarts }) => restarts);
  const isInOrder = played.some(({ exits }) => exits.every((exit, index) => exit === (real[index] ?? exit)));
  return isInOrder && realRestarts >= Math.min(...counts) - 1 && realRestarts <= Math.max(...counts) + 1;
}

/** Jitter decides how many restarts there are until a moment. */
const seeds = [1, 2, 3, 4, 5, 6, 7, 8];
