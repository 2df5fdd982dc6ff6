// What an editor waits for after each key: it asks for everything that VS Code asks for, and waits until all has come.

import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { serverFlags } from "../../client/language-server/server-flags.ts";
import { Editor } from "./editor.mjs";
import { middleOf, ms } from "./engine.mjs";
import { asDocuments, asJsonLine, asList, documentsOf } from "./forms.mjs";

const server = path.join(import.meta.dirname, "../../dist/server.node.cjs");
const megabyte = 1_000_000;
const keys = 40;
const pauseMs = 80;
const warmRuns = 3;

/** @returns {Promise<string[][]>} */
export async function keyRows() {
  const small = documentsOf(15_000);
  const large = documentsOf(megabyte);
  const larger = documentsOf(5 * megabyte);
  return [
    ...(await rowsOf("15 kB as documents", asDocuments(small))),
    ...(await rowsOf("1 MB as documents", asDocuments(large), { openAim: "≤ 300 ms", keyAim: "≤ 50 ms", close: true })),
    await warmRow("1 MB as documents, second file: open → diagnostics", asDocuments(large), asDocuments(small)),
    ...(await rowsOf("1 MB as one List", asList(large), { openAim: "≤ 300 ms", keyAim: "≤ 50 ms" })),
    ...(await rowsOf("1 MB as one line of JSON", asJsonLine(large), { languageId: "json", keyAim: "≤ 50 ms" })),
    ...(await rowsOf("5 MB as documents", asDocuments(larger), { keyAim: "≤ 120 ms" })),
    ...(await rowsOf("5 MB as one List", asList(larger), { keyAim: "≤ 120 ms" })),
    ...(await rowsOf("10 MB as documents", asDocuments(documentsOf(10 * megabyte)), { editAim: "≤ 60 ms" })),
    ...(await replicaRows()),
  ];
}

const hovers = 9;

/** The hover of a workload a second after its last edit, and right behind an edit. */
async function replicaRows() {
  const editor = new Editor([process.execPath, ...serverFlags, server, "--stdio"]);
  await editor.initialize();
  await sleep(300);
  const textDocument = { uri: "file:///bench/replicas.yaml" };
  let version = 1;
  const item = { ...textDocument, languageId: "yaml", version, text: replicasText(100) };
  editor.notify("textDocument/didOpen", { textDocument: item });
  const hoverMs = async (/** @type {number} */ waitMs) => {
    version += 1;
    const contentChanges = [{ text: replicasText(100 - version) }];
    editor.notify("textDocument/didChange", { textDocument: { ...textDocument, version }, contentChanges });
    await editor.ask("textDocument/diagnostic", { textDocument });
    await sleep(waitMs);
    const start = performance.now();
    await editor.ask("textDocument/hover", { textDocument, position: { line: 4, character: 4 } });
    return performance.now() - start;
  };
  const times = { later: [0], behind: [0] };
  for (const which of /** @type {const} */ (["later", "behind"])) {
    times[which] = [];
    for (let hover = 0; hover < hovers; hover += 1) times[which].push(await hoverMs(which === "later" ? 1000 : 0));
  }
  await editor.stop();
  return [
    ["Deployment of 100 replicas: hover with its forecast", ms(atShare(times.later, 0.5)), "≤ 50 ms"],
    ["… right behind an edit", ms(atShare(times.behind, 0.5)), ""],
  ];
}

/** @param {number} replicas */
function replicasText(replicas) {
  return `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: ${replicas}
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - name: app
        image: registry.example/web:2
        readinessProbe: {httpGet: {path: /, port: 80}, periodSeconds: 5}
`;
}

/**
 * @param {string} name @param {string} text
 * @param {{openAim?: string, editAim?: string, keyAim?: string, languageId?: string, close?: boolean}} options
 */
async function rowsOf(
  name,
  text,
  { openAim = "", editAim = "", keyAim = "", languageId = "yaml", close = false } = {},
) {
  const found = await measure({ text, languageId, close });
  const each = `${ms(found.keyMs)} (${ms(found.keyCpuMs)} for each key)`;
  return [
    [`${name}: open → diagnostics`, `${ms(found.openMs)} (${ms(found.openCpuMs)})`, openAim],
    ["… all that VS Code asks after a key, p95", each, keyAim],
    ["… of that, the diagnostics, p95", ms(found.editMs), ""],
    ...(editAim === "" ? [] : [["… the same, median", ms(found.middleMs), editAim]]),
    ["… memory after the edits", `${Math.round(found.editedMb)} MB`, close ? "≤ 170 MB" : ""],
    ...(close ? [["… memory 10 seconds after it is closed", `${Math.round(found.closedMb)} MB`, "≤ 120 MB"]] : []),
  ];
}

