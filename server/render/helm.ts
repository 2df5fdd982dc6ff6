import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import type { SourceFile } from "./candidates.ts";
import { writtenValue } from "./candidates.ts";
import { type CopiedFolder, withCopies } from "./copied-folder.ts";
import type { Rendered, RenderOptions, RenderResult, RenderTarget, SourcePlace, Traced, WantedLine } from "./model.ts";
import { runProgram } from "./run-program.ts";
import { sourceNames } from "./source-names.ts";
import { markTemplate, readMarks } from "./template-marks.ts";
import { traceValues } from "./trace-values.ts";

type HelmTarget = Extract<RenderTarget, { tool: "helm" }>;

/** `helm template CHART -f VALUES …` */
export async function renderChart(target: HelmTarget, options: RenderOptions): Promise<RenderResult> {
  const output = await withOwnValues(target, (values) =>
    runProgram("helm", argumentsFor(target, values, options), options),
  );
  if (output.is === "missing")
    return {
      problem: `--helm: helm is not on the PATH: install it (https://helm.sh/docs/intro/install), or pipe its output in: helm template ${target.chart} | pod-cadence check -`,
      missing: true,
    };
  if (output.is === "failed") return { problem: `helm can't render ${target.chart}: ${output.reason}` };
  const rendered: Rendered = {
    target,
    text: output.text,
    trace: (wanted) => trace(target, options, output.text, wanted),
  };
  return { value: rendered };
}

