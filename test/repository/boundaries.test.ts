import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

// One violation per row: a file that stands in a folder, what it holds, and the words that the linter must answer.
const violations: readonly (readonly [file: string, source: string, message: string])[] = [
  ["shared/restart/x.ts", `import "vscode";`, "shared imports nothing but itself and zod/mini"],
];
