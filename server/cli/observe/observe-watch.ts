import { plainLine } from "../../../shared/basics/plain-line.ts";
import { freshnessReason, freshnessText } from "../../../shared/observation/answer/freshness.ts";
import type { Freshness } from "../../../shared/protocol/cluster.ts";
import type { LivePod } from "../../live/live-pod.ts";
import { rowOf } from "../../live/rows.ts";
import { type CommandLine, optionOf } from "../arguments/command-line.ts";
import { createStyle } from "../terminal/style.ts";
import { type ExitCode, note, printable, wantsColor } from "../terminal/terminal.ts";
import { createGaps } from "./observe-gaps.ts";
import { observeJson } from "./observe-json.ts";
import type { ObservedPods } from "./observe-pods.ts";
import { keepTable } from "./observe-screen.ts";
import type { ObserveRequest } from "./observe-target.ts";
import { rolloutLines, tableText } from "./observe-text.ts";
import { lineOf } from "./observe-words.ts";

/** `observe --watch`: goes on until the process is ended. */
export function showChanges(line: CommandLine, asked: ObserveRequest, seen: ObservedPods): Promise<ExitCode> {
  const gaps = createGaps();
  note(line, gaps.news(seen.missing));
  seen.onFreshness = () => note(line, [newsText(seen.live.freshness)]);
  seen.onMissing = () => note(line, gaps.news(seen.missing));
  if (optionOf(line, "format") === "json") writeLines(asked, seen);
  else if (process.stdout.isTTY === true && process.env["TERM"] !== "dumb") keepTable(line, asked, seen, gaps);
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
  const say = seen.onMissing;
  seen.onMissing = () => {
    say();
    write([], []);
  };
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
    for (const uid of gone) {
      if (written.delete(uid)) process.stdout.write(printable(`${plainLine(names.get(uid) ?? uid)}  deleted\n`));
      names.delete(uid);
    }
  };
}
