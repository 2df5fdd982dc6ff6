import { defineConfig } from "vitest/config";
import { patient } from "./patient.ts";

/** `npm run test:panel`: the panel's page in Chromium, under the policy that VS Code gives it. Needs Chromium, so it is no part of `npm test`. */
export default defineConfig({
  test: {
    name: "panel",
    include: ["test/panel/**/*.test.ts"],
    ...patient,
  },
});
