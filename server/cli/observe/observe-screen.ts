import { plainLine } from "../../../shared/basics/plain-line.ts";
import { clockText } from "../../../shared/observation/answer/clock.ts";
import { freshnessReason, freshnessText } from "../../../shared/observation/answer/freshness.ts";
import { wrapped } from "../../exports/table.ts";
import type { LivePod } from "../../live/live-pod.ts";
import type { CommandLine } from "../arguments/command-line.ts";
import { createStyle, type Style } from "../terminal/style.ts";
import { note, printable, say, wantsColor } from "../terminal/terminal.ts";
import type { Gaps } from "./observe-gaps.ts";
import { type ObservedPods, troubleOfLive } from "./observe-pods.ts";
import type { ObserveRequest } from "./observe-target.ts";
import { rolloutLines, tableText } from "./observe-text.ts";
import { placeText } from "./observe-words.ts";

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

/** The table is written over itself each second, so that it counts down. What is said besides goes above it. */
export function keepTable(line: CommandLine, asked: ObserveRequest, seen: ObservedPods, gaps: Gaps): void {
  const hasColor = wantsColor(line);
  let height = 0;
  const clear = (): void => {
    if (height > 0) process.stdout.write(`\u001b[${height}A\u001b[J`);
    height = 0;
  };
  const draw = (): void => {
    const lines = screenLines(line, asked, seen);
    const text = printable(lines.map((each) => `${each}\n`).join(""), hasColor);
    clear();
    // Some characters are two columns wide: a line that is too long is cut off by the terminal, or the table would be higher than is known.
    process.stdout.write(`${noWrap}${text}${wrap}`);
    height = lines.length;
  };
  const above = (tell: () => void): void => {
    clear();
    tell();
    draw();
  };
  draw();
  seen.onFreshness = draw;
  seen.onMissing = () => {
    const news = gaps.news(seen.missing);
    if (news.length > 0) above(() => note(line, news));
  };
  seen.onPluginWords = (words) => above(() => say([words]));
  process.stdout.on("resize", () => {
    // Lines that were wrapped anew are more or fewer than were written.
    process.stdout.write(clearScreen);
    height = 0;
    draw();
  });
  setInterval(draw, everyMs);
}

const noWrap = "\u001b[?7l";
const wrap = "\u001b[?7h";
const clearScreen = "\u001b[H\u001b[2J";

/** As many as the terminal has room for. */
function screenLines(line: CommandLine, asked: ObserveRequest, seen: ObservedPods): readonly string[] {
  const style = createStyle(wantsColor(line));
  // A terminal that does not say how large it is says 0.
  const rows = process.stdout.rows || Number.POSITIVE_INFINITY;
  const width = process.stdout.columns || undefined;
  const { nowMs, pods } = seen;
  const isStale = seen.live.freshness.is === "stale";
  const above = [
    ...headLines(asked, seen, { style, width }),
    ...rolloutLines(seen.rollouts, isStale ? undefined : nowMs).map((each) => each.slice(0, width)),
  ];
  // Below are a line for the rest, and the one with the cursor.
  const room = Math.max(1, rows - above.length - 3);
  const hasNamespaces = asked.namespaces.length !== 1;
  const table = tableText(pods.slice(0, room), { nowMs, isStale, style, width, hasNamespaces });
  const rest = restText(pods.slice(room), nowMs);
  return [...above, ...table, ...(rest === "" ? [] : [rest.slice(0, width)])].slice(0, Math.max(1, rows - 1));
}
