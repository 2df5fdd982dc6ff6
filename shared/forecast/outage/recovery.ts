import { allContainers, type DefaultedPod } from "../../kubernetes/pod.ts";
import type { Scenario } from "../../scenario/model.ts";
import { slowestStart } from "../../scenario/ranges.ts";
import { scriptOf } from "../../scenario/script.ts";
import { spreadOf } from "../answer/spread.ts";
import type { ContainerRecovery, Decider, OutageCost, OutageGroup, OutageWindow, Recovery } from "./model.ts";
import { reaches } from "./outages.ts";
import type { OutageRun, PlayedContainer, PlayedStart, Turn } from "./played.ts";

/** What lasts so long is back; what ends sooner was no more than a try. */
const stableMs = 60_000;

interface Asked {
  readonly pod: DefaultedPod;
  readonly scenario: Scenario;
  readonly outages: readonly OutageWindow[];
  readonly horizonMs: number;
}

/** What comes after one of the outages, over the runs. */
export function recoveryOf(
  asked: Asked,
  group: OutageGroup,
  runs: readonly OutageRun[],
): Pick<OutageCost, "pod" | "podEachMs" | "containers"> {
  const outage = lastOf(group);
  const windows = runs.map((run) => windowOf(asked, outage, run));
  const podEachMs = windows.map(({ run, fromMs, overMs, endMs }) => podLaterMs(run, { fromMs, overMs, endMs }));
  const containers = allContainers(asked.pod)
    .filter((container) => group.some((each) => reaches(each, asked.scenario, container)))
    .flatMap(({ name }) => containerRecovery(asked, name, windows) ?? []);
  return { pod: recovered(podEachMs), podEachMs, containers };
}

/** Whether the pod had been ready before in any run: one that never was does not miss it. */
export function wasReady({ fromMs }: OutageWindow, runs: readonly OutageRun[]): boolean {
  if (fromMs < stableMs) return true;
  return runs.some((run) => podLaterMs(run, { fromMs: 0, overMs: 0, endMs: fromMs }) !== undefined);
}

/** Groups are never empty. */
export function lastOf([first, ...others]: OutageGroup): OutageWindow {
  return others.at(-1) ?? first;
}

/** Since when an outage lasts in a run, when it is over, and to when its effects are looked at. */
interface Window {
  readonly run: OutageRun;
  readonly fromMs: number;
  readonly overMs: number;
  readonly endMs: number;
}

function windowOf({ outages, horizonMs }: Asked, outage: OutageWindow, run: OutageRun): Window {
  const overMs = overIn(outages, outage, run);
  const nextMs = outages.flatMap(({ fromMs }) => (fromMs > outage.fromMs && fromMs >= overMs ? [fromMs] : []));
  return { run, fromMs: outage.fromMs, overMs, endMs: Math.min(horizonMs, ...nextMs) };
}

function overIn(outages: readonly OutageWindow[], outage: OutageWindow, { overMs }: OutageRun): number {
  if (!outage.isOpen) return outage.untilMs;
  const before = outages.filter(
    ({ kind, name, fromMs }) => kind === outage.kind && name === outage.name && fromMs < outage.fromMs,
  );
  return overMs.get(outage.name)?.[before.length] ?? outage.untilMs;
}

function podLaterMs({ pod, containers }: OutageRun, window: Omit<Window, "run">): number | undefined {
  const restartsMs = [...containers.values()].flatMap(({ starts }) => starts.filter(isRestart).map(({ tMs }) => tMs));
  const sinceMs = backSinceMs(pod, restartsMs, window);
  return sinceMs && Math.max(0, sinceMs - window.overMs);
}

function isRestart({ run }: PlayedStart): boolean {
  return run > 1;
}

/** Since when it is ready in the first time of readiness without a restart that lasts long enough after the outage, or to the end. */
function backSinceMs(
  turns: readonly Turn[],
  restartsMs: readonly number[],
  { overMs, endMs }: Omit<Window, "run">,
): number | undefined {
  let sinceMs: number | undefined;
  const changes = [...turns, ...restartsMs.map((tMs) => ({ tMs, isReady: undefined }))]
    .filter(({ tMs }) => tMs <= endMs)
    .toSorted((left, right) => left.tMs - right.tMs);
  for (const { tMs, isReady } of changes) {
    if (isReady === true && sinceMs !== undefined) continue;
    if (sinceMs !== undefined && tMs - Math.max(sinceMs, overMs) >= stableMs) return sinceMs;
    sinceMs = isReady === true || (isReady === undefined && sinceMs !== undefined) ? tMs : undefined;
  }
  return sinceMs;
}

interface Back {
  readonly laterMs: number;
  readonly decider: Decider | undefined;
}

/** Undefined where the outage reaches the container in no run. */
function containerRecovery(
  { pod, scenario }: Asked,
  name: string,
  windows: readonly Window[],
): ContainerRecovery | undefined {
  const spec = allContainers(pod).find((each) => each.name === name);
  const startsInMs = spec === undefined ? 0 : slowestStart(scriptOf(scenario, spec).runs).maxMs;
  const reached = windows.filter(({ run, ...window }) => isReached(run.containers.get(name), window));
  if (reached.length === 0) return undefined;
  const backs = reached.map(({ run, ...window }) => backOf(run.containers.get(name), window, startsInMs));
  const recovery = recovered(backs.map((back) => back?.laterMs));
  return { name, ...recovery, decider: mostFrequent(backs.flatMap((back) => back?.decider ?? [])) };
}

/** It starts, or stops being ready, while the outage lasts or because of it. */
function isReached(played: PlayedContainer | undefined, { fromMs, endMs }: Omit<Window, "run">): boolean {
  const isInside = ({ tMs }: { readonly tMs: number }): boolean => tMs > fromMs && tMs <= endMs;
  return played !== undefined && (played.starts.some(isInside) || played.turns.some(isInside));
}

function backOf(
  played: PlayedContainer | undefined,
  window: Omit<Window, "run">,
  startsInMs: number,
): Back | undefined {
  const { overMs } = window;
  const sinceMs = played && backSinceMs(played.turns, [], window);
  if (played === undefined || sinceMs === undefined) return undefined;
  const start = played.starts.findLast(({ tMs }) => tMs <= sinceMs);
  const laterMs = Math.max(0, sinceMs - overMs);
  const waitMs = start === undefined ? 0 : Math.min(laterMs, Math.max(0, start.tMs - overMs));
  const startMs = Math.min(laterMs - waitMs, startsInMs);
  const parts: readonly (readonly [Decider, number])[] = [
    [start?.after ?? "kubelet", waitMs],
    ["start", startMs],
    ["probe", laterMs - waitMs - startMs],
  ];
  const [longest] = parts.toSorted((left, right) => right[1] - left[1]);
  return { laterMs, decider: laterMs === 0 ? undefined : longest?.[0] };
}

function recovered(eachMs: readonly (number | undefined)[]): Recovery {
  const laterMs = eachMs.flatMap((ms) => ms ?? []);
  return { laterMs: laterMs.length === 0 ? undefined : spreadOf(laterMs), runs: laterMs.length };
}

function mostFrequent(deciders: readonly Decider[]): Decider | undefined {
  const counts = new Map<Decider, number>();
  for (const decider of deciders) counts.set(decider, (counts.get(decider) ?? 0) + 1);
  return [...counts].toSorted((left, right) => right[1] - left[1])[0]?.[0];
}
