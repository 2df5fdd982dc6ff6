import { defineConfig } from "vitest/config";
import { patient } from "./patient.ts";
import { alsoThorough, onlyThorough } from "./thorough.ts";

/** It counts what code does, from its compilation on. */
const alone = ["test/server/growth.test.ts"];

/** `npm run test:thorough`: what takes too long for `npm test`, and all cases of the properties that it asks in a part of them. */
export default defineConfig({
  test: {
    ...patient,
    env: { POD_CADENCE_EXTENT: "all" },
    projects: [
      {
        extends: true,
        test: { name: "thorough", include: [...onlyThorough, ...alsoThorough], exclude: alone },
      },
      { extends: true, test: { name: "alone", include: alone, isolate: true } },
    ],
  },
});
