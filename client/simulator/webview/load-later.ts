/** The rest of the page's code, which its first picture does not need. */
export type Later = typeof import("./later.ts");

/** The page's other script: it is read with the page, and runs when it is called. */
declare function podCadenceLater(): Later;

/** Runs it behind the first picture. */
export function loadLater(): Promise<Later> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(() => resolve(podCadenceLater())));
  });
}
