import { readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";

/** The folders of ARCHITECTURE.md, in order, with the rooms that each may import. */
export interface Room {
  readonly path: string;
  readonly knows: ReadonlySet<string>;
}

/** `| folder | is | knows |`: a room. `| folder | is |`: a part of one. */
export function readRooms(architecture: string): {
  readonly rooms: readonly Room[];
  readonly parts: readonly string[];
} {
  const rows = [...architecture.matchAll(/^\| `((?:shared|http|server|client)[^`]*)` \| (.*) \|$/gm)].map((row) => ({
    path: row[1] ?? "",
    cells: (row[2] ?? "").split(" | "),
  }));
  const written = rows.filter(({ cells }) => cells.length === 2);
  const rooms = written.map(({ path, cells }, index) => {
    const above = written.slice(0, index).map((row) => row.path);
    return { path, knows: knownRooms(cells[1] ?? "", above, written) };
  });
  return { rooms, parts: rows.filter(({ cells }) => cells.length === 1).map(({ path }) => path) };
}

/** What stands before a semicolon: `all above`, what of it not, and names, of `shared` also without it. */
function knownRooms(
  cell: string,
  above: readonly string[],
  written: readonly { readonly path: string }[],
): ReadonlySet<string> {
  const [phrase = ""] = cell.split(";");
  const [plain = "", but = ""] = phrase.split(" but ");
  const all = written.map(({ path }) => path);
  const except = new Set(namesIn(but).flatMap((name) => meant(name, all)));
  const fromAbove = plain.includes("all above") ? above : [];
  const named = namesIn(plain).flatMap((name) => meant(name, all));
  return new Set([...fromAbove, ...named].filter((path) => !except.has(path)));
}

function namesIn(text: string): readonly string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map((name) => name[1] ?? "");
}

function meant(name: string, all: readonly string[]): readonly string[] {
  if (name === "shared") return all.filter((path) => path.startsWith("shared/"));
  const found = all.filter((path) => path === name || path === `shared/${name}` || path === `server/${name}`);
  if (found.length !== 1) throw new Error(`ARCHITECTURE.md: "${name}" is no folder of the table`);
  return found;
}

/** The room of a file: the longest path of the table that it is at or below. */
export function roomOf(file: string, rooms: readonly Room[]): Room | undefined {
  const around = rooms.filter(({ path }) => file === path || file.startsWith(`${path}/`));
  return around.toSorted((left, right) => right.path.length - left.path.length)[0];
}

/** What each file imports of the others, also for types. */
export function importGraph(root: string, files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const known = new Set(files);
  return new Map(
    files.map((file) => {
      const specifiers = readFileSync(join(root, file), "utf8").matchAll(/(?:from|import\(|import)\s*"(\.[^"]+)"/g);
      const targets = [...specifiers].map((specifier) => join(dirname(file), specifier[1] ?? ""));
      return [file, targets.filter((target) => known.has(target))];
    }),
  );
}

/** Groups of files that import each other, the largest first. Tarjan's algorithm. */
export function circlesOf(graph: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string): number => {
    const index = order.size;
    order.set(file, index);
    lowest.set(file, index);
    open.push(file);
    for (const target of graph.get(file) ?? []) {
      const reached = order.has(target) ? (open.includes(target) ? order.get(target) : undefined) : visit(target);
      if (reached !== undefined) lowest.set(file, Math.min(lowest.get(file) ?? index, reached));
    }
    if (lowest.get(file) === index) circles.push(open.splice(open.indexOf(file)));
    return lowest.get(file) ?? index;
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return circles.filter(({ length }) => length > 1).toSorted((left, right) => right.length - left.length);
}
