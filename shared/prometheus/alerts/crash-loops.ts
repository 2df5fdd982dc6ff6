import { admit } from "../../api-server/admission/admit.ts";
import { once } from "../../basics/once.ts";
import { makeNode } from "../../kubernetes/assumptions.ts";
import type { Assumptions } from "../../kubernetes/node.ts";
import type { RunEnd, Scenario } from "../../scenario/model.ts";
import { exitAfter, plainRun } from "../../scenario/script.ts";
import { simulate } from "../../simulation/index.ts";
import type { CrashLoops, TroubledPod } from "./troubled-pods.ts";

/** Long enough for windows of an hour and a `for` of half an hour. */
const untilMs = 5_400_000;

const probe = { readinessProbe: { tcpSocket: { port: 80 } } };
const outOfMemory: RunEnd = { afterMs: 5000, exitCode: 137, reason: "OOMKilled" };

/** Plays the pods that tell whether an alert sees crash loops on nodes; those on other nodes when somebody asks. */
export function playCrashLoops(assumptions: Assumptions): CrashLoops {
  const here = { ...assumptions, imagePull: undefined } as const;
  return {
    untilMs,
    loops: once(() => [
      play(here, { end: exitAfter(5000, 1) }),
      play(here, { end: exitAfter(5000, 1), seed: 2 }),
      play(here, { end: exitAfter(30_000, 1) }),
      play(here, { end: outOfMemory }),
    ]),
    probed: once(() => [play(here, { end: exitAfter(5000, 1), spec: probe })]),
    elsewhere: once(() => [
      play(onNode(here, "1.34", undefined), { end: exitAfter(5000, 1) }),
      play(onNode(here, "1.34", undefined), { end: outOfMemory }),
      play(onNode(here, "1.37", 1000), { end: exitAfter(2000, 1) }),
    ]),
    others: once(() => [
      play(here, {}),
      play(here, { spec: { ...probe, image: "missing" }, missing: true }),
      play(here, { spec: probe, unready: true }),
      play(here, { end: exitAfter(5000, 1), restartPolicy: "Never" }),
      play(here, { end: outOfMemory, restartPolicy: "Never" }),
      play(here, { end: exitAfter(5000, 0), restartPolicy: "Never" }),
    ]),
  };
}

function onNode(
  assumptions: Assumptions,
  kubernetes: "1.34" | "1.37",
  maxContainerRestartPeriodMs: number | undefined,
): Assumptions {
  const made = makeNode({
    kubernetes,
    featureGates: maxContainerRestartPeriodMs === undefined ? {} : { KubeletCrashLoopBackOffMax: true },
    kubeletConfiguration: undefined,
  });
  const node = {
    ...made,
    kubeletConfiguration: { ...made.kubeletConfiguration, maxContainerRestartPeriodMs },
  };
  return { ...assumptions, node, semantics: "released", timing: "kubelet" };
}

interface Trouble {
  readonly end?: RunEnd;
  readonly seed?: number;
  readonly spec?: Readonly<Record<string, unknown>>;
  readonly restartPolicy?: string;
  readonly missing?: boolean;
  readonly unready?: boolean;
}

function play(assumptions: Assumptions, trouble: Trouble): TroubledPod {
  const { end, seed = 1, spec: more, restartPolicy = "Always", missing = false, unready = false } = trouble;
  const spec = { restartPolicy, containers: [{ name: "app", image: "app", ...more }] };
  const { pod } = admit({ kind: "Pod", name: "app", namespace: "default", spec }, assumptions);
  if (pod === undefined) throw new Error("a pod with one container is admitted");
  const answers = unready
    ? [{ answer: "fails", latencyMs: undefined, target: undefined, afterMs: 0, forMs: undefined } as const]
    : [];
  const image = missing ? { pullMs: undefined, absences: [{ fromMs: 0, missingTimes: undefined }] } : undefined;
  const app = { runs: [{ ...plainRun, end, answers }], image };
  const scenario: Scenario = { containers: { app }, events: [], expectations: [] };
  const { statuses } = simulate({ pod, assumptions, scenario, seed, untilMs, recording: "statuses" });
  return { restartPolicy, statuses };
}
