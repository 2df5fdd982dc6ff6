import { readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";

/** A wing of ARCHITECTURE.md with its rooms, both in the order of the table. */
export interface Wing {
  readonly path: string;
  /** Wings that it may import. */
  readonly knows: ReadonlySet<string>;
  readonly rooms: readonly string[];
}

/** `| **wing** | is | knows |`, followed by its rooms: `| room | is | |`. */
export function readWings(architecture: string): readonly Wing[] {
  const rows = [
    ...architecture.matchAll(/^\| (\*\*)?`((?:shared|http|server|client)[^`]*)`(?:\*\*)? \| [^|]*\| ([^|]*)\|$/gm),
  ];
  const paths = rows.flatMap(([, bold, path = ""]) => (bold === undefined ? [] : [path]));
  return rows.flatMap(([, bold, path = "", cell = ""], at) => {
    if (bold === undefined) return [];
    const next = rows.findIndex((row, index) => index > at && row[1] !== undefined);
    const rooms = rows.slice(at + 1, next < 0 ? undefined : next).map((row) => row[2] ?? "");
    return [{ path, knows: knownWings(cell, paths), rooms }];
  });
}

/** Names of wings, those of `shared` also without it; `shared` alone is all of them, except what follows `but`. */
function knownWings(cell: string, paths: readonly string[]): ReadonlySet<string> {
  const groups = cell.split(";").map((group) => {
    const [plain = "", but = ""] = group.split(" but ");
    const except = new Set(namesIn(but, paths));
    return namesIn(plain, paths).filter((path) => !except.has(path));
  });
  return new Set(groups.flat());
}

function namesIn(text: string, paths: readonly string[]): readonly string[] {
  return [...text.matchAll(/`([^`]+)`/g)].flatMap(([, name = ""]) =>
    name === "shared"
      ? paths.filter((path) => path.startsWith("shared/"))
      : paths.filter((path) => path === name || path === `shared/${name}`),
  );
}

/** The wing that has this room. */
export function wingOf(room: string, wings: readonly Wing[]): Wing | undefined {
  return wings.find(({ path, rooms }) => path === room || rooms.includes(room));
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

/** What each folder imports of other folders. */
export function roomGraph(graph: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, readonly string[]> {
  const rooms = new Map<string, Set<string>>();
  for (const [file, targets] of graph) {
    const room = dirname(file);
    const known = rooms.get(room) ?? new Set();
    for (const target of targets) if (dirname(target) !== room) known.add(dirname(target));
    rooms.set(room, known);
  }
  return new Map([...rooms].map(([room, known]) => [room, [...known]]));
}

/** Groups of files or folders that import each other, the largest first. Tarjan's algorithm. */
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
