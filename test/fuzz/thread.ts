import { isDeepStrictEqual } from "node:util";
import { parentPort, workerData } from "node:worker_threads";
import { type CodeAction, CodeActionKind, type Diagnostic, type Position, type Range } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import * as z from "zod/mini";
import { analyzeDocument } from "../../server/analysis/analysis.ts";
import type { Context } from "../../server/features/core/feature.ts";
import { readManifest } from "../../server/features/core/read-manifest.ts";
import { requestedKinds } from "../../server/features/requests/requests.ts";
import { parseManifest } from "../../server/manifest/documents/parse.ts";
import type { Manifest, PlacedDocument } from "../../server/manifest/text/model.ts";
import { findingsOf, findingsOfFile } from "../../server/rules/findings.ts";
import { actionsOf, contextOf, host } from "../server/features/harness.ts";
import { type Answer, type Failure, type Question, type Step, stepMsMax, steps } from "./questions.ts";

// Runs in a thread of tools/fuzz.mjs, which gives it up when it hangs.

/** Two numbers that the watchdog looks at: how many steps were begun, and which one is being done. */
const progress = new Int32Array(z.instanceof(SharedArrayBuffer).parse(workerData));
const placesMax = 12;
const fixesMax = 20;

parentPort?.on("message", (question: Question) => {
  void examine(question).then((answer) => parentPort?.postMessage(answer));
});

class Examination {
  readonly failures: Failure[] = [];
  pods = 0;
  findings = 0;
  fixes = 0;

  /** Undefined: it threw. */
  do<T>(step: Step, work: () => T): T | undefined {
    const startedMs = this.begin(step);
    try {
      return work();
    } catch (error) {
      this.threw(step, error);
      return undefined;
    } finally {
      this.end(step, startedMs);
    }
  }

  async wait<T>(step: Step, work: () => Promise<T>): Promise<T | undefined> {
    const startedMs = this.begin(step);
    try {
      return await work();
    } catch (error) {
      this.threw(step, error);
      return undefined;
    } finally {
      this.end(step, startedMs);
    }
  }

  expect(step: Step, isRight: boolean, message: () => string): void {
    if (!isRight) this.failures.push({ step, message: message(), stack: "" });
  }

  private begin(step: Step): number {
    Atomics.store(progress, 1, steps.indexOf(step));
    Atomics.add(progress, 0, 1);
    return cpuMs();
  }

  private threw(step: Step, error: unknown): void {
    const isError = error instanceof Error;
    this.failures.push({
      step,
      message: `threw ${isError ? error.message.split("\n")[0] : String(error)}`,
      stack: isError ? (error.stack ?? "") : "",
    });
  }

  private end(step: Step, startedMs: number): void {
    const tookMs = cpuMs() - startedMs;
    if (tookMs > stepMsMax) this.failures.push({ step, message: `took ${Math.round(tookMs)} ms`, stack: "" });
  }
}

/** The thread's own: what others do on this machine does not count. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

async function examine({ text, before }: Question): Promise<Answer> {
  const examination = new Examination();
  const context = await examination.wait("read", async () => {
    const made = await contextOf(text);
    for (const { document } of made.manifest.documents) void [document.root, document.pods, document.problems];
    return made;
  });
  if (context !== undefined) {
    readAgain(examination, context, before);
    askRules(examination, context);
    await useEditor(examination, context);
  }
  const { failures, pods, findings, fixes } = examination;
  return { failures, pods, findings, fixes };
}

/** What was read before the edit must change nothing in what is read after it. */
function readAgain(examination: Examination, { document, manifest }: Context, before: string): void {
  const shapeOf = ({ documents, problems }: Manifest) => [
    problems,
    documents.map(({ document: { text, pods }, ...place }) => [place, text, pods.map(({ prefix }) => prefix)]),
  ];
  examination.do("read again after an edit", () => {
    const edited = parseManifest(
      document.getText(),
      parseManifest(before, undefined, manifest.options),
      manifest.options,
    );
    const isSame = isDeepStrictEqual(shapeOf(edited), shapeOf(manifest));
    examination.expect("read again after an edit", isSame, () => "the documents differ from those of a first read");
  });
}

function askRules(examination: Examination, { document, manifest, settings }: Context): void {
  const ofFile = examination.do("rules", () => findingsOfFile(manifest, settings)) ?? [];
  for (const { rule, start, end } of ofFile) expectInside("", rule, start, end, document.getText().length);
  for (const { document: each } of manifest.documents) {
    const analyzed = examination.do("rules", () => analyzeDocument(each, settings));
    if (analyzed === undefined) continue;
    const found = examination.do("rules", () => findingsOf(analyzed)) ?? [];
    examination.findings += found.length;
    examination.pods += analyzed.pods.length;
    for (const { rule, start, end } of found) expectInside("of its document", rule, start, end, each.text.length);
    // Getters compute: writing everything down asks for everything.
    for (const pod of analyzed.pods) examination.do("forecast", () => JSON.stringify([pod.forecast(), pod.job()]));
    for (const kubelet of analyzed.kubelets) examination.do("forecast", () => JSON.stringify(kubelet.forecast()));
  }
  function expectInside(where: string, rule: string, start: number, end: number, length: number): void {
    const isInside = start >= 0 && start <= end && end <= length;
    examination.expect("rules", isInside, () => `${rule} is at ${start} to ${end} ${where}, whose length is ${length}`);
  }
}

