import { defineConfig } from "vitest/config";
import { patient } from "./patient.ts";

/** `npm run test:replay`: everything that real kubelets and API servers were recorded to do. `npm test` has a part of it. */
export default defineConfig({
  test: {
    name: "replay",
    include: ["test/truth/**/*.test.ts"],
    env: { POD_CADENCE_EXTENT: "all" },
    ...patient,
  },
});
