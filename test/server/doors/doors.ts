import * as z from "zod/mini";
import { analyzeDocument } from "../../../server/analysis/analysis.ts";
import { observedFutureOf } from "../../../server/analysis/observed.ts";
import { isRunnable } from "../../../server/analysis/subject.ts";
import { findSubjects } from "../../../server/cli/alerts/subjects.ts";
import { callSettings } from "../../../server/cli/arguments/flags.ts";
import { parseCommandLine } from "../../../server/cli/arguments/read-arguments.ts";
import { jobOf } from "../../../server/cli/files/job.ts";
import { forecastFile } from "../../../server/cli/forecast/forecast-file.ts";
import { tools } from "../../../server/cli/mcp/tools.ts";
import { lanesPage } from "../../../server/cli/simulate/simulate-text.ts";
import { createStyle } from "../../../server/cli/terminal/style.ts";
import { compareFiles } from "../../../server/diff/compare.ts";
import type { DiffFile, DiffRow } from "../../../server/diff/model.ts";
import { createPlay, playedHeadline, timelineOf } from "../../../server/exports/play.ts";
import { forecastSchema } from "../../../server/exports/schemas/forecast.ts";
import { parseManifest } from "../../../server/manifest/documents/parse.ts";
import { firstWordsOf, wordsOfFuture } from "../../../server/rules/rejections/first-words.ts";
import { contextOf, diagnosticsOf, host, hoverAt } from "../features/harness.ts";
import { settingsOf } from "../rules/check-rules.ts";

// One manifest at each door through which people get numbers.

const horizonMs = 30 * 60_000;
const settings = await settingsOf("");

export type PodJson = z.infer<typeof forecastSchema>["pods"][number];

function valueIn<Value>(read: { readonly value: Value } | { readonly problem: string }): Value {
  if ("problem" in read) throw new Error(read.problem);
  return read.value;
}

const forecasts = new Map<string, ReturnType<typeof playForecast>>();

/** `forecast`, in a terminal of so many columns. `details`: what stands below the first screen, too. Each is played once. */
export function forecastDoor(text: string, columns: number | undefined, details = false) {
  const key = JSON.stringify([text, columns, details]);
  const played = forecasts.get(key) ?? playForecast(text, columns, details);
  forecasts.set(key, played);
  return played;
}

async function playForecast(text: string, columns: number | undefined, details: boolean) {
  const line = valueIn(parseCommandLine(["forecast", ...(details ? ["--details"] : []), "a.yaml"]));
  const job = valueIn(jobOf(line, { color: false, columns }));
  const { text: printed, json } = await forecastFile(job, { path: "a.yaml", text });
  const { pods } = z.object({ pods: forecastSchema.shape.pods }).parse(json);
  return { lines: printed.split("\n").slice(1, -1), pods };
}

const agentSchema = z.object({
  pods: z.array(
    z.object({
      answer: z.string(),
      readyAfter: z.optional(z.string()),
      containers: z.array(
        z.object({
          name: z.string(),
          afterCrash: z.optional(z.string()),
          mustStartWithin: z.optional(z.string()),
          hangToSigterm: z.optional(z.string()),
          hangToExit: z.optional(z.string()),
          hangToNoTraffic: z.optional(z.string()),
        }),
      ),
    }),
  ),
});

/** What an agent gets of the JSON. */
export function agentDoor(pods: readonly PodJson[]) {
  const tool = tools.find(({ name }) => name === "forecast");
  return agentSchema.parse(tool?.answer(JSON.stringify({ pods }), [])).pods;
}

interface Played {
  /** As `alerts` and exports say it. */
  readonly headline: string;
  readonly lines: readonly string[];
}

/** `simulate` of each pod that can be played. */
export function simulateDoor(text: string, columns: number): readonly Played[] {
  const manifest = parseManifest(text);
  return manifest.documents.flatMap(({ document }) => {
    const analyzed = analyzeDocument(document, settings);
    return analyzed.pods.filter(isRunnable).map((pod) => {
      const { located, scenario } = pod;
      const future = observedFutureOf(pod, { manifest }, { seed: 1, horizonMs });
      const first = firstWordsOf(analyzed, pod, { manifest, isSent: true });
      const played = future?.(1, horizonMs);
      const play = createPlay({
        ...{ kind: located.kind, name: located.name, namespace: located.namespace, specPath: [] },
        assumptionsText: settings.assumptionsText,
        input: {
          ...{ pod: pod.pod, assumptions: settings.assumptions, scenario: scenario.scenario, job: pod.jobSpec() },
          ...{ seed: 1, untilMs: horizonMs, recording: "entries" },
        },
        ...{ runs: undefined, notes: [], future, first: played === undefined ? first : wordsOfFuture(first, played) },
      });
      const page = lanesPage(play, timelineOf(play, "entries"), { style: createStyle(false), columns });
      return { headline: playedHeadline(play), lines: page.split("\n") };
    });
  });
}

/** What `alerts` says of each pod before its alerts, over the runs and the time of a forecast. */
export async function alertsDoor(path: string): Promise<readonly string[]> {
  const line = valueIn(parseCommandLine(["alerts", path]));
  const call = valueIn(callSettings(line, process.cwd()));
  const { subjects } = valueIn(await findSubjects(line, call, { horizonMs, runs: undefined, seed: 1 }));
  return subjects.map((subject) => subject.headline());
}

/** All inlay hints, each with the line that it stands on. */
export async function hintDoor(text: string): Promise<readonly { readonly label: string; readonly line: number }[]> {
  const context = await contextOf(text);
  const range = { start: { line: 0, character: 0 }, end: { line: context.document.lineCount, character: 0 } };
  return host.inlayHints(context, range).map(({ label, position }) => ({
    label: typeof label === "string" ? label : label.map(({ value }) => value).join(""),
    line: position.line,
  }));
}

/** The titles of all lenses: those of observed objects say how they are. */
export async function lensDoor(text: string): Promise<readonly string[]> {
  const titles = host.codeLenses(await contextOf(text, { client: { commandLinks: true, showsDocuments: true } }));
  return titles.map(({ command }) => `${command?.title ?? ""}`);
}

/** The hover of the name of each container. */
export async function hoverDoor(text: string, containers: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const name of containers) {
    const at = text.search(new RegExp(`- name: ${name}\\b`));
    const offset = at + "- name: ".length;
    const hover = at < 0 ? undefined : await hoverAt(`${text.slice(0, offset)}$0${text.slice(offset)}`);
    if (hover !== undefined) found.set(name, hover.replaceAll("&nbsp;", ""));
  }
  return found;
}

/** What `check` says. */
export async function checkDoor(text: string): Promise<readonly string[]> {
  return (await diagnosticsOf(text)).map(({ message }) => (typeof message === "string" ? message : message.value));
}

/** What `diff` says of the head of a change, row by row. */
export function diffDoor(base: string, head: string): readonly DiffRow[] {
  const file = (text: string): DiffFile => ({
    ...{ path: "a.yaml", key: "a.yaml", text, manifest: parseManifest(text), settings, beside: [] },
  });
  return compareFiles([file(base)], [file(head)], { horizonMs }).changes.flatMap(({ rows }) => rows);
}
