import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { circlesOf, importGraph, readWings, roomGraph, type Wing, wingOf } from "./room-table.ts";

// ARCHITECTURE.md is the table of what each folder is and may import. The code is held against it.

const root = fileURLToPath(new URL("../../..", import.meta.url));
const files = globSync("{shared,http,server,client}/**/*.{ts,mjs,cjs,js}", { cwd: root })
  .map((file) => file.replaceAll("\\", "/"))
  // A bundle's address is no part of any wing.
  .filter((file) => file !== "shared/repository.ts");
const graph = importGraph(root, files);
const wings = readWings(readFileSync(join(root, "ARCHITECTURE.md"), "utf8"));
const folders = [...new Set(files.map(dirname))];
const roomLimit = 25;

describe("rooms", () => {
  it("are all in ARCHITECTURE.md, and all of those exist", () => {
    const rooms = wings.flatMap((wing) => wing.rooms);
    const withoutFiles = wings.flatMap(({ path, rooms: inside }) =>
      inside.length > 0 && !folders.includes(path) ? [path] : [],
    );
    const written = [...wings.map(({ path }) => path), ...rooms].filter((path) => !withoutFiles.includes(path));
    expect(written.toSorted()).toEqual(folders.toSorted());
  });

  it.each(folders)(`%s has at most ${roomLimit} files`, (folder) => {
    expect(files.filter((file) => dirname(file) === folder).length).toBeLessThanOrEqual(roomLimit);
  });

  it.each(wings.map((wing) => [wing.path, wing] as const))("%s imports only what it knows", (_, wing) => {
    const strange = [...graph].flatMap(([file, targets]) =>
      wingOf(dirname(file), wings) === wing
        ? targets
            .filter((target) => !mayImport(wing, dirname(file), dirname(target)))
            .map((target) => `${file} → ${target}`)
        : [],
    );
    expect(strange).toEqual([]);
  });

  it("know only wings above them", () => {
    const paths = wings.map(({ path }) => path);
    const upwards = wings.flatMap(({ path, knows }, at) =>
      [...knows].filter((known) => paths.indexOf(known) >= at).map((known) => `${path} → ${known}`),
    );
    expect(upwards).toEqual([]);
  });

  it("have no circle, neither of rooms nor of files", () => {
    expect(circlesOf(roomGraph(graph))).toEqual([]);
    expect(circlesOf(graph)).toEqual([]);
  });
});

/** Its own files and its rooms may import each other in one direction, which the test for circles sees. */
function mayImport(wing: Wing, room: string, target: string): boolean {
  const other = wingOf(target, wings);
  if (other !== wing) return other !== undefined && wing.knows.has(other.path);
  if (room === target || room === wing.path || target === wing.path) return true;
  return wing.rooms.indexOf(target) < wing.rooms.indexOf(room);
}

describe("the reader of the table", () => {
  const table = `
| **\`shared/basics\`** | words | nothing |
| **\`shared/kubernetes\`** | more | \`basics\` |
| \`shared/kubernetes/gates\` | part of a wing | |
| **\`server/manifest\`** | text | \`kubernetes\`; the YAML parser |
| **\`server/rules\`** | rules | \`shared\` but \`basics\`; \`server/manifest\`; zod |
| \`server/rules/support\` | part of a wing | |
`;

  it("takes names, the whole of shared, and exceptions", () => {
    const read = readWings(table);
    expect(read.map(({ knows }) => [...knows])).toEqual([
      [],
      ["shared/basics"],
      ["shared/kubernetes"],
      ["shared/kubernetes", "server/manifest"],
    ]);
    expect(read.map(({ rooms }) => rooms)).toEqual([[], ["shared/kubernetes/gates"], [], ["server/rules/support"]]);
  });

  it("finds circles, also by types", () => {
    const circle = new Map([
      ["a", ["b"]],
      ["b", ["c"]],
      ["c", ["a", "d"]],
      ["d", []],
    ]);
    expect(circlesOf(circle)).toEqual([["a", "b", "c"]]);
  });
});