/** The code has run for another file. @param {string} name @param {string} text @param {string} before */
async function warmRow(name, text, before) {
  const times = [];
  for (let run = 0; run < warmRuns; run += 1) {
    const editor = new Editor([process.execPath, ...serverFlags, server, "--stdio"]);
    await editor.initialize();
    await opened(editor, "file:///bench/before.yaml", before);
    await sleep(500);
    times.push(await opened(editor, "file:///bench/bench.yaml", text));
    await editor.stop();
  }
  const middle = (/** @type {"wallMs" | "cpuMs"} */ which) => ms(middleOf(times.map((time) => time[which])));
  return [name, `${middle("wallMs")} (${middle("cpuMs")})`, ""];
}

/** @param {Editor} editor @param {string} uri @param {string} text @param {string} languageId */
async function opened(editor, uri, text, languageId = "yaml") {
  const [start, startCpuMs] = [performance.now(), editor.cpuMs()];
  editor.notify("textDocument/didOpen", { textDocument: { uri, languageId, version: 1, text } });
  const { items } = await editor.ask("textDocument/diagnostic", { textDocument: { uri } });
  return { items, wallMs: performance.now() - start, cpuMs: editor.cpuMs() - startCpuMs };
}

/** @param {{text: string, languageId: string, close: boolean}} options */
async function measure({ text, languageId, close }) {
  const editor = new Editor([process.execPath, ...serverFlags, server, "--stdio"]);
  await editor.initialize();
  await sleep(300);
  const uri = `file:///bench/bench.${languageId}`;
  const { items, wallMs: openMs, cpuMs: openCpuMs } = await opened(editor, uri, text, languageId);
  await sleep(500);
  const typedCpuMs = editor.cpuMs();
  const place = placeIn(text);
  const answers = [];
  for (let key = 0; key < keys; key += 1) {
    answers.push(await typed(editor, { uri, place, key, diagnostics: items.slice(0, 1) }));
    await sleep(pauseMs);
  }
  const keyCpuMs = (editor.cpuMs() - typedCpuMs) / keys;
  const editedMb = editor.rssMb();
  editor.notify("textDocument/didClose", { textDocument: { uri } });
  if (close) await sleep(10_000);
  const closedMb = editor.rssMb();
  await editor.stop();
  const at = (/** @type {number} */ share, /** @type {"allMs" | "diagnosticsMs"} */ which) =>
    atShare(
      answers.map((answer) => answer[which]),
      share,
    );
  const times = { keyMs: at(0.95, "allMs"), editMs: at(0.95, "diagnosticsMs"), middleMs: at(0.5, "diagnosticsMs") };
  return { openMs, openCpuMs, ...times, keyCpuMs, editedMb, closedMb };
}

/**
 * Milliseconds until everything has come, and the diagnostics among it.
 * @param {Editor} editor
 * @param {{uri: string, place: {line: number, character: number}, key: number, diagnostics: object[]}} typing
 */
async function typed(editor, { uri, place, key, diagnostics }) {
  const start = performance.now();
  const textDocument = { uri };
  const end = { ...place, character: place.character + (key % 2) };
  const change = { range: { start: place, end }, text: key % 2 === 0 ? "0" : "" };
  editor.notify("textDocument/didChange", { textDocument: { uri, version: key + 2 }, contentChanges: [change] });
  const [top, bottom] = [Math.max(0, place.line - 20), place.line + 20];
  const shown = { start: { line: top, character: 0 }, end: { line: bottom, character: 0 } };
  const cursor = { start: place, end: place };
  let diagnosticsMs = 0;
  await Promise.all([
    editor.ask("textDocument/diagnostic", { textDocument }).then(() => {
      diagnosticsMs = performance.now() - start;
    }),
    editor.ask("textDocument/hover", { textDocument, position: place }),
    editor.ask("textDocument/codeAction", { textDocument, range: cursor, context: { diagnostics, triggerKind: 2 } }),
    editor.ask("textDocument/inlayHint", { textDocument, range: shown }),
    editor.ask("textDocument/codeLens", { textDocument }),
    editor.ask("textDocument/documentLink", { textDocument }),
  ]);
  return { allMs: performance.now() - start, diagnosticsMs };
}

/** The end of an image's name, two thirds down. @param {string} text */
function placeIn(text) {
  const image = /^ *(?:- )?image: [\w./:-]+$|"image":"[^"]+(?=")/gm;
  image.lastIndex = Math.floor((text.length * 2) / 3);
  const found = image.exec(text) ?? image.exec(text);
  const end = found === null ? 0 : found.index + found[0].length;
  const before = text.slice(0, end).split("\n");
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
}

/** @param {readonly number[]} values @param {number} share */
function atShare(values, share) {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
}
