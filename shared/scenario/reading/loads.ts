import { replicasMax } from "../limits.ts";
import type { SharedLoad } from "../model.ts";
import type { Read } from "./duration.ts";
import { isComma } from "./problem.ts";
import { readExactTime } from "./range.ts";
import { complain, type Reader, shown, silently, want } from "./reader.ts";
import { example, word } from "./wanted.ts";

/** How many pods are ready, and the others that follow: `with 4 ready, 1.3s with 3`. */
export interface LoadsText {
  readonly ready: number;
  readonly others: readonly SharedLoad[];
}

const loadsMax = 20;
const podsExample = [example("4", "ready pods", "a number of ready pods")];

/** Reads `with 4 ready, 1.3s with 3`: `ready` is said once at least, and the numbers descend. */
export function readLoads(reader: Reader, index: number): Read<LoadsText> | undefined {
  const first = readReady(reader, index);
  if (first === undefined) return undefined;
  const others: SharedLoad[] = [];
  let end = first.index;
  while (others.length < loadsMax) {
    const next = readNext(reader, end);
    if (next === undefined) break;
    if (next.value.ready >= (others.at(-1)?.ready ?? first.value)) return notFewer(reader, next.index);
    others.push(next.value);
    end = next.index;
  }
  return { value: { ready: first.value, others }, index: end };
}

/** Reads `with 4 ready`. */
function readReady(reader: Reader, index: number): Read<number> | undefined {
  want(reader, index, [word("with", "how many pods of its workload are ready")]);
  if (reader.tokens[index]?.lower !== "with") return undefined;
  want(reader, index + 1, podsExample);
  const token = reader.tokens[index + 1];
  if (token?.kind !== "word" || !/^\d{1,9}$/.test(token.text)) return undefined;
  const value = Number(token.text);
  if (value < 1 || value > replicasMax) {
    const message = `A number of ready pods must be between 1 and ${replicasMax}, not ${shown(token.text)}.`;
    complain(reader, index + 1, { token, message });
    return undefined;
  }
  want(reader, index + 2, [word("ready", "pods of its workload")]);
  return { value, index: reader.tokens[index + 2]?.lower === "ready" ? index + 3 : index + 2 };
}

/** Reads `, 1.3s with 3`. A comma may as well begin the next clause. */
function readNext(reader: Reader, index: number): Read<SharedLoad> | undefined {
  const comma = reader.tokens[index];
  if (comma === undefined || !isComma(comma)) return undefined;
  const time = readExactTime(silently(reader), index + 1);
  if (time === undefined || reader.tokens[time.index]?.lower !== "with") return undefined;
  const ready = readReady(reader, time.index);
  return ready && { value: { ready: ready.value, latencyMs: time.value }, index: ready.index };
}

function notFewer(reader: Reader, end: number): undefined {
  const token = reader.tokens[end - 1];
  const message = "Fewer pods are ready each time: use a smaller number than before.";
  if (token !== undefined) complain(reader, end, { token, message });
  return undefined;
}
