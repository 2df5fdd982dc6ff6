// Differences that stay, each with its reason; ARCHITECTURE.md has them under "Where we differ".

const listed: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^(?:missing|too many) spec\.schedule Invalid/, "what is wrong with a schedule is said in our own words"],
];

export function isListed(line: string): boolean {
  return listed.some(([pattern]) => pattern.test(line));
}
