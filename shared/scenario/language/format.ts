import { formatDuration } from "../../basics/durations.ts";
import type {
  AnswerWindow,
  Condition,
  ContainerScript,
  Expectation,
  ImageAbsence,
  ImageBehavior,
  RolloutCondition,
  RolloutEvent,
  Run,
  RunEnd,
  ScenarioEvent,
  SharedLoad,
  StopBehavior,
  SurvivalCondition,
  When,
} from "../model.ts";
import { formatName } from "../reading/object-name.ts";
import { reservedWords } from "../reading/reserved-words.ts";
import { formatTarget } from "../reading/target.ts";
import { kubeletDownMsDefault, nodeDownMsDefault } from "./defaults.ts";
import { formatFault } from "./format-fault.ts";
import { formatOpenTime, optional, timeText } from "./format-time.ts";

/** The canonical text of what a container does: `crashes x5, then starts in 40s, ignores SIGTERM`. Reading it gives the script again. */
export function formatScript(script: ContainerScript): string {
  const last = script.runs.length - 1;
  const runs = script.runs.map(
    (run, index) => formatRun(run) + (run.times > 1 && index < last ? ` x${run.times}` : ""),
  );
  return [...formatImage(script.image), ...runs].join(", then ");
}

/** `app: expect ready within 1m30s`; without a name it speaks of the whole pod. */
export function formatExpectation({
  container,
  condition,
}: {
  readonly container?: Expectation["container"];
  readonly condition: Condition | RolloutCondition;
}): string {
  return `${container === undefined ? "" : `${container}: `}expect ${formatCondition(condition)}`;
}

/** `at 5m kubelet restarts`. */
export function formatEvent(event: ScenarioEvent | RolloutEvent): string {
  const at = `at ${formatDuration(event.atMs)}`;
  switch (event.kind) {
    case "kubelet-restart":
      return `${at} kubelet restarts${optional("in", event.downMs, kubeletDownMsDefault)}`;
    case "node-reboot":
      return `${at} node reboots${optional("in", event.downMs, nodeDownMsDefault)}`;
    case "own-node-lost":
      return `${at} node is lost`;
    case "readiness-gates":
      return `${at} readiness gates are ${event.areTrue}`;
    case "pod-deleted":
      return `${at} pod is deleted${optional("with grace", event.graceMs, undefined)}`;
    case "outage":
      return `${at} ${event.dependency} is away${optional("for", event.forMs, undefined, event.ranges?.forMs)}`;
    case "container-fault":
      return `${at} ${event.container}: ${formatFault(event.fault)}`;
    case "rollout":
      return `${at} rollout`;
    case "roll-back":
      return `${at} rolls back`;
    case "scale":
      return `${at} scales to ${event.replicas}`;
    case "pause":
      return `${at} pauses`;
    case "resume":
      return `${at} resumes`;
    case "node-drain":
      return `${at} node ${event.node === undefined ? "" : `${formatName("node", event.node)} `}drains`;
    case "node-loss":
      return `${at} node ${event.node === undefined ? "" : `${formatName("node", event.node)} `}is lost`;
    case "named-pod-deleted":
      return `${at} pod ${formatName("pod", event.pod)} is deleted${optional("with grace", event.graceMs, undefined)}`;
  }
}

function formatRun(run: Run): string {
  const clauses = [
    ...(run.createMs > 0 ? [`takes ${timeText(run.createMs, run.ranges?.createMs)} to create`] : []),
    ...(run.startMs > 0 ? [`takes ${timeText(run.startMs, run.ranges?.startMs)} to start`] : []),
    ...(run.fault === undefined ? [] : [run.fault + formatWhen(run.faultWhen)]),
    ...(run.startsInMs > 0 ? [`starts in ${timeText(run.startsInMs, run.ranges?.startsInMs)}`] : []),
    ...run.answers.map(formatAnswers),
    ...(run.end === undefined ? [] : [formatEnd(run.end)]),
    ...run.phasedEnds.map((end) => formatEnd(end) + formatWhen(end.when)),
    ...formatStop(run.stop),
  ];
  return clauses.length === 0 ? "runs" : clauses.join(", ");
}

