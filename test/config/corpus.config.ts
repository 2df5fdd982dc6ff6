import { defineConfig } from "vitest/config";
import { patient } from "./patient.ts";

/** `npm run test:corpus`: a thousand real manifests through every feature. Not part of `npm test`, which must stay quick. */
export default defineConfig({
  test: {
    name: "corpus",
    include: ["test/corpus/**/*.test.ts"],
    passWithNoTests: true,
    ...patient,
  },
});
