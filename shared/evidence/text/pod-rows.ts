import type { Span } from "../../basics/span.ts";
import { readAge } from "./ages.ts";

/** A pod as kubectl prints it in a row. */
export interface KubectlPod {
  /** Undefined if the table does not say it. */
  readonly namespace: string | undefined;
  readonly name: string;
  readonly ready: number;
  /** Containers that count: sidecars do, other init containers do not. */
  readonly containers: number;
  /** `CrashLoopBackOff`, `Init:Error`, `ExitCode:3`. */
  readonly status: string;
  readonly restarts: number;
  /** How long ago a container ended that has restarted since, or waits to; undefined if the row does not say it. */
  readonly endedAge: Span | undefined;
  readonly age: Span | undefined;
  /** The watch says that it is gone. */
  readonly isDeleted: boolean;
}

/** Where the cells of a row stand, counted in words. */
type Columns = ReadonlyMap<string, number>;

/** A header of a table: of pods as kubectl has it, of pods with columns in another order as k9s has them, or of something else. */
export type PodHeader = { readonly is: "kubectl" | "others" } | { readonly is: "columns"; readonly columns: Columns };

/** Undefined if the line is no header. */
export function podHeaderOf(line: string): PodHeader | undefined {
  const words = wordsOf(line).map((word) => word.replace(/[↑↓]$/, ""));
  const first = words.findIndex((word) => word !== "EVENT" && word !== "NAMESPACE");
  if (words[first] !== "NAME" && words[first] !== "LAST") return undefined;
  if (words.length < 2 || !words.every((word) => headerWord.test(word))) return undefined;
  if (kubectlColumns.every((column, index) => words[first + index] === column)) return { is: "kubectl" };
  const columns = columnsOf(words);
  return kubectlColumns.every((column) => columns.has(column)) ? { is: "columns", columns } : { is: "others" };
}

/** Names of two words are one column. */
function columnsOf(words: readonly string[]): Columns {
  const names = words.flatMap((word, index) =>
    word === "RESTART" && words[index - 1] === "LAST"
      ? []
      : word === "LAST" && words[index + 1] === "RESTART"
        ? "LAST RESTART"
        : word,
  );
  return new Map(names.map((name, index) => [name, index]));
}

const kubectlColumns = ["NAME", "READY", "STATUS", "RESTARTS", "AGE"];
const headerWord = /^[A-Z%][A-Z%/-]{0,62}$/;

/** A longer line is no row. */
const lineMax = 4096;

function wordsOf(line: string): readonly string[] {
  return line.length > lineMax ? [] : line.trim().split(/\s+/);
}

const watchEvents: ReadonlySet<string> = new Set(["ADDED", "MODIFIED", "DELETED"]);
const podName = /^[a-z0-9][-a-z0-9.]{0,252}$/;
const readiness = /^(\d{1,4})\/(\d{1,4})$/;
const podStatus = /^(?:Init:)?(?:[A-Z]\w{1,63}|\d{1,4}\/\d{1,4}|ExitCode:-?\d{1,10}|Signal:\d{1,3})$/;
const unknownAges: ReadonlySet<string> = new Set(["<unknown>", "<invalid>"]);

/**
 * Reads a row of `kubectl get pods`, with `-o wide`, `-A`, or of a watch, or below a header of k9s. Undefined if it is none, or has lost
 * a column. `isLast`: the text ends in the line, which may be cut off. Models kubernetes pkg/printers/internalversion printPod (v1.37.1)
 */
export function readPodRow(line: string, { header, isLast }: PodRowContext): KubectlPod | undefined {
  const words = wordsOf(line);
  if (header?.is === "columns") return readCells(words, header.columns);
  const start = watchEvents.has(words[0] ?? "") ? 1 : 0;
  const at = [start + 1, start + 2].find((index) => readiness.test(words[index] ?? ""));
  if (at === undefined) return undefined;
  const [status = "", restarts = "", ...rest] = words.slice(at + 1);
  const { endedAge, left } = endedIn(rest);
  const [age = "", ...more] = left;
  if (header === undefined && !isTail(more)) return undefined;
  const row = rowOf({
    namespace: at === start + 2 ? words[start] : undefined,
    name: withoutKind(words[at - 1] ?? ""),
    ...{ ready: words[at] ?? "", status, restarts, age },
  });
  if (row === undefined) return undefined;
  return {
    ...row,
    endedAge,
    age: isLast && more.length === 0 ? cutAge(age) : row.age,
    isDeleted: words[0] === "DELETED",
  };
}

interface PodRowContext {
  readonly header: PodHeader | undefined;
  readonly isLast: boolean;
}

/** A row that has a word for each column. */
function readCells(words: readonly string[], columns: Columns): KubectlPod | undefined {
  if (words.length !== columns.size) return undefined;
  const cell = (name: string): string => words[columns.get(name) ?? words.length] ?? "";
  const row = rowOf({
    namespace: columns.has("NAMESPACE") ? cell("NAMESPACE") : undefined,
    name: cell("NAME"),
    ...{ ready: cell("READY"), status: cell("STATUS"), restarts: cell("RESTARTS"), age: cell("AGE") },
  });
  return row && { ...row, endedAge: readAge(cell("LAST RESTART")) };
}

interface Cells {
  readonly namespace: string | undefined;
  readonly name: string;
  readonly ready: string;
  readonly status: string;
  readonly restarts: string;
  readonly age: string;
}

function rowOf({ namespace, name, ready: of, status, restarts, age }: Cells): KubectlPod | undefined {
  const [, ready = "", containers = ""] = readiness.exec(of) ?? [];
  const isRow =
    podName.test(name) &&
    (namespace === undefined || podName.test(namespace)) &&
    podStatus.test(status) &&
    /^\d{1,9}$/.test(restarts) &&
    (readAge(age) !== undefined || unknownAges.has(age)) &&
    containers !== "" &&
    Number(ready) <= Number(containers);
  if (!isRow) return undefined;
  return {
    ...{ namespace, name, status },
    ready: Number(ready),
    containers: Number(containers),
    restarts: Number(restarts),
    endedAge: undefined,
    age: readAge(age),
    isDeleted: false,
  };
}

/** `kubectl get all` names the kind of each object. */
function withoutKind(name: string): string {
  return name.startsWith("pod/") ? name.slice("pod/".length) : name;
}

/** `(31s ago)`, which a kubectl before 1.23 does not print. */
function endedIn(words: readonly string[]): { readonly endedAge: Span | undefined; readonly left: readonly string[] } {
  const [open = "", close] = words;
  if (!open.startsWith("(") || close !== "ago)") return { endedAge: undefined, left: words };
  return { endedAge: readAge(open.slice(1)), left: words.slice(2) };
}

/** What may follow the age: nothing, or an address, a node, and what `-o wide` prints besides. */
function isTail(words: readonly string[]): boolean {
  const [address = ""] = words;
  return words.length === 0 || (words.length >= 4 && (address === "<none>" || /^[\da-f.:]{2,45}$/i.test(address)));
}

/** `2m` may be what is left of `2m30s`. */
function cutAge(text: string): Span | undefined {
  const age = readAge(text);
  const [unit = ""] = text.slice(-1);
  const unitMs = unitsMs[unit];
  const isWhole = text.split(unit).length === 2 && !/[smhdy]\d/.test(text);
  if (age === undefined || unitMs === undefined || !isWhole) return age;
  return { ...age, latestMs: Math.max(age.latestMs, age.earliestMs + unitMs - 1) };
}

const unitsMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, y: 31_536_000_000 };
