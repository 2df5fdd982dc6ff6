import { Session } from "node:inspector/promises";
import { setFlagsFromString } from "node:v8";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import { exportRun } from "../../server/exports/export.ts";
import type { Context } from "../../server/features/core/feature.ts";
import { readManifest } from "../../server/features/core/read-manifest.ts";
import { webPlay } from "./exports/play-params.ts";
import { contextOf, host } from "./features/harness.ts";
import { application, type OddText, oddTexts } from "./odd-texts.ts";

// A text that is four times as long may cost four times as many steps, and a little more for what is sorted. Steps are blocks of
// our code that are entered, as V8 counts them: the same on every machine. What a regular expression does in one step is looked at
// by test/repository/regular-expressions.test.ts.

const shortLength = 10_000;
const factor = 4;
const exponentMax = 1.2;

const session = new Session();

beforeAll(async () => {
  // Code that is compiled again is counted otherwise.
  setFlagsFromString("--no-flush-bytecode");
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
});

afterAll(() => session.disconnect());

const ours = /\/(?:server|shared)\/[^:]*\.ts$/;

/** Blocks of these files that were entered since the last call. */
async function takeSteps(files = ours): Promise<number> {
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const functions = result.filter(({ url }) => files.test(url)).flatMap((script) => script.functions);
  return functions.flatMap(({ ranges }) => ranges).reduce((sum, { count }) => sum + count, 0);
}

/** Everything that an editor asks after a key. */
async function askEverything({ make, uri }: OddText, length: number): Promise<void> {
  const context = await contextOf(make(length), { ...(uri !== undefined && { uri }), client: { commandLinks: true } });
  const { document } = context;
  const first = { line: 0, character: 0 };
  const middle = document.positionAt(document.getText().length >> 1);
  const last = { line: document.lineCount - 1, character: 0 };
  const everything = { start: first, end: last };
  const diagnostics = (await host.diagnostics(context, () => false)).slice(0, 20);
  host.inlayHints(context, everything);
  for (const place of [middle, last]) {
    host.hover(context, place);
    host.completions(context, place);
    const isWanted = (kind: string): boolean => !kind.startsWith("source");
    const asked = { range: { start: place, end: place }, diagnostics, wants: isWanted };
    await host.codeActions(context, asked, () => false);
  }
  const wants = (kind: string): boolean => kind.startsWith("source");
  await host.codeActions(context, { range: everything, diagnostics: [], wants }, () => false);
  host.codeLenses(context);
  host.symbols(context);
  host.documentLinks(context);
}

async function stepsOf(text: OddText, length: number): Promise<number> {
  await takeSteps();
  await askEverything(text, length);
  return takeSteps();
}

test.each(oddTexts)("$name", async (text) => {
  // What is made once, as tables are, is no matter of the length. No text is asked about twice: what is known of it is not worked out again.
  await askEverything(text, shortLength / 2);
  const few = await stepsOf(text, shortLength);
  const many = await stepsOf(text, shortLength * factor);
  expect(few).toBeGreaterThan(0);
  expect(Math.log(many / few) / Math.log(factor)).toBeLessThan(exponentMax);
});

/** No two alike, and each needs long to be ready. */
function patientPod(containers: number): string {
  const probe = (index: number): string => `{tcpSocket: {port: 80}, successThreshold: ${20 + (index % 12)}}`;
  const all = Array.from(
    { length: containers },
    (_, index) =>
      `  - {name: c${index}, image: b, terminationMessagePath: /${index}, readinessProbe: ${probe(index)}}\n`,
  );
  return `apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers:\n${all.join("")}`;
}

// A pod with more than 100 containers is not simulated: longer texts show nothing of this.
test("a container that takes long to be ready is asked about alone", async () => {
  const stepsOfPod = async (containers: number): Promise<number> => {
    const context = await contextOf(patientPod(containers));
    await takeSteps();
    await host.diagnostics(context, () => false);
    return takeSteps();
  };
  await stepsOfPod(12);
  const few = await stepsOfPod(24);
  const many = await stepsOfPod(24 * factor);
  expect(Math.log(many / few) / Math.log(factor)).toBeLessThan(exponentMax);
});

test("a picture cuts a long name once", async () => {
  const stepsOfPicture = async (length: number): Promise<number> => {
    const text = "x".repeat(length);
    const play = { ...webPlay, written: { ...webPlay.written, name: text }, assumptionsText: text, file: text };
    const alerts = [{ name: text, from: text, expression: text, forMs: 0, periods: [], because: text }];
    await takeSteps();
    await exportRun({ format: "svg", play, alerts }, async () => undefined);
    return takeSteps();
  };
  await stepsOfPicture(shortLength / 2);
  const few = await stepsOfPicture(shortLength);
  const many = await stepsOfPicture(shortLength * factor);
  expect(Math.log(many / few) / Math.log(factor)).toBeLessThan(exponentMax);
});

/** Of one edit in the middle of so many applications, and the diagnostics behind it. The edit before it has made what is made once. */
async function stepsOfEdit(applications: number, written: string): Promise<number> {
  const text = Array.from({ length: applications }, (_, index) => application(index)).join("");
  let context = await contextOf(text);
  await host.diagnostics(context, () => false);
  let steps = 0;
  for (const typed of ["1", "2"]) {
    await takeSteps();
    context = typedInto(context, text.indexOf(written, text.length >> 1) + written.length, typed);
    await host.diagnostics(context, () => false);
    steps = await takeSteps();
  }
  return steps;
}

function typedInto(context: Context, offset: number, text: string): Context {
  const place = context.document.positionAt(offset);
  const { version } = context.document;
  const document = TextDocument.update(context.document, [{ range: { start: place, end: place }, text }], version + 1);
  return { ...context, document, manifest: readManifest(document, context.settings, context.manifest) };
}

/** Blocks that are entered for each document that an edit leaves alone: what is known of it is looked up, and its problems are listed again. */
const stepsForEachMax = 200;

test.each([
  ["a container", "image: app"],
  ["a Service", "port: 8"],
  ["a budget", "}}, maxUnavailable: "],
])("an edit of %s leaves the other documents alone", async (_, written) => {
  await stepsOfEdit(20, written);
  const few = await stepsOfEdit(40, written);
  const many = await stepsOfEdit(160, written);
  const documents = 3 * (160 - 40);
  expect((many - few) / documents).toBeLessThan(stepsForEachMax);
});

const selecting = /\/server\/analysis\/workloads\.ts$/;

test("a workload looks at the Services and budgets that can be about it, not at those of all others", async () => {
  const stepsOfOpening = async (applications: number): Promise<number> => {
    const context = await contextOf(Array.from({ length: applications }, (_, index) => application(index)).join(""));
    await takeSteps(selecting);
    await host.diagnostics(context, () => false);
    return takeSteps(selecting);
  };
  await stepsOfOpening(10);
  const few = await stepsOfOpening(25);
  const many = await stepsOfOpening(100);
  expect((many - 4 * few) / 100).toBeLessThan(stepsForEachMax);
});
