import { afterAll, expect, test } from "vitest";
import { lintTogether } from "./lint.ts";

// The invariants of ARCHITECTURE.md that the linter enforces. Each place has lines that it must not hold, with what the
// linter answers, and lines that it may hold.

interface Place {
  /** A file, or a folder: then any file in it. */
  readonly place: string;
  readonly forbidden: readonly (readonly [line: string, answer: string])[];
  readonly allowed: readonly string[];
}

const ownOnly = "shared imports nothing but itself and zod/mini";
const outside = "shared imports nothing outside shared";
const editor = "only client imports the editor; the server knows nothing of it";
const cluster = "only client/cluster/source imports @kubernetes/client-node";
const plainData = "only server.ts, its entries, features and cli/lsp.ts know LSP: return plain data";
const yaml = "only server/manifest knows the YAML library";
const mini = "import zod/mini: zod is 5 times its size";
const byMessages = "client reaches the server by messages only (shared/protocol)";
const pageOnly = "the panel's page imports only shared, lit, the elements and zod/mini";
const pageMessages = "the panel's page reaches the client by messages only (shared/protocol)";
const observeOnly = "observe has only the main.ts of client/cluster/source of the client, by import()";
const requests = "only http sends requests";
const httpOnly = "http imports nothing but itself, Node, and what goes through proxies";
const sourceMain = "the source of the cluster is loaded by import() of its main.ts, when people connect";
const styleMap = "the page's CSP blocks styleMap on the first render: use .style, a class or an SVG attribute";

