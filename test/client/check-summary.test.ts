import { expect, test } from "vitest";
import { type CheckCounts, checkSummary } from "../../client/check-summary.ts";

const nothing: CheckCounts = {
  errors: 0,
  warnings: 0,
  notes: 0,
  filesWithProblems: 0,
  filesLookedAt: 1158,
  filesUnread: 0,
  tookMs: 6200,
};

test.each<[Partial<CheckCounts>, string]>([
  [
    { errors: 12, warnings: 3, filesWithProblems: 40 },
    "12 errors and 3 warnings in 40 files, 1,158 files looked at in 6s.",
  ],
  [
    { errors: 1, warnings: 1, notes: 1, filesWithProblems: 1, filesLookedAt: 1, tookMs: 80 },
    "1 error, 1 warning and 1 note in 1 file, 1 file looked at in 1s.",
  ],
  [{ notes: 4, filesWithProblems: 2 }, "4 notes in 2 files, 1,158 files looked at in 6s."],
  [{}, "No problems, 1,158 files looked at in 6s."],
  [{ filesUnread: 2 }, "No problems, 1,158 files looked at in 6s. 2 files could not be read, or held more than 4 MB."],
  [{ filesLookedAt: 0 }, "There are no YAML or JSON files in the workspace."],
])("%o", (counts, summary) => {
  expect(checkSummary({ ...nothing, ...counts })).toBe(summary);
});
