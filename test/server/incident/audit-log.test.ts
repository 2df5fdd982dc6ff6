import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { readAuditFile } from "../../../server/cli/files/audit-file.ts";
import { incidentJson } from "../../../server/exports/incident-json.ts";
import { incidentMarkdown } from "../../../server/exports/incident-markdown.ts";
import { readInput } from "../../../server/incident/read-input.ts";
import { incidentOf } from "../../../shared/evidence/incident.ts";
import { explainPod } from "../../../shared/incident/index.ts";
import { defaultAssumptions } from "../../../shared/kubernetes/assumptions.ts";

// What an audit log of an API server says of pods: their states by the patches of the kubelet, and who asked for what.

const kubelet = "system:node:node-a";

interface Asked {
  readonly verb: string;
  readonly subresource?: string;
  readonly user?: string;
  readonly at: string;
  readonly code?: number;
  readonly body?: object;
  readonly more?: object;
}

function line({ verb, subresource, user = kubelet, at, code = 200, body, more }: Asked): string {
  return JSON.stringify({
    kind: "Event",
    apiVersion: "audit.k8s.io/v1",
    level: body === undefined ? "Metadata" : "Request",
    stage: "ResponseComplete",
    requestURI: `/api/v1/namespaces/shop/pods/web-0${subresource === undefined ? "" : `/${subresource}`}`,
    verb,
    user: { username: user },
    userAgent: "kubelet/v9.9.9 I am alice",
    objectRef: { resource: "pods", namespace: "shop", name: "web-0", apiVersion: "v1", subresource },
    responseStatus: { code },
    requestObject: body,
    requestReceivedTimestamp: `2026-03-01T${at}.000000Z`,
    stageTimestamp: `2026-03-01T${at}.004000Z`,
    ...more,
  });
}

const spec = {
  terminationGracePeriodSeconds: 30,
  containers: [
    { name: "web", image: "web:1", env: [{ name: "PASSWORD", value: "correct-horse" }], args: ["--key=correct-horse"] },
  ],
};

function status(containers: object, more: object = {}): object {
  return {
    metadata: { uid: "u1" },
    status: {
      "$setElementOrder/conditions": [{ type: "Ready" }],
      containerStatuses: [{ name: "web", image: "web:1", imageID: "", ...containers }],
      ...more,
    },
  };
}

const running = (at: string, restartCount = 0, lastState: object = {}): object =>
  status({
    restartCount,
    lastState,
    ready: true,
    started: true,
    state: { running: { startedAt: `2026-03-01T${at}Z` } },
  });
const ended = (from: string, until: string, exitCode: number): object => ({
  terminated: {
    exitCode,
    reason: "Error",
    startedAt: `2026-03-01T${from}Z`,
    finishedAt: `2026-03-01T${until}Z`,
    message: "correct-horse",
  },
});

const created = line({
  verb: "create",
  user: "system:serviceaccount:kube-system:statefulset-controller",
  at: "10:00:00",
  code: 201,
  body: { metadata: { name: "web-0" }, spec },
});
const bound = line({
  verb: "create",
  subresource: "binding",
  user: "system:kube-scheduler",
  at: "10:00:00",
  code: 201,
  body: { target: { name: "node-a" } },
});
const start = line({ verb: "patch", subresource: "status", at: "10:00:02", body: running("10:00:01") });
const crash = line({
  verb: "patch",
  subresource: "status",
  at: "10:05:01",
  body: status({ restartCount: 0, state: ended("10:00:01", "10:05:00", 3), ready: false, started: false }),
});
const eviction = (code: number, at: string, more: object = {}) =>
  line({
    verb: "create",
    subresource: "eviction",
    user: "alice@example.com",
    at,
    code,
    body: { deleteOptions: {} },
    more,
  });
const killed = line({
  verb: "patch",
  subresource: "status",
  at: "10:10:31",
  body: status({ restartCount: 0, state: ended("10:00:01", "10:10:30", 137), ready: false, started: false }),
});

