import { expect, test } from "vitest";
import { type CheckCounts, checkSummary } from "../../../client/commands/check-summary.ts";

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
  [{ errors: 12, warnings: 3, filesWithProblems: 40 }, "12 errors, 3 warnings in 40 files. Checked 1,158 files in 6s."],
  [
    { errors: 1, warnings: 1, notes: 1, filesWithProblems: 1, filesLookedAt: 1, tookMs: 80 },
    "1 error, 1 warning, 1 note in 1 file. Checked 1 file in 1s.",
  ],
  [{ notes: 4, filesWithProblems: 2 }, "4 notes in 2 files. Checked 1,158 files in 6s."],
  [{}, "No problems. Checked 1,158 files in 6s."],
  [
    { filesUnread: 2 },
    "No problems. Checked 1,158 files in 6s. Skipped 2 files that are unreadable or larger than 4 MB.",
  ],
  [{ filesLookedAt: 0 }, "The workspace contains no YAML or JSON files."],
])("%o", (counts, summary) => {
  expect(checkSummary({ ...nothing, ...counts })).toBe(summary);
});
