import { once } from "node:events";
import { appendFileSync, closeSync, mkdtempSync, openSync, readSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CommandLine, optionOf } from "../arguments/command-line.ts";
import { type ExitCode, fail, printable, wantsColor } from "./terminal.ts";

/** Takes a result in parts, of which none is kept in memory. */
export interface PartsWriter {
  write(text: string): Promise<void>;
  /** `head` goes before all that was written. */
  end(head?: string): Promise<ExitCode>;
}

/**
 * Writes to standard output, or to the file of `--output`, which keeps what it has until all parts are there.
 * `headLast`: what stands before all parts is known after them.
 */
export function partsWriter(line: CommandLine, headLast = false): PartsWriter {
  const hasColor = wantsColor(line);
  const clean = (text: string): string => printable(text, hasColor);
  const file = optionOf(line, "output");
  if (file !== undefined || headLast) return beside(file, clean);
  return {
    write: (text) => writeOut(clean(text)),
    async end(head = "") {
      await writeOut(clean(head));
      return 0;
    },
  };
}

/** The parts wait in a temporary file. */
function beside(file: string | undefined, clean: (text: string) => string): PartsWriter {
  const folder = mkdtempSync(join(tmpdir(), "pod-cadence-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.once("exit", remove);
  const parts = openSync(join(folder, "parts"), "w+");
  return {
    async write(text) {
      appendFileSync(parts, clean(text));
    },
    async end(head = "") {
      try {
        if (file === undefined) await copy(parts, clean(head), writeOut);
        else await copy(parts, clean(head), fileWriter(file));
        return 0;
      } catch {
        return fail([`--output: can't write ${file}`]);
      } finally {
        closeSync(parts);
      }
    },
  };
}

type Write = (bytes: Uint8Array | string) => Promise<void>;

const chunkBytes = 64 * 1024;

async function copy(parts: number, head: string, write: Write): Promise<void> {
  await write(head);
  for (let at = 0; ; ) {
    // A slow reader may still have the one before.
    const chunk = new Uint8Array(chunkBytes);
    const count = readSync(parts, chunk, 0, chunkBytes, at);
    if (count === 0) return;
    await write(chunk.subarray(0, count));
    at += count;
  }
}

async function writeOut(bytes: Uint8Array | string): Promise<void> {
  if (bytes.length > 0 && !process.stdout.write(bytes)) await once(process.stdout, "drain");
}

function fileWriter(file: string): Write {
  const target = openSync(file, "w");
  return async (bytes) => appendFileSync(target, bytes);
}
