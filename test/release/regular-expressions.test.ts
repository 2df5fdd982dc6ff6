import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { check } from "recheck";
import { expect, test } from "vitest";
import { type Pattern, patternsOfSource } from "../repository/code/source-texts.ts";

// Patterns meet texts of any length and any content: the time that one takes must grow with the text, and not with its square.

const root = path.resolve(import.meta.dirname, "../..");
const files = globSync(["shared/**/*.ts", "http/**/*.ts", "server/**/*.ts", "client/**/*.ts"], { cwd: root });

/** Files that build patterns from parts when they are loaded. */
const builders = [
  "shared/api-server/names/names.ts",
  "shared/kubelet-configuration/rules/sysctls.ts",
  "shared/kubelet-configuration/rules/image-patterns.ts",
];

// A checker that counts its own steps comes to the same answer on every machine.
const withoutClock = { timeout: null, attackTimeout: null, incubationTimeout: null };

/** Undefined: linear. */
async function slowTextOf({ source, flags }: Pattern): Promise<string | undefined> {
  // What `d` and `v` ask for does not change how long a search takes.
  const answer = await check(source, flags.replace(/[dv]/g, ""), withoutClock);
  if (answer.status === "safe") return undefined;
  return `/${source}/${flags} on ${answer.status === "vulnerable" ? answer.attack.pattern : answer.error.kind}`;
}

async function slowPatterns(patterns: readonly Pattern[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const pattern of patterns) {
    const slow = await slowTextOf(pattern);
    if (slow !== undefined) found.push(slow);
  }
  return found;
}

/** The patterns that a module builds when it is loaded: here once more, under a name of its own. */
async function patternsBuiltBy(module: string): Promise<readonly Pattern[]> {
  const built: Pattern[] = [];
  const Original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(Original, {
    construct(target, [source, flags = ""]: [string, string?]) {
      built.push({ source, flags });
      return new target(source, flags);
    },
  });
  try {
    await import(`${path.join(root, module)}?again`);
  } finally {
    globalThis.RegExp = Original;
  }
  return built;
}

test("no pattern of the code takes more than linear time", async () => {
  const patterns = files.flatMap((file) => patternsOfSource(readFileSync(path.join(root, file), "utf8")));
  const different = new Map(patterns.map((pattern) => [`/${pattern.source}/${pattern.flags}`, pattern]));
  expect(different.size).toBeGreaterThan(250);
  expect(await slowPatterns([...different.values()])).toEqual([]);
});

test.each(builders)("nor does one that %s builds", async (module) => {
  const patterns = await patternsBuiltBy(module);
  expect(patterns.length).toBeGreaterThan(0);
  expect(await slowPatterns(patterns)).toEqual([]);
});

test.each(["/^(?:\\s*#.*)*\\s*$/", "/(a|a)*b/", "/\\s+$/"])("%s is found", async (literal) => {
  expect(await slowPatterns(patternsOfSource(`const found = ${literal}.test(text);`))).toHaveLength(1);
});
