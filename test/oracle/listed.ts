// Differences that stay, each with its reason; docs/where-we-differ.md has them for users.

const listed: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^(?:missing|too many) spec\.schedule Invalid/, "what is wrong with a schedule is said in our own words"],
  [
    /timeZone Invalid (?:is a directory|unknown time zone )/,
    "a folder of time zones is a directory only where one is installed",
  ],
  [/^(?:missing|too many) .*labels\[\] Invalid must be '00000000-/, "the UID of an object that is not there yet"],
  [
    /annotations Invalid (?:cannot be read as a list|.*looking for beginning of|json: |unexpected end|invalid character)/,
    "tolerations in an annotation are read by another reader",
  ],
  [
    /annotations.* Invalid must (?:be a valid seccomp profile|be a relative path|not contain '\.\.')/,
    "the server writes the key of that annotation after a point",
  ],
  [/spec\.resources\.requests(?:\.storage|\[\]) Forbidden field can not/, "the server writes this key after a point"],
];

export function isListed(line: string): boolean {
  return listed.some(([pattern]) => pattern.test(line));
}
