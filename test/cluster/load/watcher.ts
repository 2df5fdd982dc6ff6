import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import type { LivePod } from "../../../server/live/live-pod.ts";
import { rowOf } from "../../../server/live/rows.ts";
import type { PodRow } from "../../../shared/protocol/cluster.ts";
import { Observer } from "../harness/observer.ts";
import { type Costs, isQuestion, type Question, type Restarts, type State } from "./questions.ts";

// A process that only watches, as the editor does: source, model and rows, so that its memory and its time can be measured.

const delay = monitorEventLoopDelay({ resolution: 10 });
const rows = new Map<string, PodRow>();
const latenciesMs: number[] = [];
let baseBytes = 0;
let observer: Observer | undefined;
let cpu = process.cpuUsage();
let measuredMs = performance.now();

process.on("message", (message) => {
  if (isQuestion(message)) process.send?.(asked[message]());
  else connect(String(message));
});
process.on("disconnect", () => process.exit());

function connect(kubeconfig: string): void {
  collectGarbage();
  baseBytes = process.memoryUsage().rss;
  delay.enable();
  observer = new Observer({ kubeconfig, onChanged: show });
}

function show(pods: readonly LivePod[]): void {
  const nowMs = Date.now();
  for (const live of pods) {
    rows.set(live.uid, rowOf(live));
    const writtenMs = Number(live.look.pod.conditions[0]?.message);
    if (writtenMs > 0) latenciesMs.push(nowMs - writtenMs);
  }
}

const asked: Readonly<Record<Question, () => unknown>> = { state: stateNow, restarts: restartsNow, costs: costsSince };

function stateNow(): State {
  const shown = [...(observer?.live.all() ?? [])].filter(({ uid }) => rows.has(uid));
  return { state: observer?.state ?? "", freshness: observer?.freshness.is ?? "", rows: shown.length };
}

function restartsNow(): Restarts {
  return Object.fromEntries(
    [...(observer?.live.all() ?? [])].map(({ look: { pod } }) => [
      `${pod.namespace}/${pod.name}`,
      pod.containers[0]?.restartCount ?? 0,
    ]),
  );
}

function costsSince(): Costs {
  const spent = process.cpuUsage(cpu);
  const spanMs = performance.now() - measuredMs;
  const delays = { longestDelayMs: delay.max / 1e6, usualDelayMs: delay.percentile(99) / 1e6 };
  const memoryMb = (process.memoryUsage().rss - baseBytes) / 1e6;
  collectGarbage();
  const heapMb = process.memoryUsage().heapUsed / 1e6;
  delay.reset();
  cpu = process.cpuUsage();
  measuredMs = performance.now();
  const cpuShare = (spent.user + spent.system) / 1000 / spanMs;
  return { latenciesMs: latenciesMs.splice(0), memoryMb, heapMb, ...delays, cpuShare, spanMs };
}

function collectGarbage(): void {
  globalThis.gc?.();
}
