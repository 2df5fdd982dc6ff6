import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { engineGates } from "../../../shared/kubernetes/gates/engine-gates.data.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

it("the engine asks for no other gates than those that the panel offers", () => {
  const files = globSync("shared/{simulation,restart,backoff,probe}/**/*.ts", { cwd: root });
  const calls = files.flatMap((file) => readFileSync(`${root}/${file}`, "utf8").match(/isEnabled\([^;{]*?\)/g) ?? []);
  const named = calls.flatMap((call) => /"(\w+)"/.exec(call)?.[1] ?? []);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((gate) => !Object.hasOwn(engineGates, gate))).toEqual([]);
});
