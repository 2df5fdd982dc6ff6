import { html, nothing, type TemplateResult } from "lit/html.js";
import { formatDuration } from "../../../../shared/basics/durations.ts";
import { formatMoment } from "../../../../shared/basics/span-words.ts";
import { explainKill, type KillReason } from "../../../../shared/forecast/runs/kill.ts";
import { explainWait, type MaximumSource, type WaitReason } from "../../../../shared/forecast/runs/wait.ts";
import { formatScript } from "../../../../shared/scenario/language/format.ts";
import type { TimelineEntry } from "../../../../shared/simulation/index.ts";
import type { Handlers } from "../model/model.ts";
import type { PanelRun } from "../run/run.ts";
import { linkTo, placeLink, scenarioLink } from "../widgets/place-link.ts";
import { t } from "../words/l10n.ts";
import { stepsChart } from "./curve-chart.ts";

/** What a card says beyond its entry's sentence. */
interface Card {
  readonly title: string;
  readonly lines: readonly (string | TemplateResult)[];
  readonly links: readonly (TemplateResult | undefined)[];
}

/** The question that the entry answers: why this wait, why this kill, or what happened. */
export function cardOf(run: PanelRun, entry: TimelineEntry, on: Handlers): Card {
  const wait = explainWait(run.timeline, entry, run.assumptions);
  if (wait !== undefined) return waitCard(run, entry, wait, on);
  const kill = explainKill(run.timeline, entry, run.pod);
  if (kill !== undefined) return killCard(run, kill, on);
  const isRestartAll = entry.kind === "restart-all-started" || entry.kind === "restart-all-ended";
  return isRestartAll ? { ...entryCard(run, entry, on), title: "RestartAllContainers" } : entryCard(run, entry, on);
}

export function linksView(links: Card["links"]): TemplateResult | typeof nothing {
  const there = links.filter((link) => link !== undefined);
  return there.length === 0 ? nothing : html`<p class="links">${there}</p>`;
}

function waitCard(run: PanelRun, { container = "" }: TimelineEntry, wait: WaitReason, on: Handlers): Card {
  const { exit, inARow, delayMs, initialMs, maximumMs, delaysMs, step, resetAfterMs } = wait;
  const [initial, maximum] = [formatDuration(initialMs), formatDuration(maximumMs)];
  const row = exit?.data.exitCode === 0 ? t("Exit {0} in a row.", inARow) : t("Crash {0} in a row.", inARow);
  const growth =
    initialMs === maximumMs
      ? t("Every back-off is {0}.", maximum)
      : t("Each one doubles the back-off, from {0}.", initial);
  const limit =
    delayMs === maximumMs
      ? t("{0} is the maximum ({1}).", maximum, sourceInWords(run, wait.maximumFrom))
      : t("The maximum is {0} ({1}).", maximum, sourceInWords(run, wait.maximumFrom));
  return {
    title: t("Why this wait"),
    lines: [
      `${row} ${growth}`,
      limit,
      t("{0} of running resets it.", formatDuration(resetAfterMs)),
      stepsChart(delaysMs, step),
    ],
    links: [
      linkTo(t("Change the maximum"), () => on.setMenu("setup"), "settings-gear"),
      scenarioLink(run, container, on) ?? (exit && placeLink(run, exit.path, on)),
    ],
  };
}

function sourceInWords({ assumptions }: PanelRun, source: MaximumSource): string {
  const { name } = assumptions.node.kubeletConfiguration;
  if (source === "configuration") return name ?? "maxContainerRestartPeriod";
  return source === "gate" ? "ReduceDefaultCrashLoopBackOffDecay" : t("Kubernetes default");
}

function killCard(run: PanelRun, kill: KillReason, on: Handlers): Card {
  const { probe, path, periodSeconds, failureThreshold, failures, stopping, graceMs, gracePath } = kill;
  const [first, last] = [failures[0], failures.at(-1)];
  const times = failureThreshold === 1 ? t("once") : t("{0} times in a row", failureThreshold);
  const when =
    first === undefined || last === undefined || first === last
      ? ""
      : t(
          " (from {0} to {1}, every {2})",
          formatMoment(first.tMs),
          formatMoment(last.tMs),
          formatDuration(1000 * periodSeconds),
        );
  const field = (name: string, value: number): TemplateResult =>
    placeLink(run, [...path, name], on, t("{0}: {1} (default)", name, value));
  return {
    title: t("Why this kill"),
    lines: [t("The {0} probe failed {1}{2}.", probe, times, when), timedOut(kill), graceInWords(kill)].filter(
      (line) => line !== "",
    ),
    links: [
      field("failureThreshold", failureThreshold),
      field("periodSeconds", periodSeconds),
      placeLink(run, gracePath, on, t("{0}: {1} (default)", "terminationGracePeriodSeconds", graceMs / 1000)),
      scenarioLink(run, stopping.container ?? "", on),
    ],
  };
}

function timedOut({ failures, timeoutSeconds }: KillReason): string {
  const timeouts = failures.filter(({ data }) => data.answer === "timeout").length;
  if (timeouts === 0) return "";
  return timeouts === failures.length
    ? t("Each attempt timed out after {0}.", formatDuration(1000 * timeoutSeconds))
    : t("{0} of the attempts timed out after {1}.", timeouts, formatDuration(1000 * timeoutSeconds));
}

function graceInWords({ stopping, graceMs, killed, exit }: KillReason): string {
  const grace = formatDuration(graceMs);
  if (killed !== undefined) return t("Grace period {0}: SIGKILL at {1}.", grace, formatMoment(killed.tMs));
  if (exit === undefined) return t("Grace period {0}, then SIGKILL.", grace);
  return t("Grace period {0}: it exited {1} after SIGTERM.", grace, formatMoment(exit.tMs - stopping.tMs));
}

function entryCard(run: PanelRun, { kind, container = "", path }: TimelineEntry, on: Handlers): Card {
  const script = kind === "container-exited" ? run.scenario.containers[container] : undefined;
  const scenario = script && scenarioLink(run, container, on);
  return {
    title: t("What happened"),
    lines: script === undefined ? [] : [html`${t("Scenario:")} <code>${formatScript(script)}</code>`],
    links: [scenario ?? (path.length === 0 ? undefined : placeLink(run, path, on))],
  };
}
