import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { recordedDumps, recordedPod } from "../observation/recorded-pods.ts";
import { mixedNames, readRecording, recordingNames } from "../timelines/recording.ts";
import type { PrintedDescribe } from "./model.ts";

// Writes what kubectl's own printer makes of recorded pods, at moments drawn by a seed: `node test/truth/describes/print.ts PROGRAM`, with
// the program that `go build` makes of ./go. `PROGRAM 0.29 8` prints a describe of each 8th recording with that kubectl, of which
// `go get k8s.io/kubectl@v0.29.15` in a copy of ./go makes the program. Ages count from now, so each dump is moved to now before it is printed.

const program = process.argv[2] ?? "";
const version = process.argv[3];
/** Of so many recordings, one is printed. */
const share = Number(process.argv[4] ?? 1);

let seed = 3;
function draw(): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
}

const printer = spawn(program, { stdio: ["pipe", "pipe", "inherit"] });
let buffered = "";
let answer: ((text: string) => void) | undefined;
printer.stdout.setEncoding("utf8").on("data", (chunk: string) => {
  buffered += chunk;
  const end = buffered.indexOf("\f");
  if (end === -1) return;
  answer?.(buffered.slice(0, end));
  buffered = buffered.slice(end + 1);
});

function print(input: unknown): Promise<string> {
  return new Promise((resolve) => {
    answer = resolve;
    printer.stdin.write(`${JSON.stringify(input)}\n`);
  });
}

const iso = /\b(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)/g;

function movedBy(value: unknown, ms: number): unknown {
  return JSON.parse(
    JSON.stringify(value).replace(iso, (text) => new Date(Date.parse(text) + ms).toISOString().replace(".000Z", "Z")),
  );
}

const probeDefaults = {
  initialDelaySeconds: 0,
  timeoutSeconds: 1,
  periodSeconds: 10,
  successThreshold: 1,
  failureThreshold: 3,
};

/** As the API server stores it: the printer prints the fields as they are. */
function defaulted(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (key, part) => {
    if (typeof part !== "object" || part === null) return part;
    if (/^(?:liveness|readiness|startup)Probe$/.test(key)) return { ...probeDefaults, ...part };
    return part;
  });
}

const printed: PrintedDescribe[] = [];
for (const [position, name] of [...recordingNames, ...mixedNames].entries()) {
  if (position % share !== 0) continue;
  if (/^(?:rac-loop-instant|new-sandbox-)/.test(name)) continue;
  const recording = readRecording(name);
  for (const [index, run] of recording.runs.entries()) {
    const dumps = recordedDumps(recording, run);
    const { runs } = recordedPod(recording, run);
    const dump = dumps.length > 2 ? dumps[2 + Math.floor(draw() * (dumps.length - 2))] : undefined;
    if (dump !== undefined) {
      // Whole seconds stay whole.
      const takenMs = Date.now();
      const byMs = Math.floor((takenMs - dump.atMs) / 1000) * 1000;
      const text = await print({ pod: defaulted(movedBy(dump.pod, byMs)), events: movedBy(dump.events, byMs) });
      printed.push({
        name: `${name}/${index}`,
        text,
        takenMs,
        pod: movedBy(dump.pod, byMs),
        causes: runs.map(({ container, number, cause, startedMs }) => ({
          container,
          number,
          cause: startedMs <= dump.atMs ? cause : undefined,
        })),
      });
    }
  }
}
printer.stdin.end();
writeFileSync(
  new URL(`../../fixtures/describes${version === undefined ? "" : `-${version}`}.json.gz`, import.meta.url),
  gzipSync(JSON.stringify(printed), { level: 9 }),
);
process.stdout.write(`${printed.length} describes\n`);
