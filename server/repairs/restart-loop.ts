import type { Refactor } from "./model.ts";
export const restartLoop: Refactor = { fields: ["command", "args"], refactor: () => undefined };
