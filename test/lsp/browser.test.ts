import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod/mini";
import { hint } from "./answers.ts";

const dist = fileURLToPath(new URL("../../dist", import.meta.url));
const starter = readFileSync(`${dist}/server.browser.js`, "utf8");

/** What a web worker has and a worker of Node has not. */
const asInBrowser = `
const { parentPort } = require("node:worker_threads");
const { readFileSync } = require("node:fs");
const { runInThisContext } = require("node:vm");
let receive;
parentPort.on("message", (data) => receive({ data }));
globalThis.self = globalThis;
self.postMessage = (message) => parentPort.postMessage(message);
self.addEventListener = () => {};
Object.defineProperty(self, "onmessage", { set: (handler) => (receive = handler) });
delete globalThis.process;
delete globalThis.module;
delete globalThis.require;
globalThis.importScripts = (address) => runInThisContext(readFileSync(address, "utf8"));
`;

const answer = z.object({ id: z.number(), result: z.unknown() });

test("the server for the browser answers and plays in a worker and reads files through the client", async () => {
  const worker = new Worker(asInBrowser + starter, { eval: true });
  onTestFinished(async () => void (await worker.terminate()));
  const waiting = new Map<number, (result: unknown) => void>();
  const read: unknown[] = [];
  worker.on("message", (message: unknown) => {
    const asked = z.object({ id: z.number(), method: z.string(), params: z.unknown() }).safeParse(message);
    if (asked.success) {
      read.push(asked.data.params);
      worker.postMessage({ jsonrpc: "2.0", id: asked.data.id, result: { text: "inlayHints: true" } });
      return;
    }
    const answered = answer.safeParse(message);
    if (answered.success) waiting.get(answered.data.id)?.(answered.data.result);
  });
  const ask = (id: number, method: string, params: unknown) =>
    new Promise<unknown>((resolve) => {
      waiting.set(id, resolve);
      worker.postMessage({ jsonrpc: "2.0", id, method, params });
    });
  const notify = (method: string, params: unknown) => worker.postMessage({ jsonrpc: "2.0", method, params });

  worker.postMessage(dist);
  const uri = "vscode-test-web://mount/pod.yaml";
  const text = "kind: Pod\napiVersion: v1\nspec:\n  containers:\n  - name: app\n";
  await ask(1, "initialize", {
    processId: null,
    rootUri: null,
    capabilities: {},
    initializationOptions: { readFile: true },
  });
  notify("initialized", {});
  notify("textDocument/didOpen", { textDocument: { uri, languageId: "yaml", version: 1, text } });
  const range = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
  const hints = z.array(hint).parse(await ask(2, "textDocument/inlayHint", { textDocument: { uri }, range }));
  expect(hints.map(({ label }) => label[0]?.value)).toEqual(["on crash ↻ 0s 10s 20s 40s … 5m"]);
  const timeline = z.object({ text: z.string() }).parse(await ask(3, "podCadence/timelineText", { uri }));
  expect(timeline.text).toMatch(/^Pod\nKubernetes 1\.\d+ .*\nSimulated until 30m\.\n$/s);
  const rules = "vscode-test-web://mount/rules.yaml";
  const alert = "{alert: Looping, expr: 'increase(kube_pod_container_status_restarts_total[1m]) > 3', for: 2m}";
  const rulesText = `groups:\n- name: pods\n  rules:\n  - ${alert}\n`;
  notify("textDocument/didOpen", { textDocument: { uri: rules, languageId: "yaml", version: 1, text: rulesText } });
  const found = await ask(4, "textDocument/diagnostic", { textDocument: { uri: rules } });
  expect(JSON.stringify(found)).toContain("Looping never fires for a crash loop on these nodes");
  const names = [".pod-cadence.yaml", "chainsaw-test.yaml", "kyverno-test.yaml", "kustomization.yaml"];
  expect(read).toEqual(names.map((name) => ({ uri: `vscode-test-web://mount/${name}` })));
});