/** Helm reads values from files only. */
async function withOwnValues<T>(
  { values, own }: HelmTarget,
  use: (values: readonly string[]) => Promise<T>,
): Promise<T> {
  if (own === undefined) return await use(values);
  const scratch = await mkdtemp(join(tmpdir(), "pod-cadence-values-"));
  try {
    const file = join(scratch, "values.yaml");
    await writeFile(file, own.text);
    return await use([...values, file]);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

type Named = Pick<HelmTarget, "chart" | "release">;

function argumentsFor({ chart, release }: Named, values: readonly string[], options: RenderOptions): readonly string[] {
  const { kubernetes } = options;
  const version = kubernetes === undefined ? [] : ["--kube-version", kubernetes];
  // A name that begins with a dash is no option.
  const path = chart.startsWith("-") ? `./${chart}` : chart;
  // Of what a file says, only what Helm takes for a name may stand in a command line.
  const isName =
    release !== undefined && [release.name, release.namespace].every((each) => /^[a-z0-9][a-z0-9.-]*$/.test(each));
  const named = isName ? [release.name, path, "--namespace", release.namespace] : [path];
  return ["template", ...named, ...values.flatMap((file) => ["-f", file]), ...version];
}

/** The template of each line; the exact line where marks in a copy of the chart, or other values, show it. */
async function trace(
  target: HelmTarget,
  options: RenderOptions,
  text: string,
  wanted: readonly WantedLine[],
): Promise<readonly Traced[]> {
  const output = text.split("\n");
  const chart = resolve(options.cwd, target.chart);
  const isFolder = await stat(chart).then(
    (about) => about.isDirectory(),
    () => false,
  );
  const names = sourceNames(output);
  // In `# Source:` the chart has its own name, which need not be that of the folder.
  const inChart = (name: string): string => name.split("/").slice(1).join("/");
  const pathOf = (file: string): string => join(target.chart, file);
  const certain =
    isFolder && wanted.length > 0 ? await traceInCopy(target, options, { output, wanted, chart, pathOf }) : undefined;
  return wanted.map(({ line }): Traced => {
    const place = certain?.get(line);
    if (place !== undefined) return { place, certain: true };
    const name = names[line];
    const path = name === undefined ? target.chart : isFolder ? pathOf(inChart(name)) : name;
    return { place: { path, line: 0, start: 0, end: 0 }, certain: false };
  });
}

interface Asked {
  readonly output: readonly string[];
  readonly wanted: readonly WantedLine[];
  readonly chart: string;
  readonly pathOf: (file: string) => string;
}

function traceInCopy(
  target: HelmTarget,
  options: RenderOptions,
  asked: Asked,
): Promise<ReadonlyMap<number, SourcePlace> | undefined> {
  return withCopies([asked.chart], async ([copy], scratch) => {
    if (copy === undefined) return new Map();
    const values = await copiedValues(target, options, copy, { scratch, pathOf: asked.pathOf });
    const render = async (): Promise<readonly string[] | undefined> => {
      const files = values.own.map(({ file }) => file);
      const output = await runProgram("helm", argumentsFor({ ...target, chart: copy.root }, files, options), options);
      return output.is === "done" ? output.text.split("\n") : undefined;
    };
    const scalars = asked.wanted.filter(({ value }) => value !== undefined);
    const ofValues = await traceValues(asked.output, scalars, {
      files: values.all,
      async render(texts) {
        for (const { file, text } of values.all) await writeFile(file, texts.get(file) ?? text);
        return await render();
      },
    });
    for (const { file, text } of values.all) await writeFile(file, text);
    const ofTemplates = await traceMarks(copy, asked, render);
    return new Map([...ofTemplates, ...ofValues]);
  });
}

interface Values {
  /** What `-f` names, in a copy. */
  readonly own: readonly SourceFile[];
  /** With the defaults of the chart and of the charts in it. */
  readonly all: readonly SourceFile[];
}

async function copiedValues(
  { values, own: inFile }: HelmTarget,
  { cwd }: RenderOptions,
  copy: CopiedFolder,
  { scratch, pathOf }: { readonly scratch: string; readonly pathOf: (file: string) => string },
): Promise<Values> {
  const own: SourceFile[] = [];
  for (const [index, path] of values.entries()) {
    // Also an address is a file for Helm; its text is not ours to change.
    const text = await readFile(resolve(cwd, path), "utf8").catch(() => undefined);
    if (text === undefined) {
      own.push({ path, file: path, text: "" });
      continue;
    }
    const file = join(scratch, `${index}-${basename(path)}`);
    await writeFile(file, text);
    own.push({ path, file, text });
  }
  if (inFile !== undefined) {
    const file = join(scratch, "own-values.yaml");
    await writeFile(file, inFile.text);
    own.push({ path: inFile.path, file, text: inFile.text });
  }
  const defaults = copy.files.filter((file) => /^(?:charts\/[^/]+\/)*values\.ya?ml$/.test(file));
  const ofChart = await Promise.all(
    defaults.map(async (file): Promise<SourceFile> => {
      const inCopy = join(copy.root, file);
      return { path: pathOf(file), file: inCopy, text: await readFile(inCopy, "utf8") };
    }),
  );
  return { own, all: [...own.filter(({ text }) => text !== ""), ...ofChart] };
}

function isTemplate(file: string): boolean {
  return file.split("/").slice(0, -1).includes("templates") && /\.(?:ya?ml|tpl)$/.test(file);
}

interface MarkPlace {
  readonly file: string;
  readonly line: number;
  readonly text: string;
  readonly isJoined: boolean;
}

/** Which line of a template made a line of the output. */
async function traceMarks(
  copy: CopiedFolder,
  { output, wanted, pathOf }: Asked,
  render: () => Promise<readonly string[] | undefined>,
): Promise<ReadonlyMap<number, SourcePlace>> {
  const places: MarkPlace[] = [];
  for (const file of copy.files.filter((each) => isTemplate(each))) {
    const path = join(copy.root, file);
    const text = await readFile(path, "utf8");
    const marked = markTemplate(text, places.length);
    const lines = text.split("\n");
    places.push(
      ...marked.lines.map((line) => ({ file, line, text: lines[line] ?? "", isJoined: marked.joined.has(line) })),
    );
    await writeFile(path, marked.text);
  }
  const read = ((await render()) ?? []).map(readMarks);
  const found = new Map<number, SourcePlace>();
  // With the marks the output has to be the same but for them.
  if (read.length !== output.length) return found;
  for (const { line } of wanted) {
    const at = lineOfMark(read, line);
    const place = at === undefined || read[line]?.text !== output[line] ? undefined : places[read[at]?.ids[0] ?? -1];
    if (place !== undefined && !place.isJoined) found.set(line, placeIn(place, output[line] ?? "", pathOf));
  }
  return found;
}

/** What an expression makes has its mark at the end of its last line. */
function lineOfMark(lines: readonly ReturnType<typeof readMarks>[], line: number): number | undefined {
  for (let at = line; at < lines.length; at += 1) {
    const { text = "", ids = [] } = lines[at] ?? {};
    if (ids.length > 0) return at;
    if (text.startsWith("---")) return undefined;
  }
  return undefined;
}

/** The value, where the template has it as it is; else the line. */
function placeIn({ file, line, text }: MarkPlace, output: string, pathOf: (file: string) => string): SourcePlace {
  const path = pathOf(file);
  const [own, made] = [writtenValue(text), writtenValue(output)];
  if (own !== undefined && own.key === made?.key && own.value === made?.value)
    return { path, line, start: own.start, end: own.end };
  const start = text.length - text.trimStart().length;
  return { path, line, start, end: Math.max(start, text.trimEnd().length) };
}
