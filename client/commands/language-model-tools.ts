import * as vscode from "vscode";
import * as z from "zod/mini";
import { askedSchema, type ParamsOf, serverRequests, simulatedSchema } from "../../shared/protocol/request.ts";
import { callMethod } from "../basics/call-method.ts";
import { GitHead } from "../basics/git.ts";
import type { LanguageServer } from "../language-server/language-server.ts";
import type { RulePageDocuments } from "../pages/rule-pages.ts";

/** A tool of `contributes.languageModelTools`. Rejects with a sentence, which the model reads. */
type Tool = (input: unknown) => Promise<string>;

/** Larger texts are no manifests, and no model writes them. */
const charactersMax = 4_000_000;

const manifestSchema = z.object({ path: z.optional(z.string()), manifest: z.optional(z.string()) });
const ruleSchema = z.object({ rule: z.string() });
const evidenceSchema = z.object({ text: z.string() });
const changeSchema = z.object({ before: z.optional(z.string()) });
const podsSchema = z.object({ pod: z.optional(z.string()), namespace: z.optional(z.string()) });

/** Tools for the language models of VS Code. Before VS Code 1.95 there is nothing that could call them: then nothing is registered. */
export function registerLanguageModelTools(
  server: LanguageServer,
  pages: RulePageDocuments,
  observe: (asked: z.infer<typeof podsSchema>) => unknown,
): vscode.Disposable {
  const head = new GitHead();
  const tools: Readonly<Record<string, Tool>> = {
    podCadence_check: async (input) => brief(server, "problems", await textOf(input)),
    podCadence_forecast: async (input) => brief(server, { forecast: asked(input) }, await textOf(input)),
    podCadence_simulate: async (input) => brief(server, simulated(input), await textOf(input)),
    podCadence_diff: async (input) => {
      const text = await textOf(input);
      return brief(server, { changeFrom: await before(head, input, text.uri), asked: asked(input) }, text);
    },
    podCadence_explainRule: (input) => explainRule(pages, input),
    podCadence_explain: (input) => explainIncident(server, input),
    podCadence_observe: async (input) => JSON.stringify(observe(podsSchema.safeParse(input).data ?? {})),
  };
  const registered = Object.entries(tools).map(([name, run]) => register(name, run));
  return vscode.Disposable.from(head, ...registered);
}

/** By name: the oldest VS Code that we run in has no types for it. */
function register(name: string, run: Tool): vscode.Disposable {
  const invoke = async ({ input }: { readonly input: unknown }): Promise<unknown> => resultOf(await run(input));
  const registered = tryToRegister(name, { invoke });
  return new vscode.Disposable(() => callMethod(registered, "dispose"));
}

/** Before VS Code 1.95, `registerTool` is a proposal, if it is there: it throws when an extension that may not use it calls it. */
function tryToRegister(name: string, tool: object): unknown {
  try {
    return callMethod(Reflect.get(vscode, "lm"), "registerTool", name, tool);
  } catch {
    return undefined;
  }
}

function resultOf(text: string): unknown {
  const part = construct("LanguageModelTextPart", text);
  return construct("LanguageModelToolResult", [part]);
}

function construct(name: string, ...args: readonly unknown[]): unknown {
  const made: unknown = Reflect.get(vscode, name);
  return typeof made === "function" ? Reflect.construct(made, [...args]) : undefined;
}

type About = ParamsOf<typeof serverRequests.brief>["about"];

async function brief(server: LanguageServer, about: About, { uri, text }: ManifestText): Promise<string> {
  if (text.length > charactersMax) throw new Error("The manifest is larger than 4 MB.");
  const answer = await server.ask(serverRequests.brief, { uri, text, about });
  if (answer === undefined || answer === null) throw new Error("The language server is not responding.");
  if ("problem" in answer) throw new Error(answer.problem);
  return answer.json;
}

function asked(input: unknown): z.infer<typeof askedSchema> {
  const read = askedSchema.safeParse(input);
  if (read.success) return read.data;
  throw new Error("Give scenario and events as lists of texts, until as text, and runs and seed as numbers.");
}

function simulated(input: unknown): About {
  const read = simulatedSchema.safeParse(input);
  if (read.success) return { simulated: read.data };
  throw new Error("Give pod and until as text, scenario and events as lists of texts, and seed as a number.");
}

/** What the model says was there before, else what Git has. */
async function before(head: GitHead, input: unknown, uri: string): Promise<string> {
  const given = changeSchema.safeParse(input).data?.before;
  if (given !== undefined) return given;
  if (manifestSchema.safeParse(input).data?.path === undefined) throw new Error("Give before, the manifest as it was.");
  const committed = await head.textOf(vscode.Uri.parse(uri));
  if ("problem" in committed) throw new Error(committed.problem);
  return committed.text;
}

interface ManifestText {
  readonly uri: string;
  readonly text: string;
}

/** A manifest that the model wrote is judged as a new file of the workspace would be. */
async function textOf(input: unknown): Promise<ManifestText> {
  const { path, manifest } = manifestSchema.safeParse(input).data ?? {};
  if ((path === undefined) === (manifest === undefined)) throw new Error("Give either path or manifest.");
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (manifest !== undefined) {
    const uri =
      folder === undefined ? vscode.Uri.parse("untitled:manifest.yaml") : inFolder(folder.uri, "manifest.yaml");
    return { uri: uri.toString(), text: manifest };
  }
  const uri = fileOf(path ?? "");
  try {
    const document = await vscode.workspace.openTextDocument(uri);
    return { uri: uri.toString(), text: document.getText() };
  } catch {
    throw new Error(`${path} can't be read.`);
  }
}

/** Models choose the path: only files of the workspace are read. */
function fileOf(path: string): vscode.Uri {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const isAbsolute = /^(?:[/\\]|[A-Za-z]:[/\\])/.test(path);
  const uri =
    isAbsolute || folder === undefined ? vscode.Uri.joinPath(vscode.Uri.file(path), ".") : inFolder(folder.uri, path);
  if (vscode.workspace.getWorkspaceFolder(uri) === undefined) throw new Error(`${path} is not in the workspace.`);
  return uri;
}

function inFolder(folder: vscode.Uri, path: string): vscode.Uri {
  return vscode.Uri.joinPath(folder, path.replaceAll("\\", "/"));
}

async function explainIncident(server: LanguageServer, input: unknown): Promise<string> {
  const { data } = evidenceSchema.safeParse(input);
  if (data === undefined) throw new Error("Give text, the output of kubectl.");
  if (data.text.length > charactersMax) throw new Error("The text is larger than 4 MB.");
  const uri = vscode.workspace.workspaceFolders?.[0]?.uri.toString() ?? "untitled:incident";
  const answer = await server.ask(serverRequests.incident, { uri, texts: [{ name: "text", text: data.text }] });
  if (answer === undefined || answer === null) throw new Error("The language server is not responding.");
  if ("problem" in answer) throw new Error(answer.problem);
  return answer.json;
}

async function explainRule(pages: RulePageDocuments, input: unknown): Promise<string> {
  const { rule } = ruleSchema.safeParse(input).data ?? {};
  const page = rule === undefined ? undefined : await pages.read(rule);
  if (page !== undefined) return page;
  throw new Error(
    rule === undefined ? "Give a rule." : `${rule} is not a rule. Use an id such as liveness-kills-start.`,
  );
}