const places: readonly Place[] = [
  {
    place: "shared/restart",
    forbidden: [
      ['import "vscode";', ownOnly],
      ['import type { Range } from "vscode-languageserver-types";', ownOnly],
      ['export { readFileSync } from "node:fs";', ownOnly],
      ['export const loaded = import("yaml");', ownOnly],
      ['import "zod";', ownOnly],
      ['import "d3-array";', ownOnly],
      ['export * from "../../../server/server.ts";', outside],
      ['import "../../../client/extension.ts";', outside],
      ["export const now = Date.now();", "Do not use the global variable Date."],
      ["export const chance = Math.random();", "Do not use 'Math.random'."],
    ],
    allowed: [
      'import "zod/mini";',
      'import "./decision.ts";',
      'import "../backoff/policy.ts";',
      "export const most = Math.max(1, 2);",
    ],
  },
  {
    place: "server/rules",
    forbidden: [
      ['import "vscode";', editor],
      ['import "vscode-languageclient/node";', editor],
      ['import "../../../client/extension.ts";', editor],
      ['export const source = import("../../../client/cluster/source/main.ts");', editor],
      ['import "@kubernetes/client-node";', cluster],
      ['import "vscode-languageserver/node";', plainData],
      ['import type { Range } from "vscode-languageserver-types";', plainData],
      ['import "yaml";', yaml],
      ['import "zod";', mini],
    ],
    allowed: ['import "../../../shared/kubernetes/pod.ts";', 'import "../manifest/read.ts";', 'import "zod/mini";'],
  },
  {
    place: "server/cli",
    forbidden: [
      ['import "node:http";', requests],
      ['import "vscode-languageserver/node";', plainData],
      ['export const loaded = import("yaml");', yaml],
    ],
    allowed: ['import "node:fs";', 'import "ignore";', 'import "../rules/rules.ts";'],
  },
  {
    place: "server/cli/observe/observe.ts",
    forbidden: [
      ['import "../../../client/extension.ts";', observeOnly],
      ['import "../../../client/cluster/source/batches.ts";', observeOnly],
      ['import "@kubernetes/client-node";', cluster],
    ],
    allowed: [
      'export const source = import("../../../client/cluster/source/main.ts");',
      'import "../../live/live-pods.ts";',
    ],
  },
  {
    place: "server/features",
    forbidden: [
      ['import "vscode";', editor],
      ['import "@kubernetes/client-node";', cluster],
      ['import "yaml";', yaml],
      ['import "zod/v4";', mini],
    ],
    allowed: ['import "vscode-languageserver";', 'import "vscode-uri";', 'import "../rules/rules.ts";'],
  },
  {
    place: "server/manifest",
    forbidden: [
      ['import "vscode";', editor],
      ['import "@kubernetes/client-node";', cluster],
      ['import "vscode-languageserver-textdocument";', plainData],
      ['import "zod";', mini],
    ],
    allowed: ['import "yaml";', 'import "../../../shared/basics/path.ts";'],
  },
  {
    place: "server/server.ts",
    forbidden: [['import "yaml";', yaml]],
    allowed: ['import "vscode-languageserver";', 'import "vscode-languageserver-textdocument";'],
  },
  {
    place: "server/main.node.ts",
    forbidden: [['import "vscode";', editor]],
    allowed: ['import "vscode-languageserver/node";'],
  },
  {
    place: "server/cli/lsp.ts",
    forbidden: [['import "yaml";', yaml]],
    allowed: ['import "vscode-languageserver/node";'],
  },
  {
    place: "client",
    forbidden: [
      ['import "../server/server.ts";', byMessages],
      ['export const loaded = import("@kubernetes/client-node");', cluster],
      ['import "vscode-languageserver/node";', "client speaks to the server through vscode-languageclient"],
      ['import "yaml";', yaml],
      ['import "lit";', "only the panel's page (client/simulator/webview) renders"],
      ['import "zod";', mini],
    ],
    allowed: ['import "vscode";', 'import "vscode-languageclient/node";', 'import "../shared/protocol/messages.ts";'],
  },
  {
    place: "client/cluster",
    forbidden: [
      ['import "@kubernetes/client-node";', cluster],
      ['import "./source/batches.ts";', sourceMain],
    ],
    allowed: ['import "vscode";', 'export const source = import("./source/main.ts");'],
  },
  {
    place: "http",
    forbidden: [
      ['import "vscode";', httpOnly],
      ['import "undici";', httpOnly],
      ['import "../shared/basics/once.ts";', "http imports nothing outside http"],
      ['import "../server/server.ts";', "http imports nothing outside http"],
    ],
    allowed: ['import "node:https";', 'import "hpagent";', 'import "./answer.ts";'],
  },
  {
    place: "client/cluster/source",
    forbidden: [
      ['import "node:https";', requests],
      ['import "vscode";', "client/cluster/source also runs in the CLI: it imports no editor"],
      ['import "../../../server/server.ts";', byMessages],
    ],
    allowed: ['import "@kubernetes/client-node";', 'import "../../../shared/kubernetes/pod.ts";'],
  },
  {
    place: "client/simulator/webview",
    forbidden: [
      ['import "vscode";', pageOnly],
      ['import "@kubernetes/client-node";', pageOnly],
      ['import "yaml";', pageOnly],
      ['import "../panel.ts";', pageMessages],
      ['import "../../../server/server.ts";', pageMessages],
      ['import "lit/directives/style-map.js";', styleMap],
      ['import "zod";', mini],
    ],
    allowed: [
      'import "lit";',
      'import "@vscode-elements/elements/dist/vscode-button/index.js";',
      'import "../../../shared/drawing/lanes.ts";',
      'import "./lanes/lane.ts";',
    ],
  },
  {
    place: "client/simulator/webview/lanes",
    forbidden: [
      ['import "vscode";', pageOnly],
      ['import "../../panel.ts";', pageMessages],
      ['import "lit/directives/style-map.js";', styleMap],
    ],
    allowed: [
      'import "../main.ts";',
      'import "../../../../shared/drawing/lanes.ts";',
      'import "lit/directives/class-map.js";',
    ],
  },
  {
    place: "server/schema",
    forbidden: [
      ["export const text = JSON.parse('1') as string;", "Avoid unsafe type assertions."],
      ["export const first = process.argv[0]!.length;", "Forbidden non-null assertion."],
      ["export const parse = (value: any) => value;", "Unexpected any. Specify a different type."],
      ["export const wait = async () => {}; wait();", 'A "floating" Promise was found'],
      ["console.log('to the pipe of the protocol');", "Don't use console."],
    ],
    allowed: ["export const keys = ['a'] as const;"],
  },
];

const { answersAt, dispose } = lintTogether(
  places.map(({ place, forbidden, allowed }) => ({
    file: fileOf(place),
    lines: [...forbidden.map(([line]) => line), ...allowed],
  })),
);
afterAll(dispose);

for (const { place, forbidden, allowed } of places) {
  test.each(forbidden.map(([line, answer], index) => ({ line, answer, index })))(
    `${place} must not hold $line`,
    ({ answer, index }) => {
      expect(answersAt(fileOf(place), index)).toContainEqual(expect.stringContaining(answer));
    },
  );
  test.each(allowed.map((line, index) => ({ line, index })))(`${place} may hold $line`, ({ index }) => {
    expect(answersAt(fileOf(place), forbidden.length + index)).toEqual([]);
  });
}

function fileOf(place: string): string {
  return place.endsWith(".ts") ? place : `${place}/sample.ts`;
}
