import { formatMoment } from "../../shared/basics/span-words.ts";
import { readRollout } from "../../shared/drawing/rollout/read.ts";
import { playRun, type RolloutRun } from "../../shared/drawing/rollout/run.ts";
import { editInWords, setRollout, startsInWords } from "../../shared/drawing/rollout/setup.ts";
import { rolloutSvg } from "../../shared/drawing/rollout/svg.ts";
import { describeWorkloadEntry } from "../../shared/forecast/workload/entry-words.ts";
import { forecastWorkload } from "../../shared/forecast/workload/forecast.ts";
import type { WorkloadRow } from "../../shared/forecast/workload/row.ts";
import { specInWords, workloadRows } from "../../shared/forecast/workload/words.ts";
import type { ExportAnswer } from "../../shared/protocol/panel/export.ts";
import type { RolloutExport } from "../../shared/protocol/pod/rollout.ts";
import { heading, list, literal, paragraphs, table } from "../markdown/markdown.ts";
import { nodeJson } from "./node-json.ts";
import { prettyJson } from "./pretty-json.ts";

/** A rollout in another form, as the panel plays it. Undefined if there is not one container in its pod. */
export function exportRollout(request: RolloutExport): ExportAnswer | undefined {
  const { payload, setup, format } = request;
  const workload = readRollout(payload);
  if (workload === undefined) return undefined;
  const { assumptions } = payload.pod;
  const run = playRun(workload, assumptions, setup);
  const set = setRollout(workload, setup, "first");
  const rows = workloadRows(set.workload, forecastWorkload(set.workload, assumptions));
  const asked: Asked = { request, run, rows };
  if (format === "svg") return { text: svgOf(asked), language: "xml", extension: "svg" };
  if (format === "json") return { text: prettyJson(jsonOf(asked)), language: "json", extension: "json" };
  return { text: markdownOf(asked), language: "markdown", extension: "md" };
}

interface Asked {
  readonly request: RolloutExport;
  readonly run: RolloutRun;
  readonly rows: readonly WorkloadRow[];
}

function titleOf({ request }: Asked): string {
  const { kind, name } = request.payload.pod.reference;
  return `Rollout of ${kind}/${name}`;
}

function assumedIn({ request, run }: Asked): string {
  return `${specInWords(run.workload)} · ${request.payload.pod.assumptionsText} · seed ${request.setup.seed}`;
}

/** What people let happen, one line each. */
function editsIn({ setup }: RolloutExport): readonly string[] {
  const starts = Object.values(startsInWords(setup)).flatMap((words) => words ?? []);
  return [...starts, ...setup.edits.map((edit) => `${formatMoment(edit.atMs)}: ${editInWords(edit)}`)];
}

function svgOf(asked: Asked): string {
  const edits = editsIn(asked.request);
  const assumptionsText = [assumedIn(asked), ...edits].join(" · ");
  return rolloutSvg(asked.run, { title: titleOf(asked), answer: asked.rows[0]?.text ?? "", assumptionsText });
}

function markdownOf(asked: Asked): string {
  const { run, rows, request } = asked;
  const entries = run.timeline.entries.map((entry) => [
    formatMoment(entry.tMs),
    entry.object,
    describeWorkloadEntry(entry),
    causeOf(run, entry.cause),
  ]);
  const { markdown } = paragraphs([
    heading(1, titleOf(asked)),
    literal(assumedIn(asked)),
    list(editsIn(request)),
    table({ head: ["Question", "Answer"], rows: rows.map(({ what, text }) => [what, text]) }, {}),
    table({ head: ["Time", "Object", "What", "Why"], rows: entries }, { columns: ["---:", "---", "---", "---"] }),
  ]);
  return `${markdown}\n`;
}

function causeOf({ byId }: RolloutRun, cause: string | undefined): string {
  const entry = cause === undefined ? undefined : byId.get(cause);
  return entry === undefined ? "external" : describeWorkloadEntry(entry);
}

function jsonOf({ request, run, rows }: Asked) {
  const { kind, name, namespace } = request.payload.pod.reference;
  const { assumptions } = request.payload.pod;
  const { timeline } = run;
  return {
    version: 1,
    workload: { kind, name, namespace, spec: run.workload.spec },
    node: nodeJson(assumptions.node),
    timing: assumptions.timing,
    seed: request.setup.seed,
    setup: request.setup,
    untilMs: timeline.untilMs,
    ended: timeline.ended,
    completesMs: run.completesMs ?? null,
    answers: rows,
    entries: timeline.entries.map(({ id, tMs, at, kind: what, cause, object, data, ...entry }) => {
      const text = describeWorkloadEntry({ id, tMs, at, kind: what, cause, object, data, ...entry });
      return { id, tMs, at, kind: what, object, cause: cause ?? null, text, data };
    }),
    counts: timeline.counts,
  };
}
