import { defineConfig } from "vitest/config";

/** `npm run test:panel`: the panel's page in Chromium, under the policy that VS Code gives it. Needs Chromium, so it is no part of `npm test`. */
export default defineConfig({
  test: {
    name: "panel",
    include: ["test/panel/**/*.test.ts"],
    reporters: ["default", "./test/reporter.ts"],
    // Each file waits for its page most of the time.
    maxWorkers: 2,
    // Also on a machine that does ten other things.
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
