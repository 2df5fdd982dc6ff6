import type { ContainerState, ContainerStatus, PodCondition, PodStatus } from "../../../shared/simulation/index.ts";
import type { Played } from "./play.ts";

const short: Readonly<Record<string, string>> = {
  ContainerCreating: "CC",
  PodInitializing: "PI",
  CrashLoopBackOff: "CLB",
  RestartingAllContainers: "RAC",
  ContainerStatusUnknown: "CSU",
  PodCompleted: "(PC)",
  PodFailed: "(PF)",
};

/** The published statuses in the form of the tables of the specification, one row each. */
export function statusTable({ pod, timeline }: Played): string {
  const names = [...pod.initContainers, ...pod.containers].map((container) => container.name);
  const header = ["t", ...names, "phase", "I/C/P/A"].join(" | ");
  const rows = timeline.statuses.map(({ tMs, status }) => {
    const containers = [...status.initContainerStatuses, ...status.containerStatuses].map(containerText);
    return { t: tMs / 1000, pod: [...containers, status.phase].join(" | "), conditions: conditionsText(status) };
  });
  const shown = rows.filter((row, index) => !isBetweenPasses(row, rows[index - 1], rows[index + 1]));
  return [header, ...shown.map(({ t, pod, conditions }) => [t, pod, conditions].join(" | "))].join("\n");
}

interface Row {
  readonly t: number;
  readonly pod: string;
  readonly conditions: string;
}

/** The tables have one row for each pass. A new sandbox and a probe result change the status between two of them, in ideal time of one instant. */
function isBetweenPasses(row: Row, before: Row | undefined, after: Row | undefined): boolean {
  if (before === undefined || row.t !== after?.t || row.pod !== before.pod) return false;
  return withoutSandbox(row.conditions) === withoutSandbox(before.conditions);
}

function withoutSandbox(conditions: string): string {
  return conditions.split("/").toSpliced(2, 1).join("/");
}

function conditionsText({ conditions }: PodStatus): string {
  const types = ["Initialized", "ContainersReady", "PodReadyToStartContainers", "AllContainersRestarting"];
  return types.map((type) => conditionText(conditions.find((condition) => condition.type === type))).join("/");
}

function conditionText(condition: PodCondition | undefined): string {
  if (condition === undefined) return "-";
  const reason = short[condition.reason ?? ""] ?? "";
  return condition.status.charAt(0) + (reason.startsWith("(") ? reason : "");
}

function containerText({ state, lastState, restartCount }: ContainerStatus): string {
  return `${stateText(state)} rc${restartCount}${lastState === undefined ? "" : ` last ${stateText(lastState)}`}`;
}

export function stateText(state: ContainerState): string {
  if (state.is === "running") return "R";
  if (state.is === "waiting") return `W:${short[state.reason ?? ""] ?? state.reason}`;
  const reason = short[state.reason];
  return `T:${state.exitCode}${reason === undefined ? "" : `/${reason}`}`;
}