function explained(...lines: readonly string[]) {
  const incident = incidentOf([readInput("audit.log", lines.join("\n"), undefined)]);
  const pods = incident.pods.map((pod) => explainPod(pod, defaultAssumptions()));
  return {
    pods,
    text: JSON.stringify(incidentJson(incident, pods)) + incidentMarkdown(pods),
    notes: incident.inputs.flatMap(({ notes }) => notes),
  };
}

const timeline = (lines: readonly string[]) => explained(...lines).pods[0]?.timeline.map(({ text }) => text);

it("follows a pod by the patches of its kubelet", () => {
  const { pods, text } = explained(created, bound, start, crash);
  expect(pods[0]?.timeline.map(({ text: said }) => said)).toEqual([
    "created by system:serviceaccount:kube-system:statefulset-controller",
    "bound to node-a by system:kube-scheduler",
    "run 1 started",
    "run 1 ended: its program exited with 3 after 4m59s",
  ]);
  expect(text).not.toContain("correct-horse");
  expect(text).not.toContain("I am alice");
});

it("says who had a pod evicted, and that this ended its last run", () => {
  const [pod] = explained(created, start, eviction(201, "10:10:00"), killed).pods;
  expect(pod?.runs[0]?.cause).toMatchObject({
    by: "disruption",
    certainty: "told",
    rule: "audit",
    text: "stopped with its pod, evicted by alice@example.com",
  });
});

it("names nobody for a kill before the eviction, and nobody for a crash after it", () => {
  const late = explained(created, start, killed, eviction(201, "10:20:00")).pods[0];
  expect(late?.runs[0]?.cause?.rule).not.toBe("audit");
  const early = explained(created, start, eviction(201, "10:04:59"), crash).pods[0];
  expect(early?.runs[0]?.cause).toMatchObject({ by: "program", rule: "exit" });
});

it("counts evictions that a budget refuses, and none that was only tried", () => {
  const refused = ["10:10:00", "10:10:05", "10:10:10"].map((at) => eviction(429, at));
  const dryRun = eviction(201, "10:10:11", { requestURI: "/api/v1/namespaces/shop/pods/web-0/eviction?dryRun=All" });
  const dryBody = line({ verb: "delete", user: "bob", at: "10:10:12", body: { dryRun: ["All"] } });
  const started = line({ verb: "delete", user: "bob", at: "10:10:12", more: { stage: "RequestReceived" } });
  expect(timeline([created, start, ...refused, dryRun, dryBody, started])).toEqual([
    "created by system:serviceaccount:kube-system:statefulset-controller",
    "run 1 started",
    "eviction refused, as budgets ask for by alice@example.com (x3 in 10s)",
  ]);
});

it("names who impersonates, and whom", () => {
  const text = timeline([
    created,
    start,
    line({ verb: "delete", user: "root", at: "10:10:00", more: { impersonatedUser: { username: "bob" } } }),
  ]);
  expect(text).toContain("deleted by bob (impersonated by root)");
});

it("keeps two pods of one name apart", () => {
  const gone = line({ verb: "delete", at: "10:11:00", body: { gracePeriodSeconds: 0 } });
  const next = [
    line({
      verb: "create",
      user: "system:serviceaccount:kube-system:statefulset-controller",
      at: "10:11:01",
      code: 201,
      body: { metadata: { name: "web-0" }, spec },
    }),
    line({
      verb: "patch",
      subresource: "status",
      at: "10:11:03",
      body: { ...running("10:11:02"), metadata: { uid: "u2" } },
    }),
  ];
  const { pods } = explained(created, start, killed, gone, ...next);
  expect(pods.map(({ uid, headline }) => [uid, headline?.includes("deleted")])).toEqual([
    ["u1", true],
    ["u2", false],
  ]);
});

it("guesses no probe and no program where no body has the spec", () => {
  const [pod] = explained(start, crash).pods;
  expect(pod?.runs[0]?.cause).toMatchObject({ certainty: "possible", rule: "exit" });
  expect(pod?.unexplained.join(" ")).toContain("The audit log does not say the probes");
  expect(pod?.fit).toBeUndefined();
});

