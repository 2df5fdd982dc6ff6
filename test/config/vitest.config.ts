import { defineConfig } from "vitest/config";
import { patient } from "./patient.ts";
import { onlyThorough } from "./thorough.ts";

// test/lsp and test/cli start the built bundles, test/package packs them; the rest runs on the sources. `npm run test:replay`, `npm run test:corpus`,
// `npm run test:thorough`, `npm run test:panel`, `npm run test:render`, `npm run test:release`, `npm run e2e` and `npm run bench` have their own ways.
const built = ["test/lsp/**", "test/cli/**", "test/package/**"];
/** They put something in the place of a module, which would stay there for the files after them. */
const alone = [
  "test/client/language-server/active-manifest.test.ts",
  "test/client/simulator/webview/words/l10n.test.ts",
];
const elsewhere = [
  ...onlyThorough,
  "test/truth/timelines/falsified/**",
  "test/truth/observation/**",
  "test/corpus/**",
  "test/e2e/**",
  "test/bench/**",
  "test/panel/**",
  "test/cluster/**",
  "test/render/**",
  "test/release/**",
];

export default defineConfig({
  test: {
    ...patient,
    projects: [
      {
        extends: true,
        test: { name: "unit", include: ["test/**/*.test.ts"], exclude: [...built, ...elsewhere, ...alone] },
      },
      {
        extends: true,
        test: { name: "alone", include: alone, isolate: true, experimental: { viteModuleRunner: true } },
      },
      { extends: true, test: { name: "lsp", include: ["test/lsp/**/*.test.ts"], exclude: onlyThorough } },
      { extends: true, test: { name: "cli", include: ["test/cli/**/*.test.ts"] } },
      { extends: true, test: { name: "package", include: ["test/package/**/*.test.ts"] } },
    ],
  },
});
