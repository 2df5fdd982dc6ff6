// A process that check.mjs starts: reads the files that standard input names with the package yaml and does nothing else.

import { readFileSync } from "node:fs";
import { parseAllDocuments } from "yaml";

const files = readFileSync(0, "utf8").split("\n");
for (const file of files) parseAllDocuments(readFileSync(file, "utf8"));
console.log(JSON.stringify({ files: files.length }));