it("merges conditions by type, and takes lists of containers whole", () => {
  const one = line({
    verb: "patch",
    subresource: "status",
    at: "10:00:03",
    body: status(
      { restartCount: 0, state: { running: { startedAt: "2026-03-01T10:00:01Z" } } },
      {
        conditions: [
          { type: "Ready", status: "False" },
          { type: "PodScheduled", status: "True" },
        ],
        phase: "Running",
      },
    ),
  });
  const two = line({
    verb: "patch",
    subresource: "status",
    at: "10:00:09",
    body: {
      metadata: { uid: "u1" },
      status: {
        conditions: [
          { type: "Ready", status: "True" },
          { $patch: "delete", type: "PodScheduled" },
        ],
        reason: null,
      },
    },
  });
  const { pods } = readInput("a", [created, one, two].join("\n"), undefined);
  expect(pods.at(-1)?.object["status"]).toMatchObject({
    phase: "Running",
    conditions: [{ type: "Ready", status: "True" }],
  });
  expect(pods.at(-1)?.object["status"]).toMatchObject({ containerStatuses: [{ name: "web", restartCount: 0 }] });
});

it("reads a file line by line as it reads a text, with lines that are broken, too long, of no object, or cut off", async () => {
  const folder = mkdtempSync(join(tmpdir(), "audit-"));
  try {
    const path = join(folder, "audit.log");
    const other = line({ verb: "get", at: "10:00:01" });
    const none = JSON.stringify({
      kind: "Event",
      apiVersion: "audit.k8s.io/v1",
      stage: "ResponseComplete",
      requestURI: "/healthz",
      verb: "get",
    });
    const long = line({ verb: "patch", at: "10:00:01", user: "carol", body: { pad: "x".repeat(3 << 20) } });
    const broken = created.slice(0, -40).concat("correct-horse");
    const pad = Array.from({ length: 3000 }, () => none);
    writeFileSync(
      path,
      [
        none,
        created,
        ...pad,
        bound,
        long,
        broken,
        other,
        start,
        ...pad,
        eviction(201, "10:10:00"),
        killed.slice(0, -30),
      ].join("\n"),
    );
    const read = await readAuditFile(path, undefined);
    expect(read?.notes).toEqual([
      `${path}:3005: this line cannot be read.`,
      `${path}:6009: this line cannot be read.`,
      `${path}: 1 line is longer than 1 MiB and left out.`,
    ]);
    const text = readInput(path, [created, bound, start, eviction(201, "10:10:00")].join("\n"), undefined);
    const plain = ({ acts, pods }: NonNullable<typeof read>) => [
      acts.map(({ act }) => act),
      pods.map(({ object }) => object),
    ];
    expect(read && plain(read)).toEqual(plain(text));
    expect((await readAuditFile(path, "web-1"))?.acts).toEqual([]);
    writeFileSync(path, "kind: Pod\n");
    expect(await readAuditFile(path, undefined)).toBeUndefined();
    expect(await readAuditFile(join(folder, "missing"), undefined)).toBeUndefined();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it("never throws on a line of another shape", () => {
  const values = [
    null,
    3,
    "x",
    [],
    {},
    { objectRef: { resource: "pods" } },
    { status: { containerStatuses: { name: 1 } } },
  ];
  for (const value of values)
    for (const key of [
      "requestObject",
      "responseObject",
      "objectRef",
      "user",
      "responseStatus",
      "stageTimestamp",
      "verb",
    ])
      for (const subresource of ["status", "eviction", "binding", undefined])
        for (const verb of ["patch", "create", "delete"]) {
          const base = JSON.parse(
            line({ verb, at: "10:00:00", body: {}, ...(subresource !== undefined && { subresource }) }),
          );
          expect(() => explained(JSON.stringify({ ...base, [key]: value }))).not.toThrow();
        }
});

it("is read where the API server compressed it, as far as it is there", async () => {
  const folder = mkdtempSync(join(tmpdir(), "audit-"));
  try {
    const path = join(folder, "audit-2026-03-01T10-30-00.000.log.gz");
    const lines = [created, bound, start, eviction(201, "10:10:00")];
    // Random names do not compress, so that a cut leaves most of them readable.
    const pad = Array.from({ length: 20_000 }, (_, index) => created.replaceAll("web-0", `a${index}-${index ** 3}`));
    const text = [...lines, ...pad].join("\n");
    const read = async (bytes: Buffer) => {
      writeFileSync(path, bytes);
      const reading = await readAuditFile(path, "web-0");
      return reading && { acts: reading.acts.map(({ act }) => act.is), notes: reading.notes };
    };
    const whole = gzipSync(text);
    const acts = ["created", "bound", "evicted"];
    expect(await read(whole)).toEqual({ acts, notes: [] });
    const cut = await read(whole.subarray(0, whole.length - 1000));
    expect(cut?.acts).toEqual(acts);
    expect(cut?.notes).toEqual([expect.stringMatching(/: the file is cut off after line \d+\.$/)]);
    expect(await read(Buffer.from("no gzip"))).toBeUndefined();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const recorded = (more: object, at: string, verb = "create") =>
  line({
    verb,
    at,
    code: verb === "create" ? 201 : 200,
    body: {
      ...more,
      ...(verb === "create" && {
        ...{ kind: "Event", metadata: { name: "web-0.17aa" }, type: "Normal", reason: "Killing" },
        message: "Container web failed liveness probe, will be restarted",
        involvedObject: { kind: "Pod", name: "web-0", namespace: "shop", uid: "u1", fieldPath: "spec.containers{web}" },
        firstTimestamp: `2026-03-01T${at}Z`,
        lastTimestamp: `2026-03-01T${at}Z`,
        count: 1,
      }),
    },
    more: {
      objectRef: {
        ...{ resource: "events", namespace: "shop", apiVersion: "v1" },
        ...(verb === "patch" && { name: "web-0.17aa" }),
      },
    },
  });

it("says who ended a run by the events that the log has, with the counts of later requests", () => {
  const killed = line({
    verb: "patch",
    subresource: "status",
    at: "10:05:01",
    body: running("10:05:01", 1, ended("10:00:01", "10:05:00", 137)),
  });
  const lines = [created, start, recorded({}, "10:04:30"), killed];
  expect(explained(...lines).pods[0]?.runs[0]).toMatchObject({
    exitCode: 137,
    cause: { by: "liveness", certainty: "told" },
  });
  const again = recorded({ count: 4, lastTimestamp: "2026-03-01T10:20:00Z" }, "10:20:00", "patch");
  const { events } = readInput("audit.log", [...lines, again].join("\n"), undefined);
  expect(events.map(({ event: { count, reason, last } }) => [count, reason, last?.nominalMs])).toEqual([
    [4, "Killing", Date.parse("2026-03-01T10:20:00Z")],
  ]);
});

const collection = (at: string, user: string, namespace = "shop") =>
  line({
    verb: "deletecollection",
    user,
    at,
    more: { objectRef: { resource: "pods", namespace, apiVersion: "v1" } },
  });
const removal = line({ verb: "delete", at: "10:10:31" });

it.each<[about: string, lines: readonly string[], deleted: readonly string[]]>([
  ["one request", [collection("10:10:00", "bob")], ["deleted, with other pods of its namespace, by bob"]],
  [
    "two requests, one of which was for other labels",
    [collection("10:10:00", "bob"), collection("10:10:01", "eve")],
    [],
  ],
  ["another namespace", [collection("10:10:00", "bob", "prod")], []],
  ["before the pod was created", [collection("09:50:00", "bob")], []],
  [
    "a deletion by name",
    [collection("10:10:00", "bob"), line({ verb: "delete", user: "eve", at: "10:10:05" })],
    ["deleted by eve"],
  ],
])("names who deleted pods together only where that is sure: %s", (_, lines, deleted) => {
  const { acts } = readInput("audit.log", [created, start, ...lines, removal].join("\n"), undefined);
  expect(acts.filter(({ act }) => act.is === "deleted").map(({ act }) => `${act.text} by ${act.user}`)).toEqual(
    deleted,
  );
});
