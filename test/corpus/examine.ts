import { parentPort } from "node:worker_threads";
import { analyzeDocument } from "../../server/analysis/analysis.ts";
import { parseManifest } from "../../server/manifest/documents/parse.ts";
import type { Manifest } from "../../server/manifest/text/model.ts";
import { findingsOf, findingsOfFile } from "../../server/rules/findings.ts";
import type { ResolvedSettings } from "../../server/schema/model.ts";
import { resolveSettings } from "../../server/schema/resolve.ts";
import type { KubernetesVersion } from "../../shared/kubernetes/versions.ts";
import { actionsOf, contextOf, host } from "../server/features/harness.ts";
import type { Answer, Examination, Finding, Question } from "./questions.ts";

// Runs in a thread of its own, so that a file that hangs can be given up: see examiner.ts.

parentPort?.on("message", (question: Question) => {
  answer(question).then(
    (result) => parentPort?.postMessage({ result }),
    (error: unknown) =>
      parentPort?.postMessage({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});

async function answer(question: Question): Promise<Answer> {
  if (question.kind === "prefixes") return typed(question.text, question.step);
  return examine(question.text, question.versions);
}

/** Everything that check, forecast and the editor do with a file. */
async function examine(text: string, versions: readonly KubernetesVersion[]): Promise<Examination> {
  const startedMs = performance.now();
  const settings = await settingsFor(undefined);
  const manifest = parseManifest(text, undefined, { podTemplates: settings.podTemplates });
  const findings = findingsIn(manifest, settings);
  for (const { document } of manifest.documents) {
    const { pods, kubelets } = analyzeDocument(document, settings);
    // Getters compute: writing everything down asks for everything.
    JSON.stringify([pods.map((pod) => pod.forecast()), kubelets.map((kubelet) => kubelet.forecast())]);
  }
  await useEditor(text);
  const byVersion: Record<string, readonly Finding[]> = {};
  for (const version of versions) byVersion[version] = findingsIn(manifest, await settingsFor(version));
  return {
    documents: manifest.documents.filter(({ document }) => !document.empty).length,
    pods: manifest.documents.reduce((sum, { document }) => sum + document.pods.length, 0),
    kubelets: manifest.documents.reduce((sum, { document }) => sum + document.kubeletConfigurations.length, 0),
    findings,
    byVersion,
    tookMs: performance.now() - startedMs,
  };
}

/** Every feature of the language server, hovers in many places. A feature that throws fails here. */
async function useEditor(text: string): Promise<void> {
  const context = await contextOf(text);
  const everything = { start: { line: 0, character: 0 }, end: { line: context.document.lineCount, character: 0 } };
  const diagnostics = await host.diagnostics(context, () => false);
  for (const hint of host.inlayHints(context, everything)) host.hintTooltip(context, hint.data);
  await actionsOf(context, diagnostics);
  host.codeLenses(context);
  host.documentLinks(context);
  const step = Math.max(1, Math.floor(text.length / 200));
  for (let offset = 0; offset <= text.length; offset += step) host.hover(context, context.document.positionAt(offset));
}

/** The file as it grows under somebody's fingers. */
async function typed(text: string, step: number): Promise<{ prefixes: number }> {
  const settings = await settingsFor(undefined);
  let manifest: Manifest | undefined;
  let prefixes = 0;
  for (let end = 0; end <= text.length; end += step) {
    manifest = parseManifest(text.slice(0, end), manifest, { podTemplates: settings.podTemplates });
    findingsIn(manifest, settings);
    prefixes += 1;
  }
  return { prefixes };
}

function findingsIn(manifest: Manifest, settings: ResolvedSettings): readonly Finding[] {
  const ofDocuments = manifest.documents.flatMap(({ document, index }) =>
    findingsOf(analyzeDocument(document, settings)).map(({ rule, origin, severity, item, message }) => ({
      rule,
      origin,
      severity,
      item,
      message,
      document: index ?? 0,
    })),
  );
  const ofFile = findingsOfFile(manifest, settings).map(({ rule, origin, severity, item, message }) => ({
    rule,
    origin,
    severity,
    item,
    message,
    document: 0,
  }));
  return [...ofFile, ...ofDocuments];
}

const settingsByVersion = new Map<KubernetesVersion | undefined, Promise<ResolvedSettings>>();

function settingsFor(kubernetes: KubernetesVersion | undefined): Promise<ResolvedSettings> {
  const input = {
    fileUri: "file:///w/pod.yaml",
    rootUri: undefined,
    baseUri: undefined,
    overrides: { kubernetes },
    projectFile: "none" as const,
  };
  const settings = settingsByVersion.get(kubernetes) ?? resolveSettings(input, { read: async () => undefined });
  settingsByVersion.set(kubernetes, settings);
  return settings;
}
