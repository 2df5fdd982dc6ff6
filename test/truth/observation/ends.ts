import {
  addPod,
  type KubeletModel,
  kubeletModelOf,
  type ObservedContainer,
  type ObservedRun,
  type PodHistory,
  type PodSnapshot,
  runsOf,
  stopOfRun,
} from "../../../shared/observation/index.ts";
import { isStartFailure } from "../../../shared/observation/objects/runs.ts";
import type { EndCause, RecordedPod } from "./recorded-pods.ts";

/** What may be known when somebody asks who ended a run: events of this moment, those that a kubelet sends, none, with or without what earlier looks told. */
export interface EndKnowledge {
  readonly events: "all" | "25 and one in 5m" | "none";
  readonly looks: "one" | "all";
}

/** What is said to have ended a run that a status shows, beside what did. */
export interface JudgedEnd {
  readonly container: string;
  readonly run: ObservedRun;
  readonly told: EndCause;
  readonly evidence: "event" | "run" | undefined;
  readonly real: EndCause;
}

/** Each run that a recorded pod's last status of it shows to be over. */
export function judgedEnds(recorded: RecordedPod, { events: which, looks }: EndKnowledge): readonly JudgedEnd[] {
  const judged = new Map<string, JudgedEnd>();
  let history: PodHistory | undefined;
  for (const { atMs, pod, events, sentEvents } of recorded.looks) {
    const model = kubeletModelOf(pod, recorded.assumptions);
    history = addPod(history, pod, { seenMs: atMs });
    if (model === undefined) continue;
    const known = which === "all" ? events : which === "none" ? [] : sentEvents;
    const look: PodSnapshot = { pod, history: looks === "all" ? history : undefined, events: known };
    for (const container of pod.containers)
      for (const end of endsOf(recorded, { model, look, container }))
        judged.set(`${container.name}/${end.run.number}`, end);
  }
  return [...judged.values()];
}

interface LookedAt {
  readonly model: KubeletModel;
  readonly look: PodSnapshot;
  readonly container: ObservedContainer;
}

function endsOf({ runs: realRuns }: RecordedPod, { model, look, container }: LookedAt): readonly JudgedEnd[] {
  const { name } = container;
  return runsOf(look, container).runs.flatMap((run) => {
    const real = realRuns.find((each) => each.container === name && each.number === run.number)?.cause;
    // The API itself says that all containers were restarted, and has forgotten the end.
    if (run.end === undefined || run.isReset || real === undefined) return [];
    const stop = stopOfRun(model, look, { container, run });
    return [{ container: name, run, told: toldCause(run, stop?.by), evidence: stop?.evidence, real }];
  });
}

function toldCause(run: ObservedRun, by: EndCause | undefined): EndCause {
  if (run.end !== undefined && isStartFailure(run.end)) return "itself";
  return by ?? "itself";
}

export interface EndFigures {
  readonly ends: number;
  readonly right: number;
  /** Of runs that a probe ended, and of those that are said to be. */
  readonly kills: number;
  readonly killsRight: number;
  /** `really liveness, told itself`, with how often. */
  readonly mistakes: ReadonlyMap<string, number>;
}

export const endKnowledges: readonly EndKnowledge[] = (["one", "all"] as const).flatMap((looks) =>
  (["all", "25 and one in 5m", "none"] as const).map((events) => ({ looks, events })),
);

export function endFigures(pods: readonly RecordedPod[], knowledge: EndKnowledge): EndFigures {
  const judged = pods.flatMap((pod) => judgedEnds(pod, knowledge));
  const wrong = judged.filter((end) => !isEndRight(end));
  const kills = judged.filter(({ told, real }) => isProbe(told) || isProbe(real));
  const mistakes = new Map<string, number>();
  for (const { told, real } of wrong) {
    const key = `really ${real}, told ${told}`;
    mistakes.set(key, (mistakes.get(key) ?? 0) + 1);
  }
  const killsRight = kills.filter(isEndRight).length;
  return { ends: judged.length, right: judged.length - wrong.length, kills: kills.length, killsRight, mistakes };
}

function isEndRight({ told, real }: JudgedEnd): boolean {
  return told === real;
}

function isProbe(cause: EndCause): boolean {
  return cause === "liveness" || cause === "startup";
}

/** All figures, as text. */
export function endsReport(pods: readonly RecordedPod[]): readonly string[] {
  return endKnowledges.flatMap((knowledge) => {
    const { ends, right, kills, killsRight, mistakes } = endFigures(pods, knowledge);
    const known = `${knowledge.looks} look${knowledge.looks === "one" ? "" : "s"}, events: ${knowledge.events}`;
    return [
      `${known}: ${right} of ${ends} ends have the right cause, ${killsRight} of ${kills} of those by a probe`,
      ...[...mistakes].map(([mistake, count]) => `  ${mistake}: ${count}`),
    ];
  });
}
