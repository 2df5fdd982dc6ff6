// Vitest and editors look for it here.
export { default } from "./test/config/vitest.config.ts";
