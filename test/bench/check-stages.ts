// A process that check.mjs starts: does with the files that standard input names what `pod-cadence check` does, in one
// thread, and says what it took to parse and to judge them, and what the package yaml takes to read the same. The three
// take turns by file and are told in processor time, so that little of the machine's other work gets into their shares.

import { readFileSync } from "node:fs";
import { parseAllDocuments } from "yaml";
import { analyzeDocument } from "../../server/analysis/analysis.ts";
import { parseManifest } from "../../server/manifest/documents/parse.ts";
import type { Manifest } from "../../server/manifest/text/model.ts";
import { findingsOf, findingsOfFile } from "../../server/rules/findings.ts";
import { inFile } from "../../server/rules/in-file.ts";
import type { ResolvedSettings } from "../../server/schema/model.ts";
import { resolveSettings } from "../../server/schema/resolve.ts";

const settings = await resolveSettings(
  { fileUri: "file:///w/pod.yaml", rootUri: undefined, baseUri: undefined, overrides: {}, projectFile: "none" },
  { read: async () => undefined },
);
const files = readFileSync(0, "utf8").split("\n");
/** The first pass is that of a command, which runs all code for the first time; the last one is that of an editor. */
const passes = [pass(), pass(), pass()];
console.log(JSON.stringify({ files: files.length, first: passes[0], last: passes.at(-1) }));

function pass() {
  const sums = { findings: 0, parseMs: 0, rulesMs: 0, yamlMs: 0 };
  for (const file of files) {
    const text = readFileSync(file, "utf8");
    const start = process.cpuUsage();
    const manifest = read(text);
    sums.parseMs += since(start);
    const parsed = process.cpuUsage();
    sums.findings += judge(manifest, settings);
    sums.rulesMs += since(parsed);
    const judged = process.cpuUsage();
    parseAllDocuments(text);
    sums.yamlMs += since(judged);
  }
  return sums;
}

/** Milliseconds of all threads: those that compile code and collect garbage belong to whoever makes them work. */
function since(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** A document is parsed when somebody asks what is in it: what is asked first here is no work of the rules. */
function read(text: string): Manifest {
  const manifest = parseManifest(text);
  for (const { document } of manifest.documents)
    void [document.problems, document.pods, document.kubeletConfigurations, document.ours && document.value()];
  return manifest;
}

/** Review by the rules of the API server and the kubelet, forecasts, rules: all that `check` does with a file it has parsed. */
function judge(manifest: Manifest, assumed: ResolvedSettings): number {
  const ofDocuments = manifest.documents.flatMap(({ document }) =>
    inFile(manifest, { document, settings: assumed }, findingsOf(analyzeDocument(document, assumed))),
  );
  return findingsOfFile(manifest, assumed).length + ofDocuments.length;
}
