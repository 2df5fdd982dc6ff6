import { prepareAlertJudge } from "../../analysis/alert-judge.ts";
import type { CheckedFile } from "../../exports/schemas/check.ts";
import type { Traced } from "../../render/model.ts";
import { readText } from "../files/disk.ts";
import type { FileResult, Job } from "../files/file-task.ts";
import type { ReadRendered } from "../files/rendered.ts";
import { wantedLine } from "../files/wanted-line.ts";
import { foundIn, totalsOf } from "./check-file.ts";
import { countBySeverity } from "./diagnostics.ts";
import { diagnosticsText, pageOf } from "./diagnostics-text.ts";
import { type FoundIn, reportedOf } from "./reported.ts";

/** Everything that the rules say of rendered output, in the files that people edit. The first result is the output itself. */
export async function checkRendered(job: Job, { rendered, path, read }: ReadRendered): Promise<readonly FileResult[]> {
  const lines = read.text.split("\n");
  await prepareAlertJudge(read.manifest);
  const found = foundIn(read, job.reports);
  const traced = await rendered.trace(found.map(({ diagnostic }) => wantedLine(diagnostic.range, lines)));
  const placed = distinct(found.map((each, index) => inSource(each, traced[index], path)));
  const paths = [...new Set(placed.map((each) => each.path))];
  const whole: FileResult = {
    ...resultOf(job, path, []),
    ...totalsOf(read.manifest),
    json: job.json ? { path, ...totalsOf(read.manifest), diagnostics: [] } : undefined,
    ...(read.settings.project && { projectUri: read.settings.project.uri }),
    problems: [...read.problems],
  };
  return [
    whole,
    ...paths.map((each) => ({
      ...resultOf(
        job,
        each,
        placed.filter((one) => one.path === each),
      ),
      isSource: true,
    })),
  ];
}

interface PlacedFound extends FoundIn {
  readonly path: string;
}

function resultOf(job: Job, path: string, found: readonly PlacedFound[]): FileResult {
  const all = found.filter(({ suppressed }) => !suppressed).map(({ diagnostic }) => diagnostic);
  const shown = job.errorsOnly ? all.filter(({ severity }) => severity === "error") : all;
  const totals = { documents: 0, pods: 0, kubeletConfigurations: 0, templated: false };
  return {
    path,
    json: job.json ? ({ path, ...totals, diagnostics: shown } satisfies CheckedFile) : undefined,
    text: diagnosticsText(path, shown, pageOf(job), () => readText(path)),
    counts: countBySeverity(all),
    ...(job.reports && { reported: [...reportedOf(found)] }),
    ...totals,
    problems: [],
    notes: [],
  };
}

function inSource(found: FoundIn, traced: Traced | undefined, rendered: string): PlacedFound {
  const { diagnostic } = found;
  if (traced === undefined) return { ...found, path: rendered };
  const { path, line, start, end } = traced.place;
  const where = diagnostic.fieldPath === "" ? "" : `, ${diagnostic.fieldPath}`;
  return {
    ...found,
    path,
    diagnostic: {
      ...diagnostic,
      range: { start: { line, character: start }, end: { line, character: end } },
      rendered: diagnostic.range,
      ...(!traced.certain && {
        message: `${diagnostic.message} (rendered line ${diagnostic.range.start.line + 1}${where})`,
      }),
    },
  };
}

/** One line of a template or of values makes several objects. */
function distinct(all: readonly PlacedFound[]): readonly PlacedFound[] {
  const seen = new Map(
    all.map((each) => {
      const { rule, message, range } = each.diagnostic;
      return [JSON.stringify([each.path, rule, message, range, each.suppressed]), each];
    }),
  );
  const order = ({ path, diagnostic: { range } }: PlacedFound) =>
    [path, range.start.line, range.start.character] as const;
  return [...seen.values()].toSorted((left, right) => {
    const [a, b] = [order(left), order(right)];
    if (a[0] !== b[0]) return a[0] < b[0] ? -1 : 1;
    return a[1] - b[1] || a[2] - b[2];
  });
}
