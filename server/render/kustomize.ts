import { readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { FileAccess } from "../schema/files/file-access.ts";
import { entryUri, type FoundKustomization, kustomizationIn } from "../schema/files/kustomization.ts";
import { nodeFiles } from "../schema/files/node-files.ts";
import { type SourceFile, writtenValue } from "./candidates.ts";
import { withCopies } from "./copied-folder.ts";
import type { Rendered, RenderOptions, RenderResult, RenderTarget, SourcePlace, Traced, WantedLine } from "./model.ts";
import { runProgram } from "./run-program.ts";
import { traceValues } from "./trace-values.ts";

type KustomizeTarget = Extract<RenderTarget, { tool: "kustomize" }>;

interface Builder {
  readonly program: string;
  readonly args: readonly string[];
}

const builders: readonly Builder[] = [
  { program: "kustomize", args: ["build"] },
  { program: "kubectl", args: ["kustomize"] },
];

/** `kustomize build OVERLAY`, or what kubectl has of it. */
export async function buildOverlay(target: KustomizeTarget, options: RenderOptions): Promise<RenderResult> {
  // A name that begins with a dash is no option.
  const overlay = target.overlay.startsWith("-") ? `./${target.overlay}` : target.overlay;
  for (const builder of builders) {
    const output = await runProgram(builder.program, [...builder.args, overlay], options);
    if (output.is === "missing") continue;
    if (output.is === "failed")
      return { problem: `${builder.program} can't build ${target.overlay}: ${output.reason}` };
    const rendered: Rendered = {
      target,
      text: output.text,
      trace: (wanted) => trace({ target, options, builder, output: output.text.split("\n") }, wanted),
    };
    return { value: rendered };
  }
  return {
    problem: `-k: neither kustomize nor kubectl is on the PATH: install one (https://kubectl.docs.kubernetes.io/installation/kustomize), or pipe its output in: kustomize build ${target.overlay} | pod-cadence check -`,
    missing: true,
  };
}

interface Built {
  readonly target: KustomizeTarget;
  readonly options: RenderOptions;
  readonly builder: Builder;
  readonly output: readonly string[];
}

/** Kustomizations that lead to each other are looked at once; more than these are no overlay of people. */
const kustomizationsMax = 200;

/** All kustomizations that an overlay is made of, itself first; `folder` is a URI. What is on other machines is left out. */
export async function kustomizationsOf(folder: string, files: FileAccess): Promise<readonly FoundKustomization[]> {
  const found = new Map<string, FoundKustomization>();
  const asked = new Set<string>();
  const queue = [folder];
  for (let uri = queue.shift(); uri !== undefined && asked.size < kustomizationsMax; uri = queue.shift()) {
    if (asked.has(uri)) continue;
    asked.add(uri);
    const here = await kustomizationIn(uri, files);
    if (here === undefined) continue;
    found.set(uri, here);
    queue.push(...[...here.resources, ...here.components].flatMap((entry) => entryUri(here, entry) ?? []));
  }
  return [...found.values()];
}

/** The line that sets the value, where other values in a copy of all files show it; else the file of the object. */
async function trace(built: Built, wanted: readonly WantedLine[]): Promise<readonly Traced[]> {
  const { target, options } = built;
  const overlay = resolve(options.cwd, target.overlay);
  const all = await kustomizationsOf(pathToFileURL(overlay).href, nodeFiles);
  const first = all[0];
  const own = first === undefined ? overlay : fileURLToPath(first.uri);
  const unknown: Traced = {
    place: { path: relative(options.cwd, own), line: 0, start: 0, end: 0 },
    certain: false,
  };
  const root = commonFolder(all.map(({ folder }) => fileURLToPath(folder)));
  if (wanted.length === 0 || root === undefined) return wanted.map(() => unknown);
  const found = await traceInCopy(built, wanted, { root, overlay, all });
  return wanted.map((_, index) => found?.[index] ?? unknown);
}

interface Tree {
  /** Holds all of the folders. */
  readonly root: string;
  readonly overlay: string;
  readonly all: readonly FoundKustomization[];
}

function traceInCopy(
  { options, builder, output }: Built,
  wanted: readonly WantedLine[],
  { root, overlay, all }: Tree,
): Promise<readonly (Traced | undefined)[] | undefined> {
  return withCopies([root], async ([copy]) => {
    if (copy === undefined) return [];
    const files = await sourceFiles(all, { root, copied: copy.root, cwd: options.cwd });
    const build = async (): Promise<readonly string[] | undefined> => {
      const rebuilt = await runProgram(
        builder.program,
        [...builder.args, join(copy.root, relative(root, overlay))],
        options,
      );
      return rebuilt.is === "done" ? rebuilt.text.split("\n") : undefined;
    };
    const samples = wanted.map((each) => samplesOf(output, each));
    const values = await traceValues(output, samples.flat(), {
      files,
      async render(texts) {
        for (const { file, text } of files) await writeFile(file, texts.get(file) ?? text);
        return await build();
      },
    });
    for (const { file, text } of files) await writeFile(file, text);
    const origins = await originsOf(files, overlayFile(all, root, copy.root), build);
    return wanted.map((each, index): Traced | undefined => {
      const place = placeOf(each, { output, samples: samples[index] ?? [], values, files });
      if (place !== undefined) return { place, certain: true };
      const object = objectPlace(output, each.line, { origins, files, overlay, root, copied: copy.root });
      return object && { place: object, certain: false };
    });
  });
}

type Sample = Pick<WantedLine, "line" | "part">;

/** Below a key, so many values say where it was written. */
const samplesMax = 5;

function samplesOf(output: readonly string[], { line, value, part }: WantedLine): readonly Sample[] {
  if (value !== undefined) return [{ line, part }];
  const indent = keyIndent(output[line] ?? "");
  const samples: Sample[] = [];
  for (let at = line; at < output.length && samples.length < samplesMax; at += 1) {
    const text = output[at] ?? "";
    if (at > line && keyIndent(text) <= indent && !isListOf(text, indent)) break;
    if (writtenValue(text) !== undefined) samples.push({ line: at });
  }
  return samples;
}

/** Kustomize writes the items of a list in the column of its key. */
function isListOf(text: string, indent: number): boolean {
  return text.slice(indent).startsWith("- ") && text.slice(0, indent).trim() === "";
}

function keyIndent(text: string): number {
  return /^\s*(?:- +)*/.exec(text)?.[0].length ?? 0;
}

interface Known {
  readonly output: readonly string[];
  readonly samples: readonly Sample[];
  readonly values: ReadonlyMap<number, SourcePlace>;
  readonly files: readonly SourceFile[];
}

function placeOf({ line, value }: WantedLine, { output, samples, values, files }: Known): SourcePlace | undefined {
  if (value !== undefined) return values.get(line);
  const key = keyOf(output[line] ?? "");
  for (const sample of samples) {
    const place = values.get(sample.line);
    const text = place && files.find(({ path }) => path === place.path)?.text;
    const above = place && text !== undefined && key !== undefined ? keyAbove(text.split("\n"), place, key) : undefined;
    if (above !== undefined) return above;
  }
  return undefined;
}

function keyOf(line: string): string | undefined {
  return /^\s*(?:- +)*["']?([\w./$-]+)["']?:(?:\s|$)/.exec(line)?.[1];
}

/** The line of a key that a line stands below, or its own. */
function keyAbove(lines: readonly string[], place: SourcePlace, key: string): SourcePlace | undefined {
  let indent = Number.POSITIVE_INFINITY;
  for (let at = place.line; at >= 0 && indent > 0; at -= 1) {
    const line = lines[at] ?? "";
    const own = keyOf(line);
    if (own === undefined && !/^\s*- /.test(line)) continue;
    const start = keyIndent(line);
    // An item of a list may stand in the column of the key.
    if (start > indent || (start === indent && !/^\s*- /.test(lines[place.line] ?? ""))) continue;
    if (own === key && start <= indent) return { path: place.path, line: at, start, end: start + key.length };
    indent = Math.min(indent, /^\s*/.exec(line)?.[0].length ?? 0);
  }
  return undefined;
}

/** The files that may set a value, with the kustomizations themselves. */
async function sourceFiles(
  all: readonly FoundKustomization[],
  { root, copied, cwd }: { readonly root: string; readonly copied: string; readonly cwd: string },
): Promise<readonly SourceFile[]> {
  const paths = new Set(
    all.flatMap((each) => [
      fileURLToPath(each.uri),
      ...[...each.resources, ...each.patches].flatMap((entry) => {
        const uri = entryUri(each, entry);
        return uri === undefined ? [] : [fileURLToPath(uri)];
      }),
    ]),
  );
  const read = await Promise.all(
    [...paths].map(async (path): Promise<readonly SourceFile[]> => {
      const inside = relative(root, path);
      const text = inside.startsWith("..") ? undefined : await readFile(path, "utf8").catch(() => undefined);
      return text === undefined ? [] : [{ path: relative(cwd, path), file: join(copied, inside), text }];
    }),
  );
  return read.flat();
}

function commonFolder(folders: readonly string[]): string | undefined {
  const [first, ...rest] = folders;
  if (first === undefined) return undefined;
  let common = first;
  while (
    !rest.every((folder) => folder === common || folder.startsWith(common.endsWith(sep) ? common : common + sep))
  ) {
    const above = dirname(common);
    if (above === common) return undefined;
    common = above;
  }
  // Nobody wants a copy of the whole file system.
  return dirname(common) === common ? undefined : common;
}

function overlayFile(all: readonly FoundKustomization[], root: string, copied: string): string | undefined {
  const [own] = all;
  return own && join(copied, relative(root, fileURLToPath(own.uri)));
}

/** The output once more, in which each object says what file it comes from; relative to the overlay. */
async function originsOf(
  files: readonly SourceFile[],
  overlay: string | undefined,
  build: () => Promise<readonly string[] | undefined>,
): Promise<readonly (string | undefined)[]> {
  const text = files.find(({ file }) => file === overlay)?.text;
  if (overlay === undefined || text === undefined || /^buildMetadata:/m.test(text)) return [];
  await writeFile(overlay, `${text.trimEnd()}\nbuildMetadata: [originAnnotations]\n`);
  const lines = (await build()) ?? [];
  return objectsOf(lines).map((object) => {
    const at = object.findIndex((line) => line.trim() === "config.kubernetes.io/origin: |");
    return at === -1 ? undefined : /^\s+path: (\S.*)$/.exec(object[at + 1] ?? "")?.[1];
  });
}

function objectsOf(lines: readonly string[]): readonly (readonly string[])[] {
  const objects: string[][] = [[]];
  for (const line of lines) {
    if (line === "---") objects.push([]);
    else objects.at(-1)?.push(line);
  }
  return objects;
}

interface Origins {
  readonly origins: readonly (string | undefined)[];
  readonly files: readonly SourceFile[];
  readonly overlay: string;
  readonly root: string;
  readonly copied: string;
}

/** The kind of the object, in the file that it comes from. */
function objectPlace(
  output: readonly string[],
  line: number,
  { origins, files, overlay, root, copied }: Origins,
): SourcePlace | undefined {
  const index = output.slice(0, line + 1).filter((each) => each === "---").length;
  const origin = origins[index];
  if (origin === undefined) return undefined;
  const file = join(copied, relative(root, join(overlay, origin)));
  const source = files.find((each) => each.file === file);
  const kind = objectsOf(output)[index]?.find((each) => each.startsWith("kind: "));
  if (source === undefined || kind === undefined) return source && { path: source.path, line: 0, start: 0, end: 0 };
  const lines = source.text.split("\n");
  const places = lines.flatMap((each, at) => (each.trimEnd() === kind ? [at] : []));
  const [only] = places;
  // Of two objects of a kind it may be either.
  if (only === undefined || places.length > 1) return { path: source.path, line: 0, start: 0, end: 0 };
  return { path: source.path, line: only, start: "kind: ".length, end: kind.length };
}
