import type { Span } from "../../../shared/basics/span.ts";
import type { Reading } from "../../../shared/evidence/model.ts";
import { fileText } from "../../git/file-text.ts";
import { readInput } from "../../incident/read-input.ts";
import { isAuditLog, readAuditChunks } from "./audit-file.ts";

/** Bytes that are read of a stream that is no audit log, of which the lines are not kept. */
const bytesMax = 256_000_000;
/** Of these, the first ones say whether it is one. */
const headBytes = 4096;
/** What came before an interrupt may still be on its way. */
const drainMs = 300;
/** After so long somebody may wonder what is waited for. */
const patienceMs = 2000;

interface Asked {
  readonly at: Span | undefined;
  readonly pod: string | undefined;
  /** The stream has not ended for a while. */
  readonly onWait: () => void;
}

/** Reads standard input until it ends or somebody interrupts it: a watch does not end by itself. */
export async function readIncidentStream({ at, pod, onWait }: Asked): Promise<Reading> {
  const timer = setTimeout(onWait, patienceMs);
  const chunks = standardInput();
  try {
    const head = await headOf(chunks);
    const rest = joined(head, chunks);
    const log = isAuditLog(head.toString("latin1")) ? await readAuditChunks("-", pod, rest) : undefined;
    return log ?? (await readText(rest, at));
  } finally {
    clearTimeout(timer);
  }
}

async function headOf(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  let head = Buffer.alloc(0);
  while (head.length < headBytes) {
    const next = await chunks.next();
    if (next.done === true) break;
    head = Buffer.concat([head, next.value]);
  }
  return head;
}

async function* joined(head: Buffer, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  yield* chunks;
}

async function readText(chunks: AsyncIterable<Buffer>, at: Span | undefined): Promise<Reading> {
  const kept: Buffer[] = [];
  let left = bytesMax;
  for await (const chunk of chunks) {
    kept.push(chunk.subarray(0, left));
    left -= chunk.length;
    if (left < 0) break;
  }
  const reading = readInput("-", fileText(Buffer.concat(kept)), at);
  const cut = left < 0 ? ["-: only the first 256 MB were read."] : [];
  return cut.length === 0 ? reading : { ...reading, notes: [...reading.notes, ...cut] };
}

async function* standardInput(): AsyncGenerator<Buffer> {
  const { stdin } = process;
  let timer: NodeJS.Timeout | undefined;
  let isEnded = false;
  const interrupt = (): void => {
    timer = setTimeout(() => {
      isEnded = true;
      stdin.destroy();
    }, drainMs);
  };
  // What somebody types in is given up as any other command.
  if (stdin.isTTY !== true) process.once("SIGINT", interrupt);
  try {
    for await (const chunk of stdin) yield Buffer.from(chunk);
  } catch (error) {
    if (!isEnded) throw error;
  } finally {
    clearTimeout(timer);
    process.off("SIGINT", interrupt);
  }
}
