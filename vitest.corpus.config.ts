import { defineConfig } from "vitest/config";

/** `npm run test:corpus`: a thousand real manifests through every feature. Not part of `npm test`, which must stay quick. */
export default defineConfig({
  test: {
    name: "corpus",
    include: ["test/corpus/**/*.test.ts"],
    reporters: ["default", "./test/reporter.ts"],
    passWithNoTests: true,
    testTimeout: 600_000,
  },
});
