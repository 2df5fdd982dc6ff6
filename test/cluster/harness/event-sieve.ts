import { Transform } from "node:stream";
import * as z from "zod/mini";

const eventSchema = z.looseObject({ involvedObject: z.object({ uid: z.optional(z.string()) }) });
const listSchema = z.looseObject({ items: z.array(z.unknown()) });
const wordSchema = z.looseObject({ type: z.string(), object: z.unknown() });

/** Lets so many events of each pod through, as if the API had lost all after them. */
export class EventSieve {
  readonly #max: number;
  readonly #passed = new Map<string, number>();

  constructor(max: number) {
    this.#max = max;
  }

  /** For the body of a list, which is read whole, or of a watch, line by line. */
  stream(isWatch: boolean): Transform {
    let text = "";
    const sieve = this;
    return new Transform({
      transform(chunk: Buffer, _, done) {
        text += chunk.toString("utf8");
        if (!isWatch) return done();
        const lines = text.split("\n");
        text = lines.pop() ?? "";
        done(null, lines.map((line) => sieve.#wordOf(line)).join(""));
      },
      flush(done) {
        done(null, isWatch ? text : sieve.#listOf(text));
      },
    });
  }

  #wordOf(line: string): string {
    const { data } = wordSchema.safeParse(JSON.parse(line));
    const isLost = data?.type !== "ERROR" && data?.type !== "BOOKMARK" && !this.#passes(data?.object);
    return isLost ? "" : `${line}\n`;
  }

  #listOf(text: string): string {
    const { data } = listSchema.safeParse(JSON.parse(text));
    if (data === undefined) return text;
    return JSON.stringify({ ...data, items: data.items.filter((item) => this.#passes(item)) });
  }

  #passes(event: unknown): boolean {
    const uid = eventSchema.safeParse(event).data?.involvedObject.uid ?? "";
    const passed = (this.#passed.get(uid) ?? 0) + 1;
    this.#passed.set(uid, passed);
    return passed <= this.#max;
  }
}
