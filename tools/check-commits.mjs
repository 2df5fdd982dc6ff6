// `npm run check:commits`: whether the messages of new commits read as a story. Merge commits have git's own words.
import { spawnSync } from "node:child_process";
import path from "node:path";
import process from "node:process";
import { commitProblems } from "../test/repository/code/commit-message.ts";

const root = path.resolve(import.meta.dirname, "..");
/** The commit that brought this check: those after it follow the rules. A fresh clone of CI has no branch to compare with. */
const check = "tools/check-commits.mjs";

const isShallow = git(["rev-parse", "--is-shallow-repository"])?.trim();
if (isShallow === undefined) {
  console.log("This is no clone: there are no commits to check.");
  process.exit();
}
if (isShallow === "true") console.log("The clone is shallow: only the commits that it has are checked.");
const since = git(["log", "--diff-filter=A", "--no-renames", "-1", "--format=%H", "--", check])?.trim() ?? "";
const log = since === "" ? "" : (git(["log", "--no-merges", "-z", "--format=%h%n%B", `${since}..HEAD`]) ?? "");
const commits = log.split("\0").filter((text) => text !== "");
const problems = commits.flatMap((text) => {
  const [hash = "", ...lines] = text.split("\n");
  const message = lines.join("\n").trimEnd();
  return commitProblems(message).map((problem) => `${hash} ${lines[0]}\n  ${problem}`);
});
for (const problem of problems) console.error(problem);
console.log(`${commits.length} commits, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

/** What git prints; undefined where it fails. @param {readonly string[]} args */
function git(args) {
  const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 100_000_000 });
  return status === 0 ? stdout : undefined;
}
