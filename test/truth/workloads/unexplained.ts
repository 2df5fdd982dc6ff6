/**
 * Scenarios of which at least one take is not explained. In the first, which of the ready pods goes differs by the second in
 * which each became ready; in the others the real controllers do not see a Ready that lasts some milliseconds.
 */
export const unexplained: ReadonlySet<string> = new Set([
  "roll-10-prestop",
  "roll-crash-new-minready10",
  "roll-flap-renews-deadline",
]);
