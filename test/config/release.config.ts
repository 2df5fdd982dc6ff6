import { defineConfig } from "vitest/config";
import { patient } from "./patient.ts";

/** `npm run test:release`: with the packages of test/release, which `npm ci` does not install. */
export default defineConfig({
  test: {
    name: "release",
    include: ["test/release/**/*.test.ts"],
    // Its modules name each other without an extension, which Node does not load.
    server: { deps: { inline: ["@ngrok/webernetes"] } },
    ...patient,
    experimental: { viteModuleRunner: true },
  },
});
