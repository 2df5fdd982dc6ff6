import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

// What is exported is what another file needs.

const root = fileURLToPath(new URL("../../..", import.meta.url));
/** What programs, VS Code and the bundler ask for by name. */
const entries = /^(client\/main\.\w+|server\/library\/index)\.ts$/;

it("all that is exported is imported somewhere", () => {
  const sources = globSync("{shared,http,server,client}/**/*.ts", { cwd: root });
  const others = globSync("{test,tools}/**/*.{ts,mjs}", { cwd: root, exclude: ["**/node_modules/**"] });
  const texts = new Map([...sources, ...others].map((file) => [file, readFileSync(join(root, file), "utf8")]));
  const used = new Set([...texts].flatMap(([file, text]) => importsOf(file, text)));
  const unused = sources.filter((file) => !entries.test(file)).flatMap((file) => unusedIn(file, texts.get(file), used));
  expect(unused).toEqual([]);
});

it("a type that is exported shares its name with no other", () => {
  // The library declares its own types again, under the names that programs know, so that it shows nothing of the inside.
  const sources = globSync("{shared,http,server,client}/**/*.ts", { cwd: root, exclude: ["server/library/model.ts"] });
  const names = sources.flatMap((file) => typesIn(readFileSync(join(root, file), "utf8")));
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

it("the reader of imports knows each form", () => {
  const text = `import { a, type B, c as d } from "./one.ts";
export { e } from "../two.ts";
import * as all from "./three.ts";
const { f } = await import("./four.ts");
export * from "./five.ts";`;
  expect(importsOf("x/y.ts", text)).toEqual([
    ...["x/one.ts a", "x/one.ts B", "x/one.ts c", "two.ts e", "x/three.ts *", "x/five.ts *", "x/four.ts *"],
  ]);
  expect(
    unusedIn("x/one.ts", "export const a = 1;\nexport async function b() {}\nexport type C = 1;", new Set()),
  ).toEqual(["x/one.ts a", "x/one.ts b", "x/one.ts C"]);
});

/** `FILE NAME` for each name that a text imports or passes on; `*` for all of them. */
function importsOf(file: string, text: string): readonly string[] {
  const of = (from: string, name: string) => `${normalize(join(dirname(file), from))} ${name}`;
  const named = Array.from(text.matchAll(/\{([^{}]*)\} from "(\.[^"]+)"/g), ([, names = "", from = ""]) =>
    names.split(",").flatMap((each) => {
      const [, name] = /^\s*(?:type )?(\w+)/.exec(each) ?? [];
      return name === undefined ? [] : [of(from, name)];
    }),
  );
  const whole = [/\*(?: as \w+)? from "(\.[^"]+)"/g, /import\(\s*"(\.[^"]+)"/g].flatMap((form) =>
    Array.from(text.matchAll(form), ([, from = ""]) => of(from, "*")),
  );
  return [...named.flat(), ...whole];
}

function typesIn(text: string): readonly string[] {
  return Array.from(text.matchAll(/^export (?:abstract )?(?:interface|type|class) (\w+)/gm), ([, name = ""]) => name);
}

function unusedIn(file: string, text = "", used: ReadonlySet<string>): readonly string[] {
  if (used.has(`${file} *`)) return [];
  const exported = Array.from(
    text.matchAll(/^export (?:async )?(?:function\*?|const|class|abstract class|interface|type) (\w+)/gm),
    ([, name]) => name,
  );
  return exported.map((name) => `${file} ${name}`).filter((each) => !used.has(each));
}
