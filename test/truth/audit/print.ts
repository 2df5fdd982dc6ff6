import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { recordedDumps, recordedPod } from "../observation/recorded-pods.ts";
import { mixedNames, readRecording, recordingNames } from "../timelines/recording.ts";
import type { LoggedIncident } from "./model.ts";

// Writes the audit log of recorded pods at three levels, by the types of the API server and the patches of the kubelet:
// `node test/truth/audit/print.ts PROGRAM`, with the program that `go build` makes of ./go.

const program = process.argv[2] ?? "";
/** Patches of one pod: a loop without end repeats itself. */
const patchesMax = 40;

interface Dump {
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly spec: unknown;
  readonly status: unknown;
}

function dumpOf(value: unknown, name: string): Dump {
  const { metadata, spec, status } = JSON.parse(JSON.stringify(value));
  return { metadata: { ...metadata, name, uid: `uid-of-${name}` }, spec, status };
}

const kubelet = "system:node:node-a";

interface Printed {
  readonly lines: readonly string[];
  readonly incident: LoggedIncident;
}

function printed(name: string, level: string): Printed | undefined {
  const recording = readRecording(name);
  const [run] = recording.runs;
  if (run === undefined) return undefined;
  const podName = name.toLowerCase().replace(/[^a-z0-9-]/g, "-");
  const dumps = recordedDumps(recording, run).slice(0, patchesMax);
  const [first] = dumps;
  const last = dumps.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const created = { ...dumpOf(first.pod, podName), status: {} };
  const asked = (atMs: number, more: object): object => ({
    level,
    atMs: Math.round(atMs),
    code: 200,
    pod: created,
    ...more,
  });
  const requests: object[] = [
    asked(first.atMs - 20, {
      verb: "create",
      user: "system:serviceaccount:kube-system:job-controller",
      code: 201,
      body: created,
    }),
    asked(first.atMs - 10, {
      verb: "create",
      subresource: "binding",
      user: "system:kube-scheduler",
      code: 201,
      body: { target: { name: "node-a" } },
    }),
  ];
  let before: Dump = created;
  for (const { atMs, pod } of dumps) {
    const next = dumpOf(pod, podName);
    const seconds = next.metadata["deletionGracePeriodSeconds"];
    if (seconds !== undefined && before.metadata["deletionGracePeriodSeconds"] === undefined)
      requests.push(
        asked(atMs - 1, {
          verb: "delete",
          user: "alice@example.com",
          pod: { ...next, status: before.status },
          body: { gracePeriodSeconds: seconds },
        }),
      );
    requests.push(asked(atMs, { verb: "patch", subresource: "status", user: kubelet, old: before, pod: next }));
    before = next;
  }
  const { stdout, status, stderr } = spawnSync(program, {
    input: requests.map((request) => JSON.stringify(request)).join("\n"),
    encoding: "utf8",
    maxBuffer: 1 << 30,
  });
  if (status !== 0) throw new Error(`${name}: ${stderr}`);
  const { runs } = recordedPod(recording, run);
  return {
    lines: stdout.trimEnd().split("\n"),
    incident: {
      name: podName,
      runs: runs.flatMap((each) => (each.startedMs <= last.atMs ? [{ ...each, exitedMs: each.exitedMs ?? null }] : [])),
      untilMs: last.atMs,
    },
  };
}

const names = [...recordingNames, ...mixedNames].filter((name) => !/^(?:rac-loop-instant|new-sandbox-)/.test(name));
for (const [level, share] of [
  ["Metadata", 10],
  ["Request", 2],
  ["RequestResponse", 6],
] as const) {
  const all = names.flatMap((name, index) => (index % share === 0 ? (printed(name, level) ?? []) : []));
  const stamp = (line: string): string => /"stageTimestamp":"([^"]+)"/.exec(line)?.[1] ?? "";
  // One log of one cluster: pods of all recordings beside one another.
  const lines = all.flatMap((each) => each.lines).toSorted((one, other) => (stamp(one) < stamp(other) ? -1 : 1));
  const file = { lines, incidents: all.map(({ incident }) => incident) };
  const packed = gzipSync(JSON.stringify(file), { level: 9 });
  writeFileSync(new URL(`../../fixtures/audit/${level}.json.gz`, import.meta.url), packed);
  process.stdout.write(`${level}: ${all.length} pods, ${lines.length} lines, ${packed.length} bytes\n`);
}