async function useEditor(examination: Examination, context: Context): Promise<void> {
  const { document } = context;
  const inside = (step: Step, what: string, range: Range | undefined) =>
    examination.expect(
      step,
      range === undefined || isInside(document, range),
      () => `${what} is out of the text: ${JSON.stringify(range)}`,
    );
  const diagnostics = (await examination.wait("diagnostics", () => host.diagnostics(context, () => false))) ?? [];
  for (const { code, range } of diagnostics) inside("diagnostics", String(code), range);
  await tryFixes(examination, context, diagnostics);
  await tryRefactorings(examination, context, placesIn(context, diagnostics));

  const everything = { start: { line: 0, character: 0 }, end: { line: document.lineCount, character: 0 } };
  for (const { position, data } of examination.do("hints", () => host.inlayHints(context, everything)) ?? []) {
    inside("hints", "a hint", { start: position, end: position });
    examination.do("hints", () => host.hintTooltip(context, data));
  }
  for (const position of placesIn(context, diagnostics)) {
    inside("hover", "a hover", examination.do("hover", () => host.hover(context, position))?.range);
    for (const item of examination.do("completion", () => host.completions(context, position)) ?? []) {
      const edit = item.textEdit;
      if (edit !== undefined && "range" in edit) inside("completion", item.label, edit.range);
    }
  }
  for (const { range } of examination.do("lenses and links", () => host.codeLenses(context)) ?? []) {
    inside("lenses and links", "a lens", range);
  }
  for (const { range } of examination.do("lenses and links", () => host.documentLinks(context)) ?? []) {
    inside("lenses and links", "a link", range);
  }
}

/** Even over the text, and where something is wrong. */
function placesIn({ document }: Context, diagnostics: readonly Diagnostic[]): readonly Position[] {
  const { length } = document.getText();
  const even = Array.from({ length: placesMax }, (_, n) => document.positionAt(Math.floor((n * length) / placesMax)));
  return [...even, ...diagnostics.slice(0, placesMax).map(({ range }) => range.start)];
}

async function tryFixes(examination: Examination, context: Context, diagnostics: readonly Diagnostic[]): Promise<void> {
  const actions: CodeAction[] = [];
  for (const diagnostic of diagnostics.slice(0, fixesMax))
    actions.push(...(await actionsFor(examination, context, [diagnostic])));
  const all = await actionsFor(examination, context, diagnostics, CodeActionKind.SourceFixAll);
  for (const action of [...actions, ...all]) tryAction(examination, context, action, "quick fixes");
}

/** As an editor gets them that knows no snippets. */
async function tryRefactorings(examination: Examination, context: Context, places: readonly Position[]): Promise<void> {
  const plain = { ...context, client: { ...context.client, snippetEdits: false } };
  for (const position of places) {
    const request = { range: { start: position, end: position }, diagnostics: [], wants: requestedKinds(["refactor"]) };
    const asked = () => host.codeActions(plain, request, () => false);
    const actions = (await examination.wait("refactorings", asked)) ?? [];
    for (const action of actions) tryAction(examination, context, action, "refactorings");
  }
}

function tryAction(examination: Examination, context: Context, { title, edit }: CodeAction, step: Step): void {
  for (const edits of Object.values(edit?.changes ?? {})) {
    examination.fixes += 1;
    for (const { range } of edits) {
      examination.expect(step, isInside(context.document, range), () => `"${title}" edits out of the text`);
    }
    const fixed = examination.do(step, () => {
      const { uri, languageId, version } = context.document;
      const text = TextDocument.applyEdits(context.document, edits);
      return readManifest(TextDocument.create(uri, languageId, version + 1, text), context.settings, context.manifest);
    });
    if (fixed === undefined) continue;
    const broken = brokenBy(context.manifest, fixed);
    examination.expect(step, broken === undefined, () => `"${title}" ${broken}`);
  }
}

async function actionsFor(
  examination: Examination,
  context: Context,
  diagnostics: readonly Diagnostic[],
  kind: CodeActionKind = CodeActionKind.QuickFix,
): Promise<CodeAction[]> {
  return (await examination.wait("quick fixes", () => actionsOf(context, diagnostics, [kind]))) ?? [];
}

/** What an edit has made of documents that could be read. Keys that stand twice are read, but a repair must not make any. */
function brokenBy(before: Manifest, after: Manifest): string | undefined {
  if (after.documents.length !== before.documents.length) return "changes how many documents there are";
  const isFine = (placed: PlacedDocument | undefined) => placed?.document.problems.length === 0;
  const isBroken = after.documents.some((placed, n) => isFine(before.documents[n]) && !isFine(placed));
  if (isBroken) return "makes YAML that cannot be read";
  const isDoubled = after.documents.some(
    ({ document }, n) => document.duplicateKeys.length > (before.documents[n]?.document.duplicateKeys.length ?? 0),
  );
  return isDoubled ? "writes a key twice" : undefined;
}

/** A position that the editor would have to move is none of the text's. */
function isInside(document: TextDocument, { start, end }: Range): boolean {
  const isThere = (position: Position) => isDeepStrictEqual(document.positionAt(document.offsetAt(position)), position);
  return isThere(start) && isThere(end) && document.offsetAt(start) <= document.offsetAt(end);
}
