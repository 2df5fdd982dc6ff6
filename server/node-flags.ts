import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * For a server, most of whose objects are thrown away at once. A young generation that stays small fits into the processor's cache,
 * and a heap that grows in smaller steps needs two thirds of the memory: `npm run bench` shows both.
 */
export function keepHeapSmall(growingPercent = 175): void {
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString(`--heap-growing-percent=${growingPercent}`);
}

/** How long the first answers to a file take at most: what is run as often after that is worth a better compiler. */
const openingMs = 5000;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * A large file runs nearly all of the code, and most of that only a few hundred times: each function is compiled when it first runs,
 * optimized only when it has run 2,000 times, and at length when the file is open: what that costs is more than it saves meanwhile. A
 * file of 1 MB opens with a fourth less processor time; a small one would need more. The optimizing compilers stay on: what is compiled
 * while one of them is off is never given to it. Other versions of V8 have other names for this.
 */
export function prepareForLargeFile(): void {
  if (!process.versions.v8.startsWith("14.")) return;
  setFlagsFromString("--always-sparkplug");
  setFlagsFromString("--invocation-count-for-maglev=2000");
  setFlagsFromString("--invocation-count-for-turbofan=300000");
  clearTimeout(timer);
  timer = setTimeout(compileAsUsual, openingMs).unref();
}

function compileAsUsual(): void {
  setFlagsFromString("--invocation-count-for-maglev=400");
  setFlagsFromString("--invocation-count-for-turbofan=30000");
}

/**
 * For a call that goes through many files and ends: most of its code runs too rarely to be worth the compiler that takes longest,
 * and what it makes of a file is garbage with the next one. A tenth less processor time, and a third less memory.
 */
export function prepareForManyFiles(): void {
  keepHeapSmall();
  if (!process.versions.v8.startsWith("14.")) return;
  setFlagsFromString("--no-opt");
  setFlagsFromString("--invocation-count-for-maglev=1000");
}

/** Gives back what nobody needs any more. Node does so by itself only when something new needs the room. */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("globalThis.gc");
  if (typeof collect === "function") collect({ type: "major", execution: "sync", flavor: "last-resort" });
}
