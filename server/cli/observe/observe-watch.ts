import { plainLine } from "../../../shared/basics/plain-line.ts";
import { clockText } from "../../../shared/observation/answer/clock.ts";
import { freshnessReason, freshnessText } from "../../../shared/observation/answer/freshness.ts";
import type { Freshness } from "../../../shared/protocol/cluster.ts";
import { wrapped } from "../../exports/table.ts";
import type { LivePod } from "../../live/live-pod.ts";
import { rowOf } from "../../live/rows.ts";
import { type CommandLine, optionOf } from "../arguments/command-line.ts";
import { createStyle, type Style } from "../terminal/style.ts";
import { type ExitCode, note, printable, wantsColor } from "../terminal/terminal.ts";
import { observeJson } from "./observe-json.ts";
import { type ObservedPods, troubleOfLive } from "./observe-pods.ts";
import type { ObserveRequest } from "./observe-target.ts";
import { rolloutLines, tableText } from "./observe-text.ts";
import { lineOf, placeText } from "./observe-words.ts";

/** `observe --watch`: goes on until the process is ended. */
export function showChanges(line: CommandLine, asked: ObserveRequest, seen: ObservedPods): Promise<ExitCode> {
  note(line, seen.missing.map(lineOf));
  seen.onFreshness = () => note(line, [newsText(seen.live.freshness)]);
  if (optionOf(line, "format") === "json") writeLines(asked, seen);
  else if (process.stdout.isTTY === true && process.env["TERM"] !== "dumb") keepTable(line, asked, seen);
  else writeRows(line, asked, seen);
  return new Promise(() => undefined);
}

function newsText(freshness: Freshness): string {
  const reason = freshnessReason(freshness);
  return reason === undefined ? "up to date again" : `${freshnessText(freshness, Date.now())}: ${lineOf(reason)}`;
}

/** One document a line: first all pods, then those that changed. */
function writeLines({ context, namespaces }: ObserveRequest, seen: ObservedPods): void {
  const isNews = newsOf(seen);
  const write = (pods: readonly LivePod[], gone: readonly string[]): void => {
    const { nowMs, missing, rollouts, live } = seen;
    const json = observeJson(pods, {
      ...{ context, namespaces, atMs: nowMs, freshness: live.freshness, gone, missing, rollouts },
    });
    process.stdout.write(printable(`${JSON.stringify(json)}\n`));
  };
  write(seen.pods, []);
  isNews();
  seen.onChange = (pods, gone) => {
    if (isNews() || pods.length > 0 || gone.length > 0) write(pods, gone);
  };
  seen.onFreshness = () => write([], []);
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
    const isStale = seen.live.freshness.is === "stale";
    const [head = "", ...rows] = tableText(pods, {
      ...{ nowMs: seen.nowMs, isStale, style, hasNamespaces: namespaces.length !== 1 },
    });
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

interface Screen {
  readonly style: Style;
  readonly width: number | undefined;
}

/** What is seen, when, and whether it is still true: `12:03:30 UTC  namespace web of context kind, out of date since 12:03:22 UTC, next try in 8s`. */
function headLines(asked: ObserveRequest, { live, nowMs }: ObservedPods, { style, width }: Screen): readonly string[] {
  const { freshness } = live;
  const state = freshnessText(freshness, Date.now());
  const reason = freshnessReason(freshness);
  const text = `${clockText(nowMs, nowMs)} UTC  ${plainLine(placeText(asked))}, ${state === "" ? "up to date" : state}`;
  const why = reason === undefined ? [] : wrapped(plainLine(reason, reasonMax), width ?? reasonMax);
  const lines = [text.slice(0, width), ...why];
  return freshness.is === "stale" ? lines.map((each) => style.severity(each, "warning")) : lines;
}

const reasonMax = 600;

const everyMs = 1000;

/** `… and 86 more, 3 of them in trouble`. Empty: all are shown. */
function restText(rest: readonly LivePod[], nowMs: number): string {
  if (rest.length === 0) return "";
  // The list begins with them.
  const calm = rest.findIndex((live) => troubleOfLive(live, nowMs) > 0);
  const troubled = calm < 0 ? rest.length : calm;
  return `… and ${rest.length} more${troubled === 0 ? "" : `, ${troubled} of them in trouble`}`;
}

/** The table is written over itself each second, so that it counts down. */
function keepTable(line: CommandLine, asked: ObserveRequest, seen: ObservedPods): void {
  const style = createStyle(wantsColor(line));
  let height = 0;
  const draw = (): void => {
    // A terminal that does not say how large it is says 0.
    const rows = process.stdout.rows || Number.POSITIVE_INFINITY;
    const width = process.stdout.columns || undefined;
    const { nowMs } = seen;
    const isStale = seen.live.freshness.is === "stale";
    const above = [
      ...headLines(asked, seen, { style, width }),
      ...rolloutLines(seen.rollouts, isStale ? undefined : nowMs).map((each) => each.slice(0, width)),
    ];
    const { pods } = seen;
    // Below are a line for the rest, and the one with the cursor.
    const room = Math.max(1, rows - above.length - 3);
    const hasNamespaces = asked.namespaces.length !== 1;
    const table = tableText(pods.slice(0, room), { nowMs, isStale, style, width, hasNamespaces });
    const rest = restText(pods.slice(room), nowMs);
    const lines = [...above, ...table, ...(rest === "" ? [] : [rest.slice(0, width)])].slice(0, Math.max(1, rows - 1));
    const back = height === 0 ? "" : `\u001b[${height}A\u001b[J`;
    process.stdout.write(`${back}${printable(lines.map((each) => `${each}\n`).join(""), wantsColor(line))}`);
    height = lines.length;
  };
  draw();
  setInterval(draw, everyMs);
}
