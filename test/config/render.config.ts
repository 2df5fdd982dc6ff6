import { defineConfig } from "vitest/config";
import { patient } from "./patient.ts";

/** `npm run test:render`: charts and overlays, rendered by the real Helm and Kustomize. */
export default defineConfig({ test: { name: "render", include: ["test/render/**/*.test.ts"], ...patient } });
