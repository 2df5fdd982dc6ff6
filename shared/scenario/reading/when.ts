import type { When } from "../model.ts";
import type { Read } from "./duration.ts";
import { readExactTime, readInterval } from "./range.ts";
import { type Reader, want } from "./reader.ts";
import { example, word } from "./wanted.ts";

const wanted = [
  word("during", "only between two times, counted from when the kubelet first sees the pod"),
  word("until", "only before a time, counted from when the kubelet first sees the pod"),
  word("while", "only while a dependency is away"),
];
/** Words that a `when` begins with. */
export const whenWords: readonly string[] = wanted.map(({ label }) => label);
const nameExample = [example("database", "a dependency", "the name of a dependency")];
const outageExample = [
  example("database is away", "an outage of what containers need", 'an outage such as "database is away"'),
];
const awayExamples = [word("is away", "an outage of the dependency")];
/** `down` is what some people say. */
const awayWords: ReadonlySet<string> = new Set(["away", "down"]);

/** Reads `during 5m–9m`, `until 4m` or `while database is away`. */
export function readWhen(reader: Reader, index: number): Read<When> | undefined {
  want(reader, index, wanted);
  const first = reader.tokens[index]?.lower;
  if (first === "during") {
    const read = readInterval(reader, index + 1);
    return (
      read && { value: { kind: "during", fromMs: read.value.minMs, untilMs: read.value.maxMs }, index: read.index }
    );
  }
  if (first === "until") {
    const read = readExactTime(reader, index + 1);
    return read && { value: { kind: "during", fromMs: 0, untilMs: read.value }, index: read.index };
  }
  if (first !== "while") return undefined;
  const name = readDependency(reader, index + 1);
  const end = name && readAway(reader, name.index);
  return name && end && { value: { kind: "away", dependency: name.value }, index: end.index };
}

/** Names of what a program needs: letters, digits, and what joins them. */
export function readDependency(reader: Reader, index: number): Read<string> | undefined {
  want(reader, index, nameExample);
  const token = reader.tokens[index];
  const isName = token?.kind === "word" && /^[a-z][a-z0-9._-]{0,62}$/i.test(token.text);
  return isName ? { value: token.text, index: index + 1 } : undefined;
}

/** Reads `database is away`, of which the verb says that it is no other event. */
export function readOutage(reader: Reader, index: number): Read<string> | undefined {
  want(reader, index, outageExample);
  const [is, away] = [reader.tokens[index + 1], reader.tokens[index + 2]];
  const isMeant = is?.lower === "is" && (away === undefined || awayWords.has(away.lower));
  const name = isMeant ? readDependency(reader, index) : undefined;
  const end = name && readAway(reader, name.index);
  return name && end && { value: name.value, index: end.index };
}

/** Reads `is away`. */
function readAway(reader: Reader, index: number): Read<true> | undefined {
  want(reader, index, awayExamples);
  if (reader.tokens[index]?.lower !== "is") return undefined;
  want(reader, index + 1, [word("away", "an outage of the dependency")]);
  return awayWords.has(reader.tokens[index + 1]?.lower ?? "") ? { value: true, index: index + 2 } : undefined;
}
