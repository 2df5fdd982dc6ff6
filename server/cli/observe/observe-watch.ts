import { plainLine } from "../../../shared/basics/plain-line.ts";
import { timeText } from "../../../shared/observation/index.ts";
import type { Freshness } from "../../../shared/protocol/cluster.ts";
import type { LivePod } from "../../live/live-pod.ts";
import { rowOf } from "../../live/rows.ts";
import { type CommandLine, optionOf } from "../arguments/command-line.ts";
import { createStyle } from "../terminal/style.ts";
import { type ExitCode, note, printable, wantsColor } from "../terminal/terminal.ts";
import { observeJson } from "./observe-json.ts";
import type { ObservedPods } from "./observe-pods.ts";
import type { ObserveRequest } from "./observe-target.ts";
import { rolloutLines, tableText } from "./observe-text.ts";
import { lineOf } from "./observe-words.ts";

/** `observe --watch`: goes on until the process is ended. */
export function showChanges(line: CommandLine, asked: ObserveRequest, seen: ObservedPods): Promise<ExitCode> {
  note(line, seen.missing.map(lineOf));
  seen.onFreshness = (freshness) => note(line, [freshnessText(freshness)]);
  if (optionOf(line, "format") === "json") writeLines(asked, seen);
  else if (process.stdout.isTTY === true && process.env["TERM"] !== "dumb") keepTable(line, asked, seen);
  else writeRows(line, asked, seen);
  return new Promise(() => undefined);
}

function freshnessText(freshness: Freshness): string {
  if (freshness.is === "live") return "up to date again";
  return `out of date since ${timeText(freshness.sinceMs)}: ${lineOf(freshness.reason)}`;
}

/** One document a line: first all pods, then those that changed. */
function writeLines({ context, namespaces }: ObserveRequest, seen: ObservedPods): void {
  const isNews = newsOf(seen);
  const write = (pods: readonly LivePod[], gone: readonly string[]): void => {
    const { nowMs, missing, rollouts } = seen;
    if (!isNews() && pods.length === 0 && gone.length === 0) return;
    const json = observeJson(pods, { context, namespaces, atMs: nowMs, gone, missing, rollouts });
    process.stdout.write(printable(`${JSON.stringify(json)}\n`));
  };
  write(seen.pods, []);
  seen.onChange = write;
}

/** Whether a rollout is at another step than when this was asked last. Its prediction alone is no news. */
function newsOf(seen: ObservedPods): () => boolean {
  const steps = (): string =>
    JSON.stringify(seen.rollouts.map(({ completes: _, deadlineMs: _deadline, ...step }) => step));
  let before = "[]";
  return () => {
    const now = steps();
    const isNews = now !== before;
    before = now;
    return isNews;
  };
}

/** As `kubectl get -w`: the table, then a row for each pod that does something else than before. */
function writeRows(line: CommandLine, { namespaces }: ObserveRequest, seen: ObservedPods): void {
  const style = createStyle(wantsColor(line));
  const written = new Map<string, string>();
  const isNews = newsOf(seen);
  const write = (changed: readonly LivePod[], hasHead: boolean): void => {
    const isNew = new Set(
      changed.flatMap((live) => {
        const row = JSON.stringify(rowOf(live));
        if (written.get(live.uid) === row) return [];
        written.set(live.uid, row);
        return [live.uid];
      }),
    );
    const { pods } = seen;
    const [head = "", ...rows] = tableText(pods, { nowMs: seen.nowMs, style, hasNamespaces: namespaces.length !== 1 });
    const lines = rows.filter((_, index) => isNew.has(pods[index]?.uid ?? ""));
    const rollouts = isNews() ? rolloutLines(seen.rollouts, seen.nowMs) : [];
    const text = [...rollouts, ...(hasHead ? [head] : []), ...lines].map((each) => `${each}\n`).join("");
    process.stdout.write(printable(text, wantsColor(line)));
  };
  write(seen.pods, true);
  const names = new Map(seen.pods.map(({ uid, look }) => [uid, look.pod.name]));
  seen.onChange = (changed, gone) => {
    for (const { uid, look } of changed) names.set(uid, look.pod.name);
    write(changed, false);
    for (const uid of gone)
      if (written.delete(uid)) process.stdout.write(printable(`${plainLine(names.get(uid) ?? uid)}  deleted\n`));
  };
}

const everyMs = 1000;

/** The table is written over itself each second, so that it counts down. */
function keepTable(line: CommandLine, { namespaces }: ObserveRequest, seen: ObservedPods): void {
  const style = createStyle(wantsColor(line));
  let height = 0;
  const draw = (): void => {
    // A terminal that does not say how large it is says 0.
    const rows = process.stdout.rows || Number.POSITIVE_INFINITY;
    const width = process.stdout.columns || undefined;
    const { nowMs } = seen;
    const table = [
      ...rolloutLines(seen.rollouts, nowMs).map((each) => each.slice(0, width)),
      ...tableText(seen.pods, { nowMs, style, width, hasNamespaces: namespaces.length !== 1 }),
    ];
    const fitting = table.slice(0, Math.max(1, rows - 2));
    const rest = table.length - fitting.length;
    const lines = [...fitting, ...(rest > 0 ? [`… and ${rest} more`] : [])];
    const back = height === 0 ? "" : `\u001b[${height}A\u001b[J`;
    process.stdout.write(`${back}${printable(lines.map((each) => `${each}\n`).join(""), wantsColor(line))}`);
    height = lines.length;
  };
  draw();
  setInterval(draw, everyMs);
}
