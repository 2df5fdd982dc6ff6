import { formatAtLeast, formatSpan } from "../../../../shared/basics/span-words.ts";
import { formatCurve } from "../../../../shared/basics/sum-words.ts";
import type { ContainerForecast } from "../../../../shared/forecast/pod/model.ts";
import { forecastPod } from "../../../../shared/forecast/pod/pod.ts";
import { t } from "../words/l10n.ts";
import type { PanelRun } from "./run.ts";

/** What becomes of one container if it misbehaves, in one line for each question. */
export interface WhatIfLine {
  readonly container: string;
  readonly crashes: string;
  readonly hangs: string;
  readonly startsSlowly: string;
}

/** More containers than anybody asks about one by one. */
const containersMax = 20;

/** Works out one container after the other: a hang takes some runs. */
export function createWhatIfs({ pod, assumptions, scenario }: PanelRun) {
  const containers = forecastPod(pod, assumptions, scenario)
    .containers.filter(({ kind }) => kind !== "init")
    .toSorted((one, other) => Number(one.kind !== "regular") - Number(other.kind !== "regular"))
    .slice(0, containersMax);
  return { runs: containers.length, play: (index: number) => containers[index] && whatIf(containers[index]) };
}

function whatIf(container: ContainerForecast): WhatIfLine {
  return {
    container: container.name,
    crashes: crashes(container),
    hangs: hangs(container),
    startsSlowly: startsSlowly(container),
  };
}

const delaysShown = 5;

function crashes({ restarts }: ContainerForecast): string {
  if (!restarts.canRestart) return t("does not restart");
  if (restarts.restartsAll) return t("all containers restart, without a back-off");
  return t("restarts after {0}", formatCurve(restarts.delaysMs, delaysShown));
}

function hangs({ hangToSigterm, hangToReady, unreadyAfter }: ContainerForecast): string {
  const parts = [
    hangToSigterm && t("SIGTERM in {0}", formatSpan(hangToSigterm)),
    unreadyAfter && t("no traffic in {0}", formatSpan(unreadyAfter)),
    hangToReady && t("ready again in {0}", formatSpan(hangToReady)),
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? t("never detected: no liveness or readiness probe") : parts.join(" · ");
}

function startsSlowly({ startupBudget, startupBudgetProbe }: ContainerForecast): string {
  if (startupBudget === undefined || startupBudgetProbe === undefined)
    return t("no limit: no startup or liveness probe");
  return t("must start within {0}, then {1} kills it", formatAtLeast(startupBudget.earliestMs), startupBudgetProbe);
}
