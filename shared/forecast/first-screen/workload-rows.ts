import { capitalized } from "../../basics/capitalized.ts";
import { counted } from "../../basics/counted.ts";
import { formatDuration } from "../../basics/durations.ts";
import { formatAtLeast } from "../../basics/span-words.ts";
import type { PlayableWorkload } from "../../controllers/pods/play-workload.ts";
import { volumeConflictOf } from "../../controllers/pods/volume-conflict.ts";
import type { Container, DefaultedPod } from "../../kubernetes/pod.ts";
import type { RolloutForecast, WorkloadForecast } from "../workload/model.ts";
import type { WorkloadRow, WorkloadRowId } from "../workload/row.ts";
import { lateWaiter } from "../workload/waiter-words.ts";
import { paceOf, workloadRows } from "../workload/words.ts";
import type { ScreenRow } from "./model.ts";

/** A workload with what is known of its changes. */
export interface ScreenWorkload {
  readonly workload: PlayableWorkload;
  readonly forecast: WorkloadForecast;
}

const rowsMax = 3;

/** The rollout, then what is not as it should be, the worst first. */
export function rolloutScreenRows({ workload, forecast }: ScreenWorkload, isDescribed: boolean): readonly ScreenRow[] {
  const rows = workloadRows(workload, forecast);
  const late = lateIn(workload, forecast);
  const isShown = ({ id, what }: WorkloadRow): boolean => id !== "waiter" || what === late;
  const asRow = (id: WorkloadRowId): readonly ScreenRow[] =>
    rows.flatMap((row) => (row.id === id && isShown(row) ? [screenRow(row)] : []));
  const [rollout] = asRow("rollout");
  const demand = isDescribed ? undefined : rolloutDemand(workload, forecast);
  const first = demand === undefined ? rollout : { label: "Rollout", text: demand };
  const worse = notAsUsual(workload, forecast).flatMap(asRow);
  return [...(first === undefined ? [] : [first]), ...worse].slice(0, rowsMax);
}

function screenRow({ what, text }: WorkloadRow): ScreenRow {
  return { label: capitalized(what), text };
}

/**
 * What a rollout takes depends on programs that nobody has described: `3 pods one by one, each as long as web needs to become ready`.
 * Undefined where it does not complete, or nothing rolls out.
 */
function rolloutDemand(workload: PlayableWorkload, { rollout, pods }: WorkloadForecast): string | undefined {
  if (rollout?.completes === undefined) return undefined;
  const names = workload.pod.containers.map(({ name }) => name);
  const who = names.length === 1 ? `${names.join("")} needs` : "its containers need";
  const many = pods === 1 ? "" : `${counted(pods, "pod")}, `;
  const pace = `${many}${paceOf(workload, pods)}`;
  const { minReadySeconds } = workload.spec;
  const later =
    minReadySeconds === 0 ? "" : `, available ${formatDuration(minReadySeconds * 1000)} later (minReadySeconds)`;
  if (isReadyOnceItRuns(workload.pod))
    return `${pace}${pods === 1 ? "; it is" : ", each"} ready as soon as it runs (no readiness probe)${later}`;
  const each = pods === 1 ? "; it takes as long" : ", each as long";
  return `${pace}${each} as ${who} to become ready${later}${patience(workload, rollout, pods)}`;
}

/** Nothing has to succeed before the pod is Ready: no init container, no probe that holds it up, no other controller. */
function isReadyOnceItRuns({ initContainers, containers, readinessGates }: DefaultedPod): boolean {
  const holdsUp = ({ probes }: Container): boolean => probes.readiness !== undefined || probes.startup !== undefined;
  return initContainers.length === 0 && readinessGates.length === 0 && !containers.some(holdsUp);
}

/** How long a pod may take before the rollout counts as failed. */
function patience({ spec }: PlayableWorkload, { quietMs }: RolloutForecast, pods: number): string {
  if (spec.kind !== "Deployment" || spec.progressDeadlineSeconds === undefined) return "";
  const spareMs = spec.progressDeadlineSeconds * 1000 - quietMs;
  return spareMs <= 0 ? "" : `; up to ${formatAtLeast(spareMs)}${pods === 1 ? "" : " each"} before it counts as failed`;
}

/** What people have to know of a change before it happens. */
function notAsUsual(workload: PlayableWorkload, forecast: WorkloadForecast): readonly WorkloadRowId[] {
  const { rollout, drain, shutdown, withEvents, judgments, pods } = forecast;
  const ids: readonly (readonly [WorkloadRowId, boolean])[] = [
    ["scenario", withEvents !== undefined],
    ["load", forecast.spiral !== undefined],
    ["expectation", judgments.some(({ holds }) => !holds)],
    ["volume", volumeConflictOf(workload) !== undefined],
    ["deadline", rollout !== undefined && isLate(workload.spec, rollout)],
    ["available", rollout !== undefined && pods > 0 && rollout.availableAtLeast === 0],
    ["shared", forecast.shared.some(({ atLeast, needs }) => atLeast < needs)],
    ["drain", drain !== undefined && (drain.fails || drain.refusedRuns > 0 || drain.leftIn === undefined)],
    ["deletion", shutdown.isKilled || shutdown.isPreStopCut],
    ["waiter", lateIn(workload, forecast) !== undefined],
  ];
  return ids.flatMap(([id, is]) => (is ? [id] : []));
}

/** Who waits for too long for a rollout that completes. */
function lateIn(workload: PlayableWorkload, { rollout }: WorkloadForecast): string | undefined {
  return rollout?.completes === undefined ? undefined : lateWaiter(workload, rollout);
}

/** Whether people are told that it has failed: the rollout takes longer than its deadline allows, or an expectation does not hold. */
export function countsAsFailed({ workload, forecast: { rollout, judgments } }: ScreenWorkload): boolean {
  return (rollout !== undefined && isLate(workload.spec, rollout)) || judgments.some(({ holds }) => !holds);
}

function isLate(spec: PlayableWorkload["spec"], { deadlineExceeded, quietMs }: RolloutForecast): boolean {
  if (deadlineExceeded !== undefined) return true;
  return spec.kind === "Deployment" && quietMs > (spec.progressDeadlineSeconds ?? Number.POSITIVE_INFINITY) * 1000;
}
