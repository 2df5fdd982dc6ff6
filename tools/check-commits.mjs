// `npm run check:commits`: whether the messages of new commits read as a story. Merge commits have git's own words.
import { spawnSync } from "node:child_process";
import path from "node:path";
import process from "node:process";
import { commitProblems } from "../test/repository/code/commit-message.ts";

const root = path.resolve(import.meta.dirname, "..");
/** The last commit that was not checked. A fresh clone of CI has no branch to compare with; one that is shallow has only newer commits. */
const last = "4098744a97628f182f554d43005a05c5c6717c9d";

const isShallow = git(["rev-parse", "--is-shallow-repository"])?.trim();
if (isShallow === undefined) {
  console.log("This is no clone: there are no commits to check.");
  process.exit();
}
if (isShallow === "true") console.log("The clone is shallow: only the commits that it has are checked.");
const hasLast = git(["merge-base", "--is-ancestor", last, "HEAD"]) !== undefined;
const log = git(["log", "--no-merges", "-z", "--format=%h%n%B", hasLast ? `${last}..HEAD` : "HEAD"]) ?? "";
const commits = log.split("\0").filter((text) => text !== "");
const problems = commits.flatMap((text) => {
  const [hash = "", ...lines] = text.split("\n");
  const message = lines.join("\n").trimEnd();
  return commitProblems(message).map((problem) => `${hash} ${lines[0]}\n  ${problem}`);
});
for (const problem of problems) console.error(problem);
console.log(`New commits: ${commits.length}, problems of their messages: ${problems.length}`);
process.exitCode = problems.length === 0 ? 0 : 1;

/** What git prints; undefined where it fails. @param {readonly string[]} args */
function git(args) {
  const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 100_000_000 });
  return status === 0 ? stdout : undefined;
}
