import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { RunnablePod } from "../../server/analysis/subject.ts";
import { analyzed, runnablePods } from "../../server/features/core/subjects.ts";
import { formatDuration } from "../../shared/basics/durations.ts";
import { simulate } from "../../shared/simulation/index.ts";
import type { Timeline, TimelineEntry } from "../../shared/simulation/timeline/timeline.ts";
import { contextOf } from "../server/features/harness.ts";

const folder = fileURLToPath(new URL("../../examples/", import.meta.url));

/** Every file of the folder by its path in it, project files included. */
export const files: ReadonlyMap<string, string> = new Map(
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`.replaceAll("\\", "/").replaceAll("//", "/"))
    .map((path): [string, string] => [path.slice(folder.length), readFileSync(path, "utf8")])
    .sort(([one], [other]) => one.localeCompare(other)),
);

/** What people open: all but the project files. */
export const samples: readonly string[] = [...files.keys()].filter((path) => !/(^|\/)\./.test(path));

/** An open sample, as an editor has it whose folder is the one of the samples. */
export function openSample(path: string, text = files.get(path) ?? "", projectFiles = true) {
  const workspace = [...files].filter(([name]) => projectFiles || !name.endsWith(".pod-cadence.yaml"));
  return contextOf(text, {
    uri: `file:///w/${path}`,
    files: Object.fromEntries(workspace.map(([name, content]) => [`/w/${name}`, content])),
  });
}

export async function podsOf(...sample: Parameters<typeof openSample>): Promise<readonly RunnablePod[]> {
  const context = await openSample(...sample);
  return context.manifest.documents.flatMap((placed) => runnablePods(analyzed(context, placed)));
}

export function play({ pod, settings, scenario }: RunnablePod, untilMs: number, seed = 1): Timeline {
  const { assumptions } = settings;
  return simulate({ pod, assumptions, scenario: scenario.scenario, seed, untilMs, recording: "entries" });
}

/** What happens after the first moment, in a few words each: `web starts, Ready, web exits 1, not Ready, web waits 10s`. */
export function plotOf({ entries }: Timeline): string {
  return entries
    .filter(({ tMs, data }) => tMs > 0 && data.isRoutine !== true)
    .flatMap((entry) => beatOf(entry) ?? [])
    .join(", ");
}

function beatOf({ kind, container, data }: TimelineEntry): string | undefined {
  switch (kind) {
    case "sandbox-ready":
      return "sandbox ready";
    case "sandbox-stopped":
      return "sandbox stopped";
    case "container-started":
      return `${container} starts`;
    case "container-exited":
      return `${container} exits ${data.exitCode}`;
    case "container-stopping":
      return `${container} gets SIGTERM${data.probe === undefined ? "" : ` for ${data.probe}`}`;
    case "container-killed":
      return `${container} gets SIGKILL`;
    case "container-removed":
      return `${container} removed`;
    case "back-off-started":
      return `${container} waits ${formatDuration(data.delayMs ?? 0)}`;
    case "restart-all-started":
      return `${container} restarts all`;
    case "restart-all-ended":
      return "anew";
    case "probe-result":
      return data.answer === "success" ? undefined : `${data.probe} of ${container} lost`;
    case "condition-changed":
      if (data.condition !== "Ready") return undefined;
      return data.status === "True" ? "Ready" : "not Ready";
    case "phase-changed":
      return data.phase;
    default:
      return undefined;
  }
}
