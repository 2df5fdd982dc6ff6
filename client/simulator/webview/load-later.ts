/** The rest of the page's code, which its first picture does not need. */
export type Later = typeof import("./later.ts");

/** Reads it when the first picture is made. It never fails for good: a page without it is loaded again by its host. */
export function loadLater(): Promise<Later> {
  return import("./later.ts");
}
