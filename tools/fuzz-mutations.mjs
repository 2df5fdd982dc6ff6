// The mistakes that `npm run fuzz` makes in a text.

const editsMax = 6;
const lengthMax = 400_000;

/** Words at which a reader of YAML, of numbers or of scenarios can stumble. */
const words = [
  ..."null ~ yes 0 -1 1e999 0x7fffffff 010 0o17 1_000 2147483648 9223372036854775808 .nan .inf 1.5 12:30:45".split(" "),
  ...[
    "{}",
    "[]",
    "{",
    "}",
    "[",
    "]",
    '"',
    "'",
    "''",
    "|",
    ">-",
    "|2",
    "&a",
    "*a",
    "!!binary x",
    "<<: *a",
    "?",
    "- - -",
  ],
  ...[
    ":",
    ": ",
    "-",
    "- ",
    "#",
    "---\n",
    "...\n",
    "%YAML 1.1\n",
    "\t",
    "\r",
    "\r\n",
    "{{ .Values.x }}",
    "$(NAME)",
    "$" + "{NAME}",
  ],
  ...["# cadence: crashes after 5s", "# cadence: ready after 1000000h, then hangs", "# cadence: ignore field-type"],
  ...["# cadence: exits 3 x5, then runs", "# cadence: expect restarts < 5 within 90000h", "10s", "1h61m", "-5s", "4Gi"],
  ...["Always", "Never", "OnFailure", "livenessProbe:", "startupProbe: {exec: {command: [a]}}", "restartPolicyRules:"],
];
const characters = [
  "\u0000",
  "\ufeff",
  "\u2028",
  "\u0085",
  "\u00a0",
  "\u200d",
  "\ud83d",
  "\udc00",
  "é",
  "漢",
  "😀",
  "\u001b",
];

/** @typedef {(below: number) => number} Chance An integer from 0 to below the argument. */

/** @param {number} seed @returns {Chance} */
export function createChance(seed) {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** @param {string} text @param {Chance} chance */
export function mutate(text, chance) {
  let mutant = text;
  const edits = 1 + chance(1 + chance(editsMax));
  for (let edit = 0; edit < edits; edit += 1) mutant = oneOf(mutations, chance)(mutant, chance);
  return mutant.slice(0, lengthMax);
}

/** @type {readonly ((text: string, chance: Chance) => string)[]} */
const mutations = [
  ...[splitLines, splitTokens].flatMap((split) => [
    inParts(split, (parts, at) => parts.splice(at, 1)),
    inParts(split, (parts, at, chance) => parts.splice(at, 1 + chance(10))),
    inParts(split, (parts, at) => parts.splice(at, 0, parts[at] ?? "")),
    inParts(split, (parts, at, chance) => parts.splice(at, 0, ...parts.slice(at, at + 1 + chance(20)))),
    inParts(split, (parts, at, chance) => parts.splice(chance(parts.length), 0, ...parts.splice(at, 1 + chance(8)))),
    inParts(split, (parts, at, chance) => swap(parts, at, chance(parts.length))),
    inParts(split, (parts, at) => swap(parts, at, at + 1)),
  ]),
  inParts(splitTokens, (parts, at, chance) => parts.splice(at, 1, oneOf(words, chance))),
  inParts(splitTokens, (parts, at, chance) => parts.splice(at, 0, oneOf(words, chance))),
  inParts(splitLines, (parts, at, chance) =>
    parts.splice(at, 1, `${" ".repeat(chance(9))}${(parts[at] ?? "").trimStart()}`),
  ),
  inParts(splitLines, (parts, at, chance) =>
    parts.splice(at, 1, (parts[at] ?? "").replace("\n", ` ${oneOf(words, chance)}\n`)),
  ),
  inParts(splitTokens, (parts, at, chance) => parts.splice(at, 1, misspell(parts[at] ?? "", chance))),
  (text, chance) => insert(text, chance(text.length + 1), oneOf(characters, chance)),
  (text, chance) => insert(text, chance(text.length + 1), String.fromCodePoint(chance(0x110000))),
  (text, chance) => insert(text, chance(text.length + 1), String.fromCodePoint(32 + chance(95))),
  (text, chance) => text.slice(0, chance(text.length + 1)),
  (text, chance) => text.slice(chance(text.length + 1)),
  (text, chance) => (chance(4) === 0 ? text.replaceAll("\n", "\r\n") : text.replace("\n", "\r")),
];

/**
 * @param {(text: string) => string[]} split
 * @param {(parts: string[], at: number, chance: Chance) => unknown} change
 * @returns {(text: string, chance: Chance) => string}
 */
function inParts(split, change) {
  return (text, chance) => {
    const parts = split(text);
    if (parts.length > 0) change(parts, chance(parts.length), chance);
    return parts.join("");
  };
}

/** @param {string} text */
function splitLines(text) {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** @param {string} text */
function splitTokens(text) {
  return text.match(/[\w.]+|[ \t]+|\s|[^\w\s]/g) ?? [];
}

/** @param {string[]} parts @param {number} left @param {number} right */
function swap(parts, left, right) {
  const [first, second] = [parts[left], parts[right]];
  if (first === undefined || second === undefined) return;
  parts[left] = second;
  parts[right] = first;
}

/** @param {string} word @param {Chance} chance */
function misspell(word, chance) {
  const at = chance(word.length);
  const letter = word[at] ?? "";
  const other = letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase();
  return word.slice(0, at) + (chance(2) === 0 ? other : "") + word.slice(at + 1);
}

/** @param {string} text @param {number} at @param {string} what */
function insert(text, at, what) {
  return text.slice(0, at) + what + text.slice(at);
}

/** @template T @param {readonly T[]} all @param {Chance} chance @returns {T} */
function oneOf(all, chance) {
  const chosen = all[chance(all.length)];
  if (chosen === undefined) throw new Error("there is nothing to choose from");
  return chosen;
}
