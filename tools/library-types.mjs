// The declarations of the library as one file, which imports nothing: `node tools/library-types.mjs FILE` writes it.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");

/** @param {string} file */
export function writeLibraryTypes(file) {
  const folder = mkdtempSync(path.join(tmpdir(), "pod-cadence-types-"));
  const sources = ["index", "model"].map((name) => path.join(root, `server/library/${name}.ts`));
  const tsc = path.join(root, "node_modules/typescript/bin/tsc");
  const flags = ["--ignoreConfig", "--declaration", "--emitDeclarationOnly", "--noCheck", "--noResolve"];
  const language = ["--allowImportingTsExtensions", "--target", "es2023", "--module", "preserve", "--outDir", folder];
  const { status, stdout } = spawnSync(process.execPath, [tsc, ...flags, ...language, ...sources], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The declarations of the library were not written: ${stdout}`);
  const [index = "", model = ""] = ["index", "model"].map((name) =>
    readFileSync(path.join(folder, `${name}.d.ts`), "utf8"),
  );
  rmSync(folder, { recursive: true });
  mkdirSync(path.dirname(file), { recursive: true });
  const own = withoutEnd(exportedOnly(model, index));
  writeFileSync(file, `${own}\n${withoutEnd(withoutImports(index))}\nexport {};\n`);
}

/** The names of the model are in the same file. @param {string} declarations */
function withoutImports(declarations) {
  return declarations.replace(/^(?:import|export) type \{[^}]*\} from "[^"]*";\n/gm, "");
}

/** Of the model only what the index exports is exported. @param {string} model @param {string} index */
function exportedOnly(model, index) {
  const names = new Set((/^export type \{([^}]*)\}/m.exec(index)?.[1] ?? "").split(",").map((name) => name.trim()));
  return model.replace(/^export interface (\w+)/gm, (line, name) => (names.has(name) ? line : `interface ${name}`));
}

/** @param {string} declarations */
function withoutEnd(declarations) {
  return declarations.replace(/^export \{\};\n/gm, "").trim();
}

const [, script, file] = process.argv;
if (script === import.meta.filename && file !== undefined) writeLibraryTypes(file);
