import { prepareAlertJudge, provideAlertJudge } from "../../../server/analysis/alert-judge.ts";
import { analyzeDocument } from "../../../server/analysis/analysis.ts";
import { parseManifest } from "../../../server/manifest/documents/parse.ts";
import { alertJudge } from "../../../server/prometheus/alerts/judge/main.ts";
import type { Finding } from "../../../server/rules/core/model.ts";
import { editsOf } from "../../../server/rules/edits/edits.ts";
import { findingsOf, findingsOfFile } from "../../../server/rules/findings.ts";
import { inFile } from "../../../server/rules/in-file.ts";
import type { ResolvedSettings } from "../../../server/schema/model.ts";
import { resolveSettings } from "../../../server/schema/resolve.ts";

const folder = "file:///project";

provideAlertJudge(async () => alertJudge);
await prepareAlertJudge(parseManifest("groups: [{rules: [{alert: A, expr: up}]}]"));

/** A finding with its place in the file. */
export interface PlacedFinding extends Finding {
  readonly fileStart: number;
  readonly fileEnd: number;
}

const kubeletHead = "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n";
/** What a project file can name as the configuration of the node. */
const nodeFiles = [
  ["nodes/shutdown.yaml", `${kubeletHead}shutdownGracePeriod: 30s\nshutdownGracePeriodCriticalPods: 10s\n`],
  ["nodes/short-back-off.yaml", `${kubeletHead}crashLoopBackOff:\n  maxContainerRestartPeriod: 30s\n`],
  [
    "nodes/by-priority.yaml",
    `${kubeletHead}shutdownGracePeriodByPodPriority:\n- {priority: 100000, shutdownGracePeriodSeconds: 10}\n- {priority: 0, shutdownGracePeriodSeconds: 60}\n`,
  ],
] as const;

/** What applies to a manifest beside which a project file with this text stands. */
export function settingsOf(projectFile: string): Promise<ResolvedSettings> {
  const files = new Map([...nodeFiles, [".pod-cadence.yaml", projectFile]]);
  const read = (uri: string) => Promise.resolve(files.get(uri.slice(folder.length + 1)));
  const uri = `${folder}/manifest.yaml`;
  return resolveSettings(
    { fileUri: uri, rootUri: folder, baseUri: folder, overrides: {}, projectFile: "find" },
    { read },
  );
}

/** The only caller of the rules in these tests. */
export function check(text: string, settings: ResolvedSettings): readonly PlacedFinding[] {
  const manifest = parseManifest(text, undefined, { podTemplates: settings.podTemplates });
  const ofDocuments = manifest.documents.flatMap(({ document, startOffset }) =>
    inFile(manifest, { document, settings }, findingsOf(analyzeDocument(document, settings))).map((finding) => ({
      ...finding,
      fileStart: startOffset + finding.start,
      fileEnd: startOffset + finding.end,
    })),
  );
  const ofFile = findingsOfFile(manifest, settings).map((finding) => ({
    ...finding,
    fileStart: finding.start,
    fileEnd: finding.end,
  }));
  return [...ofFile, ...ofDocuments];
}

/** The text after every fix that these rules offer for it. */
export function fixed(text: string, settings: ResolvedSettings): string {
  const manifest = parseManifest(text, undefined, { podTemplates: settings.podTemplates });
  const edits = manifest.documents.flatMap(({ document, startOffset }) =>
    inFile(manifest, { document, settings }, findingsOf(analyzeDocument(document, settings)))
      .flatMap(({ fix }) => (fix === undefined ? [] : (editsOf(document, fix) ?? [])))
      .map((edit) => ({ ...edit, start: startOffset + edit.start, end: startOffset + edit.end })),
  );
  return edits
    .toSorted((left, right) => right.start - left.start)
    .reduce((before, { start, end, newText }) => before.slice(0, start) + newText + before.slice(end), text);
}

const marker = /^#(?:@\d+| *\^+) [a-z-]+: /;

/** The text without its markers. */
export function unmarked(text: string): string {
  return text
    .split("\n")
    .filter((line) => !marker.test(line))
    .join("\n");
}

/** The text with `# ^^^ rule-id: message` under each place; `#@3` in place of the carets where they have no room: so many characters from the line's start. */
export function marked(text: string, findings: readonly PlacedFinding[]): string {
  const lines = text.split("\n");
  let offset = 0;
  const out: string[] = [];
  for (const line of lines) {
    out.push(line);
    for (const { fileStart, fileEnd, rule, message } of findings) {
      if (fileStart < offset || fileStart > offset + line.length) continue;
      const column = fileStart - offset;
      const width = Math.max(1, Math.min(fileEnd - offset, line.length) - column);
      const place = column === 0 ? `#@${width}` : `#${" ".repeat(column - 1)}${"^".repeat(width)}`;
      out.push(`${place} ${rule}: ${message}`);
    }
    offset += line.length + 1;
  }
  return out.join("\n");
}
