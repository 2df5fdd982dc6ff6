import * as z from "zod/mini";
import { parseDuration } from "../../../shared/basics/read-duration.ts";
import type { Reading } from "../../../shared/evidence/model.ts";
import { type PlacedValue, readObjects } from "../../../shared/evidence/objects.ts";
import type { ClusterChange } from "../../../shared/protocol/cluster.ts";
import { type CommandLine, optionOf, type Parsed } from "../arguments/command-line.ts";
import { connectCluster, slowText } from "../observe/connect-cluster.ts";
import type { ObservedPods } from "../observe/observe-pods.ts";

/** What a cluster showed of the pods of an object. */
interface Watched {
  readonly reading: Reading;
  /** Sentences: what could not be read. */
  readonly notes: readonly string[];
}

/** Reads the pods of the object that is asked for, and watches them for the time of `--for`, or until Ctrl+C. Nothing is written. */
export async function watchPods(line: CommandLine): Promise<Parsed<Watched>> {
  const text = optionOf(line, "for");
  const forMs = text === undefined ? 0 : parseDuration(text);
  if (forMs === undefined || !(forMs >= 0 && forMs <= longestMs))
    return { problem: `invalid value ${text} for --for: use a duration up to 24 days, such as 30m or 6h` };
  const record = new WatchRecord();
  const connected = await connectCluster(line, (change, seen) => record.take(change, seen));
  if ("problem" in connected) return connected;
  const { settles, close, seen } = connected.value;
  const isWhole = await settles();
  if (forMs > 0) await waited(forMs);
  await close();
  const reading = record.reading(line.operands[0] ?? "");
  if (reading.pods.length === 0) return { problem: `no pods of ${line.operands[0]} found` };
  return { value: { reading, notes: [...(isWhole ? [] : [slowText]), ...seen.missing] } };
}

/** Timers count no further. */
const longestMs = 2 ** 31 - 1;

/** Ctrl+C ends the watch, not the command: what was seen counts. */
function waited(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      process.off("SIGINT", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    process.once("SIGINT", end);
  });
}

const uidSchema = z.looseObject({ uid: z.string() });
const podSchema = z.looseObject({ metadata: uidSchema });
const eventSchema = z.looseObject({ involvedObject: uidSchema });

/** Looks and events that are kept. */
const keptMax = 20_000;

interface Kept {
  /** Of the pod. */
  readonly uid: string;
  readonly object: object;
}

/** Each look at the pods that are asked for, and their events. */
class WatchRecord {
  readonly #kept: Kept[] = [];
  readonly #wanted = new Set<string>();

  take({ pods, events }: ClusterChange, seen: ObservedPods): void {
    for (const { uid } of seen.wanted) this.#wanted.add(uid);
    for (const pod of pods) {
      const { success, data } = z.safeParse(podSchema, pod);
      if (success) this.#kept.push({ uid: data.metadata.uid, object: { kind: "Pod", ...data } });
    }
    for (const event of events) {
      const { success, data } = z.safeParse(eventSchema, event);
      if (success) this.#kept.push({ uid: data.involvedObject.uid, object: { kind: "Event", ...data } });
    }
    if (this.#kept.length > 2 * keptMax) this.#kept.splice(0, this.#kept.length - keptMax);
  }

  /** Whose pods they are is known late: their owners come after them. */
  reading(path: string): Reading {
    const own = this.#kept.filter(({ uid }) => this.#wanted.has(uid)).slice(-keptMax);
    return readObjects(
      path,
      own.map(({ object }, index): PlacedValue => ({ value: object, line: index + 1 })),
    );
  }
}
