import { valueAt } from "../../shared/basics/values.ts";
import type { Container } from "../../shared/kubernetes/pod.ts";
import type { MapEntry, ScalarNode } from "../manifest/text/model.ts";
import { lineEndOf, lineStartOf } from "../manifest/text/text.ts";
import { eolOf } from "../rules/edits/edits.ts";
import { addsNoFinding, isWrittenAs, rewritten } from "./judge.ts";
import { hasReferences } from "./lines.ts";
import type { BlockContainer, Part, Refactor, Refactoring, SnippetEdit } from "./model.ts";
import { mayHaveRules, type RestartFields, restartFieldsEdit } from "./restart-fields.ts";
import { readShellLoop, type ShellLoop } from "./shell-loop.ts";

/**
 * A shell that runs a command again and again leaves that to the kubelet, which counts the restarts, reports them, and waits longer each time.
 * Only where the pod itself restarts nothing: elsewhere the kubelet restarts the container anyway, whatever its rules say.
 */
export const restartLoop: Refactor = { fields: ["command", "args"], refactor };

function refactor(place: BlockContainer): Refactoring | undefined {
  const { container, pod } = place;
  const isFinal = pod.pod.restartPolicy === "Never" && container.kind !== "sidecar";
  const script = isFinal && mayHaveRules(place) ? scriptIn(place) : undefined;
  const loop = script && readShellLoop(script.value);
  const policy = loop && policyOf(container, loop.again);
  const run = loop && script && commandText(place, script.node, script.value.slice(loop.start, loop.end));
  if (script === undefined || policy === undefined || run === undefined) return undefined;
  const edits = [restartFieldsEdit(place, policy), run.edit].flatMap((edit) => edit ?? []);
  const after = rewritten(place, edits);
  const written = valueAt(pod.located.spec, [...container.path, script.field]);
  if (after === undefined || edits.length < 2 || !Array.isArray(written)) return undefined;
  const others: readonly unknown[] = written;
  const expected = others.map((word, index) => (index === script.index ? run.value : word));
  if (!isWrittenAs(place, after, { ...policy, [script.field]: expected })) return undefined;
  // A loop without an end keeps the pod from completing, too.
  if (!addsNoFinding(after, "always-blocks-completion")) return undefined;
  const inOrder = edits.toSorted((left, right) => left.start - right.start);
  return { title: "Convert restart loop to restartPolicyRules", edits: inOrder, asks: false };
}

interface Script {
  readonly field: "command" | "args";
  readonly index: number;
  readonly node: ScalarNode;
  readonly value: string;
}

/** The script of `sh -c`: the last word of the command, or the first of args. */
function scriptIn({ analyzed: { document }, map }: BlockContainer): Script | undefined {
  const command = wordsOf(map.entries.find(({ key }) => key === "command"));
  const args = wordsOf(map.entries.find(({ key }) => key === "args"));
  if (command === undefined || [...map.entries].some(({ merge }) => merge)) return undefined;
  const all = [
    ...command.map((node) => ({ field: "command" as const, node })),
    ...(args ?? []).map((node) => ({ field: "args" as const, node })),
  ];
  const [shell, flag, script, another] = all;
  if (script === undefined || another !== undefined) return undefined;
  if (!/^(?:\/(?:usr\/)?bin\/)?(?:sh|bash|ash|dash)$/.test(String(shell?.node.value)) || flag?.node.value !== "-c")
    return undefined;
  const { field, node } = script;
  const before = document.text.slice(lineStartOf(document.text, node.start), node.start);
  if (typeof node.value !== "string" || hasReferences(before)) return undefined;
  return { field, index: field === "args" ? 0 : 2, node, value: node.value };
}

/** Undefined if not all of them are written here, as texts. */
function wordsOf(entry: MapEntry | undefined): readonly ScalarNode[] | undefined {
  const node = entry?.alias === undefined ? entry?.value : undefined;
  if (node?.type !== "sequence") return undefined;
  const words = node.items.flatMap(({ value, alias }) =>
    value.type === "scalar" && alias === undefined && !value.unknown ? [value] : [],
  );
  return words.length === node.items.length ? words : undefined;
}

/** Undefined if no policy of a container says the same. */
function policyOf({ kind }: Container, again: ShellLoop["again"]): RestartFields | undefined {
  // "Always" makes a sidecar of an init container.
  if (again === "any") return kind === "init" ? undefined : { restartPolicy: "Always" };
  if (again.operator === "NotIn" && again.values.join() === "0") return { restartPolicy: "OnFailure" };
  return { restartPolicy: "Never", restartPolicyRules: [{ action: "Restart", exitCodes: again }] };
}

interface CommandText {
  readonly edit: SnippetEdit;
  readonly value: string;
}

/** The script without its loop, in the style that it has. */
function commandText(
  { analyzed: { document } }: BlockContainer,
  node: ScalarNode,
  command: string,
): CommandText | undefined {
  const { text } = document;
  const raw = text.slice(node.start, node.end);
  const place = { start: node.start, end: node.end };
  if (node.style === "block") return blockText(text, node, command);
  const [quote = ""] = /^["']/.exec(raw) ?? [];
  const isVerbatim = raw === `${quote}${String(node.value)}${quote}`;
  if (!isVerbatim || raw.includes("\n")) return undefined;
  const isPlain =
    quote === "" && /^[\w./]/.test(command) && !/^[\d.]+$|^(?:true|false|null|yes|no|on|off|y|n)$/i.test(command);
  const newText = quote !== "" || isPlain ? `${quote}${command}${quote}` : JSON.stringify(command);
  return { edit: { ...place, parts: [newText] }, value: command };
}

/** Lines below `|`, as far to the left as the script was. */
function blockText(text: string, { start, end, value: script }: ScalarNode, command: string): CommandText | undefined {
  const headerEnd = lineEndOf(text, start);
  const header = text.slice(start, headerEnd);
  const firstLine = String(script).slice(0, String(script).indexOf(command)).split("\n").at(-1) ?? "";
  const columns = firstLine.trim() === "" ? firstLine.length : 0;
  const indent = /^\r?\n( +)\S/.exec(text.slice(headerEnd, end))?.[1];
  if (!/^\|[-+]?$/.test(header) || indent === undefined) return undefined;
  const eol = eolOf(text);
  const lines = command.split("\n");
  // A text in quotes over several lines would lose blanks.
  if (lines.some((line) => (line.match(/["']/g) ?? []).length % 2 === 1)) return undefined;
  const dedented = [lines[0] ?? "", ...lines.slice(1).map((line) => line.slice(Math.min(columns, blanksBefore(line))))];
  const parts: Part[] = [header, ...dedented.map((line) => `${eol}${line === "" ? "" : indent}${line}`)];
  const value = `${dedented.join("\n")}${header === "|-" ? "" : "\n"}`;
  return { edit: { start, end, parts }, value };
}

function blanksBefore(line: string): number {
  return line.length - line.trimStart().length;
}
