import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import * as z from "zod/mini";
import { counted } from "../../../shared/basics/counted.ts";
import { AuditLog, auditEventsIn } from "../../../shared/evidence/audit/audit-log.ts";
import type { Reading } from "../../../shared/evidence/model.ts";

/** Bytes that are read at once. */
const chunkBytes = 1 << 20;
/** Bytes of one line; a longer one is no request about one pod. */
const lineMax = 1 << 20;
/** Lines that are named as unreadable. */
const notesMax = 5;

const newline = 10;
const quote = 34;
const objectRef = Buffer.from('"objectRef":');
/** Bytes after it that have the resource. */
const refBytes = 96;

/**
 * Reads an audit log line by line, however large it is, also one that the API server compressed (`--audit-log-compress`). Undefined if the
 * file is none, or cannot be read. `pod`: only pods of this name.
 */
export function readAuditFile(path: string, pod: string | undefined): Promise<Reading | undefined> {
  return readAuditChunks(path, pod, chunksOf(path));
}

/** The same of what a stream brings, in pieces of at most 1 MiB, of which the first has the beginning of the first line. */
export async function readAuditChunks(
  path: string,
  pod: string | undefined,
  chunks: AsyncIterable<Buffer>,
): Promise<Reading | undefined> {
  const buffer = Buffer.allocUnsafe(chunkBytes + lineMax);
  const log = new LogLines(path, pod);
  let kept = 0;
  let isFirst = true;
  try {
    for await (const chunk of chunks) {
      const filled = kept + chunk.copy(buffer, kept);
      if (isFirst && !isAuditLog(buffer.toString("latin1", 0, Math.min(filled, headBytes)))) return undefined;
      isFirst = false;
      const rest = log.linesIn(buffer, filled);
      kept = filled - rest;
      if (kept > lineMax) {
        log.leaveOut();
        kept = 0;
      } else buffer.copyWithin(0, rest, filled);
    }
  } catch {
    if (isFirst) return undefined;
    log.cutOff();
    return log.reading();
  }
  if (isFirst) return undefined;
  log.lastLine(buffer, kept);
  return log.reading();
}

/** Of at most `chunkBytes` each; decompressed where the name says so. */
async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  const file = createReadStream(path, { highWaterMark: chunkBytes });
  const chunks = path.endsWith(".gz") ? file.pipe(createGunzip({ chunkSize: chunkBytes })) : file;
  file.on("error", (error) => chunks.destroy(error));
  try {
    for await (const chunk of chunks) yield z.instanceof(Buffer).parse(chunk);
  } finally {
    file.destroy();
  }
}

const headBytes = 65_536;

/** Its first object says it. */
export function isAuditLog(head: string): boolean {
  const [line = ""] = head.trimStart().split("\n", 1);
  return line.startsWith("{") && /"apiVersion"\s*:\s*"audit\.k8s\.io\//.test(line);
}

class LogLines {
  readonly #path: string;
  readonly #log: AuditLog;
  /** Of the only pod that matters. */
  readonly #name: Buffer | undefined;
  readonly #notes: string[] = [];
  #line = 0;
  #isLong = false;
  #isCut = false;
  #long = 0;
  /** Where the next object stands in the buffer. */
  #ref = -1;

  constructor(path: string, pod: string | undefined) {
    this.#path = path;
    this.#log = new AuditLog({ path, pod });
    this.#name = pod === undefined ? undefined : Buffer.from(pod);
  }

  /** Takes all whole lines, and gives where the last one ended. */
  linesIn(buffer: Buffer, filled: number): number {
    let start = 0;
    this.#ref = -1;
    for (;;) {
      const end = buffer.indexOf(newline, start);
      if (end === -1 || end >= filled) return start;
      this.#lineAt(buffer, start, end);
      start = end + 1;
    }
  }

  /** A log that is still written may end in part of a line. */
  lastLine(buffer: Buffer, filled: number): void {
    this.#ref = -1;
    if (filled > 0) this.#lineAt(buffer, 0, filled);
  }

  /** What is left of a line that is too long is skipped with it. */
  leaveOut(): void {
    this.#isLong = true;
  }

  /** The rest of the file cannot be read. */
  cutOff(): void {
    this.#isCut = true;
  }

  /** Only what is about pods and workloads, and changes them, is parsed. */
  #lineAt(buffer: Buffer, start: number, end: number): void {
    this.#line += 1;
    if (this.#isLong) {
      this.#isLong = false;
      this.#long += 1;
      return;
    }
    const at = this.#refAfter(buffer, start);
    if (at >= end) return;
    const resource = resourceAt(buffer, at, Math.min(end, at + refBytes));
    if (
      resource === undefined ||
      this.#isOfAnother(resource, buffer, start, end) ||
      isRead(buffer.toString("latin1", start, at))
    )
      return;
    try {
      for (const event of auditEventsIn(JSON.parse(buffer.toString("utf8", start, end))))
        this.#log.take(event, this.#line);
    } catch {
      // The message of the parser quotes the line.
      if (this.#notes.length < notesMax) this.#notes.push(`${this.#path}:${this.#line}: this line cannot be read.`);
    }
  }

  /** Only one pod matters, and the line has no such name. Who deletes many pods names none. */
  #isOfAnother(resource: string, buffer: Buffer, start: number, end: number): boolean {
    if (this.#name === undefined || !named.has(resource)) return false;
    const line = buffer.subarray(start, end);
    return !line.includes(this.#name) && !line.includes(ofMany);
  }

  /** Requests of no object have none: the next one is looked for once. */
  #refAfter(buffer: Buffer, start: number): number {
    if (this.#ref < start) {
      const at = buffer.indexOf(objectRef, start);
      this.#ref = at === -1 ? Number.POSITIVE_INFINITY : at;
    }
    return this.#ref;
  }

  reading(): Reading {
    const long =
      this.#long === 0 ? [] : [`${this.#path}: ${counted(this.#long, "line", "are")} longer than 1 MiB and left out.`];
    const cut = this.#isCut ? [`${this.#path}: the file is cut off after line ${this.#line}.`] : [];
    return this.#log.reading([...this.#notes, ...long, ...cut]);
  }
}

const resources = ["pods", "events", "deployments", "statefulsets", "daemonsets"].map((resource) => `"${resource}"`);
const named: ReadonlySet<string> = new Set(['"pods"', '"events"']);
const ofMany = "deletecollection";
/** As the API server writes it: the resource comes first. */
const refHead = '"objectRef":{"resource":"';
const firstLetters: ReadonlySet<number | undefined> = new Set(resources.map((resource) => resource.charCodeAt(1)));

/** Undefined for what is not asked of: most lines, as the first letter shows. */
function resourceAt(buffer: Buffer, start: number, end: number): string | undefined {
  const isOther = buffer[start + refHead.length - 1] === quote && !firstLetters.has(buffer[start + refHead.length]);
  if (isOther && buffer.toString("latin1", start, start + refHead.length) === refHead) return undefined;
  const ref = buffer.toString("latin1", start, end);
  return resources.find((resource) => ref.includes(resource));
}

/** The verb stands before the object, as the API server writes it. */
function isRead(head: string): boolean {
  return !head.includes('"EventList"') && /"verb":\s?"(?:get|list|watch)"/.test(head);
}
