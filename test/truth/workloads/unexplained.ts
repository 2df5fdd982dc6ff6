/** Scenarios of a file of recordings that are not explained; ARCHITECTURE.md names them and says why. */
export const unexplained: Readonly<Record<string, readonly string[]>> = {};
