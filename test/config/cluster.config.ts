import { defineConfig } from "vitest/config";
import { patient } from "./patient.ts";

/** `npm run test:cluster`: against a real API server and real kubelets, which the tests start. What is heavy for them comes last. */
export default defineConfig({
  test: {
    ...patient,
    // They wait for back-offs most of the time.
    maxWorkers: 5,
    projects: [
      {
        extends: true,
        test: {
          name: "cluster",
          include: ["test/cluster/*.test.ts"],
          globalSetup: ["test/cluster/setup.ts"],
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: { name: "load", include: ["test/cluster/load/*.test.ts"], sequence: { groupOrder: 1 } },
      },
      {
        extends: true,
        // Alone, for the loops take twenty minutes: `npm run test:cluster -- --long`.
        test: { name: "long", include: ["test/cluster/long/*.test.ts"], testTimeout: 0, hookTimeout: 0 },
      },
    ],
  },
});
