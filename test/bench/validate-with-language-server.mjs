// A process that check.mjs starts: yaml-language-server looks once at the files that standard input names.
// Its language service is asked, as the server asks it, so that neither a protocol nor a debounce is held against it.
//
//   node validate-with-language-server.mjs FOLDER-OF-ITS-NODE_MODULES SCHEMA

import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [, , folder = "", schemaFile = ""] = process.argv;
const { getLanguageService } = await load("yaml-language-server/out/src/index.js");
const { TextDocument } = await load("vscode-languageserver-textdocument/lib/esm/main.js");

const service = getLanguageService({
  schemaRequestService: (/** @type {string} */ uri) => Promise.reject(new Error(`${uri} is not loaded here`)),
  workspaceContext: { resolveRelativePath: (/** @type {string} */ relative) => relative },
});
const schema = JSON.parse(readFileSync(schemaFile, "utf8"));
service.configure({ validate: true, schemas: [{ uri: pathToFileURL(schemaFile).href, fileMatch: ["*"], schema }] });

const files = readFileSync(0, "utf8").split("\n");
let problems = 0;
for (const file of files) {
  const document = TextDocument.create(pathToFileURL(file).href, "yaml", 1, readFileSync(file, "utf8"));
  // True: of the kinds that do not match only the nearest is told.
  problems += (await service.doValidation(document, true)).length;
}
console.log(JSON.stringify({ files: files.length, problems }));

/** @param {string} file */
function load(file) {
  return import(pathToFileURL(path.join(folder, "node_modules", file)).href);
}