function formatEnd(end: RunEnd): string {
  const after = optional("after", end.afterMs, 0, end.ranges?.afterMs);
  if (end.reason === "OOMKilled") return `oom${after}`;
  if (end.exitCode === 0) return `completes${after}`;
  return (end.exitCode === 1 ? "crashes" : `exits ${end.exitCode}`) + after;
}

/** ` until 4m`, ` during 5m–9m`, ` while database is away`; nothing for what always holds. */
function formatWhen(when: When | undefined): string {
  if (when === undefined) return "";
  if (when.kind === "away") return ` while ${when.dependency} is away`;
  if (when.fromMs === 0) return ` until ${formatDuration(when.untilMs)}`;
  return ` during ${formatOpenTime({ minMs: when.fromMs, maxMs: when.untilMs })}`;
}

function formatAnswers(window: AnswerWindow): string {
  const { answer, latencyMs, target, afterMs, forMs, ranges, everyMs, when, loads } = window;
  const whose = target === undefined ? "" : ` ${formatTarget(target, reservedWords)}`;
  const latency = answer === "answers" ? ` in ${timeText(latencyMs ?? 0, ranges?.latencyMs)}` : "";
  const load = loads === undefined ? "" : formatLoads(loads);
  const after = optional("after", afterMs, everyMs ?? 0, ranges?.afterMs);
  const lasts = optional("for", forMs, undefined, ranges?.forMs) + optional("every", everyMs, undefined);
  return answer + whose + latency + load + after + lasts + formatWhen(when);
}

/** ` with 4 ready, 1.3s with 3`: the time of the first one stands before it. */
function formatLoads([first, ...others]: readonly SharedLoad[]): string {
  const more = others.map(({ ready, latencyMs }) => `, ${formatDuration(latencyMs)} with ${ready}`);
  return first === undefined ? "" : ` with ${first.ready} ready${more.join("")}`;
}

function formatStop(stop: StopBehavior): readonly string[] {
  if (stop.kind === "ignores") return ["ignores SIGTERM"];
  const details =
    optional("in", stop.inMs, 0, stop.ranges?.inMs) + (stop.exitCode === 143 ? "" : ` with ${stop.exitCode}`);
  return details === "" ? [] : [`stops${details}`];
}

function formatImage(image: ImageBehavior | undefined): readonly string[] {
  if (image === undefined) return [];
  const { absences, pullMs, ranges } = image;
  const missing = absences.filter(({ missingTimes }) => missingTimes !== 0).map(formatAbsence);
  return [
    [...missing, ...(pullMs === undefined ? [] : [`image takes ${timeText(pullMs, ranges?.pullMs)}`])].join(", "),
  ];
}

function formatAbsence({ missingTimes, fromMs, untilMs, dependency }: ImageAbsence): string {
  if (dependency !== undefined) return `image missing${formatWhen({ kind: "away", dependency })}`;
  if (untilMs !== undefined) return `image missing${formatWhen({ kind: "during", fromMs, untilMs })}`;
  const times = missingTimes === undefined ? "" : ` ${missingTimes} times`;
  return `image missing${times}${optional("after", fromMs, 0)}`;
}

function formatCondition(condition: Condition | RolloutCondition): string {
  if (condition.kind === "available") return `available ${condition.comparison} ${condition.count} during rollout`;
  if (condition.kind === "survives") return formatSurvival(condition);
  const within = ` within ${formatDuration(condition.withinMs)}`;
  switch (condition.kind) {
    case "ready":
      return `ready${within}`;
    case "restarts":
      return `restarts ${condition.comparison} ${condition.count}${within}`;
    case "phase":
      return `phase ${condition.phase}${within}`;
    case "no-probe-kill":
      return `no probe kill${within}`;
    case "down-at-most":
      return `down at most ${formatDuration(condition.downMs)}${within}`;
    case "crash-loop":
      return `${condition.expected ? "" : "no "}crash loop${within}`;
    case "rollout":
      return `rollout${within}`;
  }
}

function formatSurvival({ fault, harm, lengthMs }: SurvivalCondition): string {
  const length = formatDuration(lengthMs);
  if (harm === "unready")
    return fault === "errors" ? `stays ready with failed probes for ${length}` : `stays ready in ${fault} of ${length}`;
  return fault === "errors" ? `survives failed probes for ${length}` : `survives ${fault} of ${length}`;
}
