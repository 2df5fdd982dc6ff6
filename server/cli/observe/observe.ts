import { prettyJson } from "../../exports/pretty-json.ts";
import type { LivePod } from "../../live/live-pod.ts";
import { keepHeapSmall } from "../../node-flags.ts";
import { type CommandLine, has, optionOf } from "../arguments/command-line.ts";
import { createStyle } from "../terminal/style.ts";
import { type ExitCode, fail, note, wantsColor, writeResult } from "../terminal/terminal.ts";
import { connectCluster, slowText } from "./connect-cluster.ts";
import { observeJson } from "./observe-json.ts";
import type { ObservedPods } from "./observe-pods.ts";
import type { ObserveRequest } from "./observe-target.ts";
import { detailsText, rolloutLines, tableText } from "./observe-text.ts";
import { showChanges } from "./observe-watch.ts";
import { lineOf, nothingText, placeText } from "./observe-words.ts";

/** `pod-cadence observe`: 0 done, 2 there is no such cluster, pod or object, or it may not be read. With `--watch` it goes on. */
export async function observeCluster(line: CommandLine): Promise<ExitCode> {
  keepHeapSmall(heapGrowingPercent);
  const connected = await connectCluster(line);
  if ("problem" in connected) return fail([connected.problem]);
  const { asked, seen } = connected.value;
  if (!(await connected.value.settles())) note(line, [slowText]);
  if (has(line, "watch")) return showChanges(line, asked, seen);
  await connected.value.close();
  return show(line, asked, seen);
}

/** What comes of a large cluster is garbage when it was read: 20,000 pods need a fifth less memory, and more time for its collection. */
const heapGrowingPercent = 100;

async function show(line: CommandLine, asked: ObserveRequest, seen: ObservedPods): Promise<ExitCode> {
  const pods = seen.pods;
  const nothing = nothingText(asked.target, placeText(asked), seen.live.all());
  if (pods.length === 0 && asked.target.is !== "all") return fail([nothing]);
  const written = await writeResult(line, textOf(line, asked, seen, pods));
  if (written !== 0) return written;
  note(line, [...(pods.length === 0 ? [nothing] : []), ...gapLines(pods, seen)]);
  return 0;
}

/** A table of many pods may have hundreds of reasons to assume something. */
const gapsMax = 5;

function gapLines(pods: readonly LivePod[], { missing }: ObservedPods): readonly string[] {
  const all = [...new Set([...missing, ...pods.flatMap((live) => live.assumed().notes)])].map(lineOf);
  if (all.length <= gapsMax) return all;
  return [...all.slice(0, gapsMax), `${all.length - gapsMax} more could not be read (--format json lists all of them)`];
}

function textOf(
  line: CommandLine,
  { target, context, namespaces }: ObserveRequest,
  seen: ObservedPods,
  pods: readonly LivePod[],
): string {
  const { nowMs } = seen;
  if (optionOf(line, "format") === "json")
    return prettyJson(
      observeJson(pods, {
        ...{ context, namespaces, atMs: nowMs, freshness: seen.live.freshness },
        ...{ missing: seen.missing, rollouts: seen.rollouts },
      }),
    );
  if (pods.length === 0) return "";
  const style = createStyle(wantsColor(line));
  const lines =
    target.is === "pod"
      ? pods.flatMap((live) => detailsText(live, nowMs, style))
      : [
          ...rolloutLines(seen.rollouts, nowMs),
          ...tableText(pods, { nowMs, style, hasNamespaces: namespaces.length !== 1 }),
        ];
  return lines.map((each) => `${each}\n`).join("");
}
