/**
 * Words of clauses, which can be an exec command only in quotes. What writes a scenario needs them without the clauses; a test
 * compares them with the clauses.
 */
export const reservedWords: ReadonlySet<string> = new Set([
  ...["after", "answers", "be", "breaks", "cannot", "completes", "crashes", "create", "created", "during", "every"],
  ...["exits", "fails", "for", "hangs", "ignores", "image", "in", "missing", "needs", "oom", "redirects", "runs"],
  ...["sigterm", "start", "started", "starts", "stops", "takes", "then", "times", "to", "until", "while", "with", "x"],
]);
