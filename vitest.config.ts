import { defineConfig } from "vitest/config";

// test/lsp and test/cli start the built bundles; the rest runs on the sources. `npm run test:corpus`,
// `npm run test:panel`, `npm run e2e` and `npm run bench` have their own ways.
const built = ["test/lsp/**", "test/cli/**"];
const elsewhere = ["test/corpus/**", "test/e2e/**", "test/bench/**", "test/panel/**", "test/cluster/**"];

export default defineConfig({
  test: {
    // Nothing is timed: this only ends what hangs, also on a machine that does ten other things.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Its modules name each other without an extension, which Node does not load.
    server: { deps: { inline: ["@ngrok/webernetes"] } },
    reporters: ["default", "./test/reporter.ts"],
    projects: [
      { extends: true, test: { name: "unit", include: ["test/**/*.test.ts"], exclude: [...built, ...elsewhere] } },
      { extends: true, test: { name: "lsp", include: ["test/lsp/**/*.test.ts"] } },
      { extends: true, test: { name: "cli", include: ["test/cli/**/*.test.ts"] } },
    ],
  },
});
