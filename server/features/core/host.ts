import type {
  CodeAction,
  CodeLens,
  CompletionItem,
  Diagnostic,
  DocumentLink,
  DocumentSymbol,
  Hover,
  InlayHint,
  Position,
  Range,
} from "vscode-languageserver";
import { parseManifest } from "../../manifest/documents/parse.ts";
import type { ManifestDocument, PlacedDocument } from "../../manifest/text/model.ts";
import type { RichText } from "../../markdown/markdown.ts";
import type { ActionRequest, Context, Feature, ResolvedAction } from "./feature.ts";
import type { Isolation } from "./isolation.ts";
import { pause } from "./pause.ts";
import { documentAt, documentsIn } from "./places.ts";
import { isJson } from "./read-manifest.ts";
import { stages } from "./subjects.ts";

/** All features as one. A feature that throws answers nothing about that document; the others go on. */
export interface Host {
  /** `isCanceled` is asked now and then; the answer is then short. */
  diagnostics(context: Context, isCanceled: () => boolean): Promise<Diagnostic[]>;
  inlayHints(context: Context, range: Range): InlayHint[];
  hintTooltip(context: Context, data: unknown): RichText | undefined;
  hover(context: Context, position: Position): Hover | undefined;
  /** Works out what a hover says, piece by piece: other requests are answered in between. False: nobody wants it any more. */
  prepareHover(context: Context, position: Position, isCanceled: () => boolean): Promise<boolean>;
  completions(context: Context, position: Position): CompletionItem[];
  resolveCompletion(item: CompletionItem): CompletionItem | undefined;
  codeLenses(context: Context): CodeLens[];
  /** `isCanceled` is asked now and then; the answer is then short. */
  codeActions(context: Context, request: ActionRequest, isCanceled: () => boolean): Promise<CodeAction[]>;
  resolveAction(context: Context, data: unknown): ResolvedAction | undefined;
  /** Works out what people are likely to ask for next, until `isOutdated` or for as long as is worth it. */
  prepare(context: Context, isOutdated: () => boolean): Promise<void>;
  symbols(context: Context): DocumentSymbol[];
  documentLinks(context: Context): DocumentLink[];
}

const emptyManifest = parseManifest("\n");

/** Longer work lets waiting requests in between, so that a hover in a large file does not wait for its diagnostics. */
const sliceMs = 8;
/** What nobody has asked for yet gets no more time than this. */
const preparationMs = 250;

export function createHost(features: readonly Feature[], isolation: Isolation): Host {
  const { all, first } = createQuestions(features, isolation);
  // A large file asks them thousands of times.
  const judging = features.filter(({ diagnostics }) => diagnostics !== undefined);
  return {
    diagnostics: (context, isCanceled) => diagnose({ features, judging, isolation }, context, isCanceled),
    inlayHints: (context, range) =>
      firstOfLines(context, range, (placed) =>
        all("inlay hints", (feature) => feature.inlayHints?.(context, placed, range)),
      ),
    hintTooltip: (context, data) => first("tooltip", (feature) => feature.hintTooltip?.(context, data)),
    hover(context, position) {
      const at = documentAt(context, position);
      return at && first("hover", (feature) => feature.hover?.(context, at.placed, at.offset));
    },
    prepareHover(context, position, isCanceled) {
      const at = documentAt(context, position);
      const ask = (feature: Feature) => at && feature.prepareHover?.(context, at.placed, at.offset);
      return workedOut(piecesOf(features, isolation, "hover ahead", ask), isCanceled);
    },
    completions(context, position) {
      const at = completionPlace(context, position);
      if (at === undefined) return [];
      const json = isJson(context.document);
      return all("completion", (feature) =>
        json && !feature.worksInJson ? [] : feature.completions?.(context, at.placed, at.offset),
      );
    },
    resolveCompletion: (item) => first("completion item", (feature) => feature.resolveCompletion?.(item)),
    codeLenses: (context) => all("code lenses", (feature) => feature.codeLenses?.(context)),
    codeActions: (context, request, isCanceled) => act({ features, isolation }, context, request, isCanceled),
    prepare: (context, isOutdated) => whileThereIsTime(isOutdated, preparation(context, features, isolation)),
    resolveAction: (context, data) => first("code action", (feature) => feature.resolveAction?.(context, data)),
    symbols: (context) =>
      context.manifest.documents.flatMap((placed) => all("symbols", (feature) => feature.symbols?.(context, placed))),
    documentLinks: (context) => all("links", (feature) => feature.documentLinks?.(context)),
  };
}

interface Questions {
  /** What all features answer. */
  all<T>(kind: string, ask: (feature: Feature) => readonly T[] | undefined): T[];
  /** The answer of the first one that has one. */
  first<T>(kind: string, ask: (feature: Feature) => T | undefined): T | undefined;
}

function createQuestions(features: readonly Feature[], isolation: Isolation): Questions {
  return {
    all: (kind, ask) =>
      features.flatMap((feature) => isolation.run(`${feature.name}: ${kind}`, () => ask(feature)) ?? []),
    first(kind, ask) {
      for (const feature of features) {
        const answer = isolation.run(`${feature.name}: ${kind}`, () => ask(feature));
        if (answer !== undefined) return answer;
      }
      return undefined;
    },
  };
}

interface Isolated {
  readonly features: readonly Feature[];
  readonly isolation: Isolation;
}

