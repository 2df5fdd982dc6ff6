import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { circlesOf, importGraph, readRooms, roomOf } from "./room-table.ts";

// ARCHITECTURE.md is the table of what each folder is and may know. The code is held against it.

const root = fileURLToPath(new URL("../..", import.meta.url));
const files = globSync("{shared,http,server,client}/**/*.{ts,mjs,cjs,js}", { cwd: root }).map((file) =>
  file.replaceAll("\\", "/"),
);
const graph = importGraph(root, files);
const { rooms, parts } = readRooms(readFileSync(join(root, "ARCHITECTURE.md"), "utf8"));

describe("rooms", () => {
  it("are all in ARCHITECTURE.md, and all of those exist", () => {
    const folders = new Set(files.map(dirname));
    folders.delete("shared");
    folders.delete("server");
    const written = [...rooms.map(({ path }) => path), ...parts].filter((path) => !path.endsWith(".ts"));
    expect([...folders].toSorted()).toEqual(written.toSorted());
  });

  it.each(rooms.map((room) => [room.path, room] as const))("%s imports only what it knows", (path, room) => {
    const strange = [...graph].flatMap(([file, targets]) =>
      roomOf(file, rooms) === room
        ? targets.filter((target) => isStrange(target)).map((target) => `${file} → ${target}`)
        : [],
    );
    expect(strange).toEqual([]);

    function isStrange(target: string): boolean {
      const other = roomOf(target, rooms)?.path;
      return other !== undefined && other !== path && !room.knows.has(other);
    }
  });

  it("have no circle of more than three files", () => {
    expect(circlesOf(graph).filter(({ length }) => length > 3)).toEqual([]);
  });
});

describe("the reader of the table", () => {
  const table = `
| \`shared/basics\` | words | nothing |
| \`shared/kubernetes\` | more | \`basics\` |
| \`server/rules\` | rules | all above but \`basics\`; zod |
| \`server/rules/support\` | part of a room |
`;

  it("takes names, all above, and exceptions", () => {
    const read = readRooms(table);
    expect(read.rooms.map(({ knows }) => [...knows])).toEqual([[], ["shared/basics"], ["shared/kubernetes"]]);
    expect(read.parts).toEqual(["server/rules/support"]);
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
