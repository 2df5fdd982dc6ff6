import { readFile, writeFile } from "node:fs/promises";

/** Writes a file that still has the text which was read. Otherwise it stays as it is, and the reason is returned. */
export async function replaceFile(path: string, read: string, text: string): Promise<string | undefined> {
  try {
    const bytes = await readFile(path);
    if (!bytes.equals(Buffer.from(read))) return "it changed, or it is not UTF-8";
    await writeFile(path, text);
    return undefined;
  } catch {
    return "can't write the file";
  }
}
