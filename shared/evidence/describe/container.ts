import { containerKeys, type DescribeLine } from "./lines.ts";
import { readProbe } from "./probe.ts";
import { isoTime } from "./time.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A container of a describe: its part of the spec, its status, and what could not be read of it. */
export interface DescribedContainer {
  readonly name: string;
  readonly spec: Fields;
  /** Undefined before the kubelet has reported one. */
  readonly status: Fields | undefined;
  readonly problems: readonly string[];
  /** Its last lines are not there: kubectl prints the environment of each, below the probes. */
  readonly isCut: boolean;
}

/** What stands under a key, with its value. */
interface Entry {
  readonly key: string;
  readonly value: string;
  readonly lines: readonly DescribeLine[];
}

/** Reads the lines below a container's name. `keyIndent`: that of its keys; undefined if the text has lost its indents. */
export function readContainer(
  name: string,
  lines: readonly DescribeLine[],
  keyIndent: number | undefined,
): DescribedContainer {
  const problems: string[] = [];
  const entries = entriesOf(lines, keyIndent);
  const one = (key: string): Entry | undefined => {
    const found = entries.filter((entry) => entry.key === key);
    if (found.length < 2) return found[0];
    // A message or an argument of the program imitates it: which one is kubectl's nobody can tell.
    problems.push(`${key} of ${name} stands ${found.length} times and is not used`);
    return undefined;
  };
  const spec = { name, image: one("Image")?.value ?? "unknown", ...resourcesOf(one), ...probesOf(one, name, problems) };
  const isCut = !entries.some(({ key }) => key === "Environment" || key === "Mounts");
  return { name, spec, status: statusOf({ one, name, problems }), problems, isCut };
}

/** Reads what is left of a container without its first lines. The first that is left may have lost its indent. */
export function readCutContainer(name: string, lines: readonly DescribeLine[]): DescribedContainer {
  const [first, ...rest] = lines;
  const indent = rest.find(({ key }) => key === "Restart Count")?.indent ?? 0;
  const whole = first === undefined ? [] : [{ ...first, indent: Math.max(first.indent, indent) }, ...rest];
  const isFlat = rest.every((line) => line.indent <= indent);
  return readContainer(name, whole, isFlat ? undefined : indent);
}

function entriesOf(lines: readonly DescribeLine[], keyIndent: number | undefined): readonly Entry[] {
  const entries: { key: string; value: string; lines: DescribeLine[] }[] = [];
  for (const line of lines) {
    const isKey = line.key !== undefined && containerKeys.has(line.key) && (keyIndent ?? line.indent) === line.indent;
    if (isKey && line.key !== undefined) entries.push({ key: line.key, value: line.value, lines: [] });
    else entries.at(-1)?.lines.push(line);
  }
  return entries;
}

type One = (key: string) => Entry | undefined;

interface Reading {
  readonly one: One;
  readonly name: string;
  readonly problems: string[];
}

function statusOf(reading: Reading): Fields | undefined {
  const { one, name, problems } = reading;
  const state = one("State");
  if (state === undefined) return undefined;
  const restarts = /^\d{1,9}$/.exec(one("Restart Count")?.value ?? "")?.[0];
  const last = one("Last State");
  const present = stateOf(state, reading);
  const before = last && stateOf(last, reading);
  if (present === undefined) return undefined;
  if (restarts === undefined) {
    problems.push(`The restart count of ${name} is cut off`);
    return undefined;
  }
  const ready = one("Ready")?.value === "True";
  return {
    name,
    ready,
    // A describe does not say it. What is ready has started.
    started: ready,
    restartCount: Number(restarts),
    state: present,
    ...(before && { lastState: before }),
    image: one("Image")?.value ?? "",
    imageID: "",
  };
}

function stateOf({ key, value, lines }: Entry, { name, problems }: Reading): Fields | undefined {
  const at = (wanted: string): string | undefined => {
    const found = lines.filter((line) => line.key === wanted);
    if (found.length > 1)
      problems.push(`${wanted} of the ${key.toLowerCase()} of ${name} stands more than once and is not used`);
    return found.length === 1 ? found[0]?.value : undefined;
  };
  switch (value) {
    case "Running":
      return { running: { startedAt: isoTime(at("Started")) } };
    case "Waiting":
      return { waiting: { reason: at("Reason") } };
    case "Terminated": {
      const code = at("Exit Code");
      if (code === undefined || !/^-?\d{1,10}$/.test(code)) {
        problems.push(`The exit code in the ${key.toLowerCase()} of ${name} cannot be read`);
        return undefined;
      }
      const times = { startedAt: isoTime(at("Started")), finishedAt: isoTime(at("Finished")) };
      return { terminated: { exitCode: Number(code), reason: at("Reason"), ...times } };
    }
    default:
      problems.push(`The ${key.toLowerCase()} of ${name} is cut off`);
      return undefined;
  }
}

function probesOf(one: One, name: string, problems: string[]): Fields {
  const found: Record<string, unknown> = {};
  for (const key of ["Liveness", "Readiness", "Startup"]) {
    const entry = one(key);
    if (entry === undefined) continue;
    const probe = readProbe(entry.value);
    if (probe === undefined) problems.push(`The ${key.toLowerCase()} probe of ${name} is cut off`);
    else found[`${key.toLowerCase()}Probe`] = probe;
  }
  return found;
}

const quantity = /^\d{1,18}(?:\.\d{1,9})?(?:[numkMGTPE]|[KMGTPE]i)?$/;

function resourcesOf(one: One): Fields {
  const listed = (key: string): Fields => {
    const pairs = (one(key)?.lines ?? []).flatMap((line) =>
      (line.key === "cpu" || line.key === "memory") && quantity.test(line.value) ? [[line.key, line.value]] : [],
    );
    return Object.fromEntries(pairs);
  };
  const [limits, requests] = [listed("Limits"), listed("Requests")];
  const isEmpty = Object.keys(limits).length + Object.keys(requests).length === 0;
  return isEmpty ? {} : { resources: { limits, requests } };
}
