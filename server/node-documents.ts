import { mkdtempSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

let folder: string | undefined;

/**
 * Writes a text that an editor is to show, into a folder of this process that only its user can read and that goes with it.
 * Gives its address; undefined if it cannot be written.
 */
export async function writeShownText(title: string, text: string): Promise<string | undefined> {
  try {
    folder ??= temporaryFolder();
    const path = join(folder, `${title.replaceAll(/[^\w.-]+/g, "-").slice(0, nameLengthMax)}.txt`);
    await writeFile(path, text);
    return pathToFileURL(path).href;
  } catch {
    return undefined;
  }
}

const nameLengthMax = 100;

function temporaryFolder(): string {
  const made = mkdtempSync(join(tmpdir(), "pod-cadence-"));
  process.once("exit", () => rmSync(made, { recursive: true, force: true }));
  return made;
}
