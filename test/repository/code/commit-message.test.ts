import { expect, test } from "vitest";
import { commitProblems } from "./commit-message.ts";

test.each([
  "Read the status of a Job before its spec",
  "Bring dependencies up to date, and list those that ship",
  "Pass the version of the node on",
  'Revert "Read the status of a Job before its spec"',
  `Read the status of a Job before its spec\n\n${"why ".repeat(25)}`,
  `Name the page\n\nhttps://example.com/${"a".repeat(100)}`,
  `Read ${"x".repeat(67)}`,
])("%j is a good message", (message) => {
  expect(commitProblems(message)).toEqual([]);
});

test.each([
  [`Read ${"x".repeat(68)}`, "The title has 73 letters: at most 72."],
  ["read the status", "The title does not begin with a capital letter."],
  ["Read the status.", "The title ends with a period."],
  ["The status of a Job is read", /begin with a verb .*: The\./],
  ["A Job is read", /begin with a verb .*: A\./],
  ["It reads a Job", /begin with a verb .*: It\./],
  ["Added a test", /begin with a verb .*: Added\./],
  ["Adding a test", /begin with a verb .*: Adding\./],
  ["Adds a test", /begin with a verb .*: Adds\./],
  ["Read a Job\nbecause it says so", "The second line is not empty."],
  [`Read a Job\n\nIt is long.\n${"why ".repeat(26)}`, "Line 4 has more than 100 letters."],
])("%j is not", (message, problem) => {
  expect(commitProblems(message)).toEqual([typeof problem === "string" ? problem : expect.stringMatching(problem)]);
});