/** `judging`: the features that have diagnostics for each document. */
async function diagnose(
  { features, judging, isolation }: Isolated & { readonly judging: readonly Feature[] },
  context: Context,
  isCanceled: () => boolean,
): Promise<Diagnostic[]> {
  const found: Diagnostic[] = [];
  await throughStages(context, isolation, isCanceled);
  const ahead = piecesOf(features, isolation, "diagnostics ahead", (each) => each.prepareDiagnostics?.(context));
  if (!(await workedOut(ahead, isCanceled))) return [];
  await inSlices(context.manifest.documents, isCanceled, (placed) => {
    for (const feature of judging)
      found.push(
        ...(isolation.run(`${feature.name}: diagnostics`, () => feature.diagnostics?.(context, placed)) ?? []),
      );
  });
  // Last, because it asks about all documents together: they are read by now, each in a slice of its own.
  const inFile = isCanceled() ? [] : await diagnoseFile({ features, isolation }, context);
  return [...inFile, ...found];
}

async function diagnoseFile({ features, isolation }: Isolated, context: Context): Promise<readonly Diagnostic[]> {
  const found = features.map((feature) =>
    isolation.wait(`${feature.name}: file`, () => feature.fileDiagnostics?.(context)),
  );
  return (await Promise.all(found)).flatMap((each) => each ?? []);
}

/** The first feature of the list that has something to say about a line wins it. */
function firstOfLines(
  context: Context,
  range: Range,
  hintsOf: (placed: PlacedDocument) => readonly InlayHint[],
): InlayHint[] {
  const byLine = new Map<number, InlayHint>();
  for (const placed of documentsIn(context.manifest, range)) {
    // In JSON, hundreds of documents can stand on one line.
    if (placed.document.lineCount === 0 && byLine.has(placed.startLine)) continue;
    for (const hint of hintsOf(placed)) if (!byLine.has(hint.position.line)) byLine.set(hint.position.line, hint);
  }
  return [...byLine.values()];
}

/** An empty file has no document yet. */
function completionPlace(context: Context, position: Position): ReturnType<typeof documentAt> {
  const placed = emptyManifest.documents[0];
  return documentAt(context, position) ?? (placed && { placed, offset: 0 });
}

async function act(
  { features, isolation }: Isolated,
  context: Context,
  request: ActionRequest,
  isCanceled: () => boolean,
): Promise<CodeAction[]> {
  const json = isJson(context.document);
  const actions: CodeAction[] = [];
  const slices = createSlices(isCanceled);
  for (const feature of features) {
    if (json && !feature.worksInJson) continue;
    const offered = piecesOf([feature], isolation, "code actions", (each) => each.codeActions?.(context, request));
    for (const action of offered) {
      actions.push(action);
      if (await slices.end()) return [];
    }
    if (await slices.end()) return [];
  }
  return actions;
}

const staged = new WeakSet<ManifestDocument>();

/** Documents that are new. */
async function throughStages(context: Context, isolation: Isolation, isCanceled: () => boolean): Promise<void> {
  const fresh = context.manifest.documents.filter(({ document }) => !staged.has(document));
  for (const stage of stages)
    await inSlices(fresh, isCanceled, (placed) => isolation.run("stage", () => stage(context, placed)));
  if (!isCanceled()) for (const { document } of fresh) staged.add(document);
}

async function inSlices<T>(items: readonly T[], isCanceled: () => boolean, work: (item: T) => void): Promise<void> {
  const slices = createSlices(isCanceled);
  for (const item of items) {
    work(item);
    if (await slices.end()) return;
  }
}

/** What features work out before somebody asks. */
function* preparation(context: Context, features: readonly Feature[], isolation: Isolation): Generator<unknown> {
  for (const placed of context.manifest.documents)
    yield* piecesOf(features, isolation, "preparation", (feature) => feature.prepare?.(context, placed));
}

/** What features work out piece by piece. One that throws works out nothing more. */
function* piecesOf<T>(
  features: readonly Feature[],
  isolation: Isolation,
  kind: string,
  ask: (feature: Feature) => Iterable<T> | undefined,
): Generator<T> {
  for (const feature of features) {
    const name = `${feature.name}: ${kind}`;
    const pieces = isolation.run(name, () => ask(feature)?.[Symbol.iterator]());
    const next = () => isolation.run(name, () => pieces?.next());
    for (let piece = next(); piece?.done === false; piece = next()) yield piece.value;
  }
}

/** Does all of it, and lets others in meanwhile. False: nobody wants the rest. */
async function workedOut(pieces: Iterable<unknown>, isCanceled: () => boolean): Promise<boolean> {
  const slices = createSlices(isCanceled);
  for (const _ of pieces) {
    const end = slices.end();
    if (end !== false && (await end)) return false;
  }
  return true;
}

async function whileThereIsTime(isOutdated: () => boolean, pieces: Iterator<unknown>): Promise<void> {
  const slices = createSlices(isOutdated);
  let leftMs = preparationMs;
  while (leftMs > 0 && !isOutdated()) {
    const startMs = performance.now();
    if (pieces.next().done === true) return;
    leftMs -= performance.now() - startMs;
    const end = slices.end();
    if (end !== false && (await end)) return;
  }
}

/** Asked after each piece of the work: lets others in when it has taken long enough. True: nobody wants the rest. */
function createSlices(isCanceled: () => boolean): { end(): boolean | Promise<boolean> } {
  let sliceEnd = performance.now() + sliceMs;
  const next = async (): Promise<boolean> => {
    await pause();
    sliceEnd = performance.now() + sliceMs;
    return isCanceled();
  };
  return { end: () => performance.now() >= sliceEnd && next() };
}
