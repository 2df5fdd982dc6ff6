import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { askedObjects } from "./asked.ts";

// Usage: node test/truth/waiters/record.ts PROGRAM — asks the program of `go` about all objects, and keeps what it says.

const asked = askedObjects();
const input = asked.map((object) => `${JSON.stringify(object)}\n`).join("");
const { stdout, stderr, status } = spawnSync(process.argv[2] ?? "", { input, encoding: "utf8", maxBuffer: 2 ** 28 });
if (status !== 0) throw new Error(stderr);
const answers = stdout.trimEnd().split("\n");
if (answers.length !== asked.length) throw new Error(`${answers.length} answers to ${asked.length} questions`);
const lines = asked.map((object, index) => JSON.stringify({ ...object, verdicts: JSON.parse(answers[index] ?? "") }));
writeFileSync(new URL("verdicts.jsonl.gz", import.meta.url), gzipSync(`${lines.join("\n")}\n`, { level: 9 }));
console.log(`${lines.length} objects`);
