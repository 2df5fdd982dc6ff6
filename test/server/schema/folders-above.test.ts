import { expect, it } from "vitest";
import { foldersAbove } from "../../../server/schema/files/find-project.ts";

async function above(uri: string, rootUri?: string): Promise<readonly string[]> {
  const files = { read: async (path: string) => (path === "file:///repo/.git/HEAD" ? "ref" : undefined) };
  const folders: string[] = [];
  for await (const folder of foldersAbove(uri, rootUri, files)) folders.push(folder);
  return folders;
}

it.each([
  ["file:///repo/a/b.yaml", undefined, ["file:///repo/a", "file:///repo"]],
  ["file:///repo/a/b.yaml", "file:///repo/a/", ["file:///repo/a"]],
  ["file:///repo/a%20b/c.yaml", "file:///repo/a b", ["file:///repo/a%20b"]],
  ["file:///a/b.yaml", undefined, ["file:///a", "file:///"]],
  ["file:///b.yaml", undefined, ["file:///"]],
  ["file:///c%3A/a/b.yaml", undefined, ["file:///c%3A/a", "file:///c%3A", "file:///"]],
  ["vscode-vfs://github/o/r/b.yaml", "vscode-vfs://github/o/r", ["vscode-vfs://github/o/r"]],
  ["vscode-vfs://github/o/b.yaml", undefined, ["vscode-vfs://github/o", "vscode-vfs://github/"]],
  ["memfs:/a/b.yaml", undefined, ["memfs:/a", "memfs:/"]],
  ["untitled:Untitled-1", undefined, ["untitled:"]],
])("above %s, up to %s", async (uri, root, folders) => {
  expect(await above(uri, root)).toEqual(folders);
});
