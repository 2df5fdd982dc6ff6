import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readInput } from "../../../server/incident/read-input.ts";
import { incidentOf } from "../../../shared/evidence/incident.ts";
import { explainPod } from "../../../shared/incident/index.ts";
import { defaultAssumptions } from "../../../shared/kubernetes/assumptions.ts";

// What `kubectl get pods` prints, as people paste it.

const fixture = (name: string): string =>
  readFileSync(new URL(`../../fixtures/incidents/${name}`, import.meta.url), "utf8");

const rowsOf = (text: string) =>
  readInput("-", text, undefined).rows.map(({ row: { namespace, name, status, ready, containers, restarts } }) =>
    [namespace, name, status, `${ready}/${containers}`, restarts].join(" ").trim(),
  );

const explained = (...texts: readonly string[]) => {
  const { pods } = incidentOf(texts.map((text, index) => readInput(`input-${index}`, text, undefined)));
  return pods.map((pod) => explainPod(pod, defaultAssumptions()));
};

describe("a row", () => {
  it.each<[string, readonly string[]]>([
    ["web-0   1/1   Running   0   4d", ["web-0 Running 1/1 0"]],
    ["web-0   1/1   Running   3 (31s ago)   4d1h", ["web-0 Running 1/1 3"]],
    ["pod/web-0   0/1   Init:0/2   0   4s", ["web-0 Init:0/2 0/1 0"]],
    ["shop   web-0   0/1   Init:CrashLoopBackOff   7 (4m ago)   <invalid>", ["shop web-0 Init:CrashLoopBackOff 0/1 7"]],
    ["web-0 0/1 ExitCode:3 1 8y", ["web-0 ExitCode:3 0/1 1"]],
    ["web-0 1/1 Running 0 5m 10.0.0.1 node-a <none> <none>", ["web-0 Running 1/1 0"]],
    ["web-0 1/1 Running 0 5m fd00::1 node-a <none> <none>", ["web-0 Running 1/1 0"]],
    ["MODIFIED   web-0   0/1   Terminating   0   5m", ["web-0 Terminating 0/1 0"]],
    ["NAME READY STATUS RESTARTS AGE APP\nweb-0 1/1 Running 0 5m shop", ["web-0 Running 1/1 0"]],
  ])("%s", (text, expected) => {
    expect(rowsOf(`${text}\n`)).toEqual(expected);
  });

  it.each([
    // Deployments, StatefulSets, Jobs, and nodes.
    "NAME READY UP-TO-DATE AVAILABLE AGE\nweb 2/3 3 2 5m",
    "NAME READY AGE\nweb 1/1 5m",
    "NAME STATUS COMPLETIONS DURATION AGE\nmigrate Complete 1/1 5s 2m",
    "web 2/3 3 2 5m",
    // Cut off before its last column.
    "web-0 1/1 Running 0",
    "web-0 1/1 Running",
    "web-0 1/1 Running 3 (31s",
    "web-0 1/1 Running 3 (31s ago)",
    "web-0 1/1 Running 0 5",
    // Words that only look like one.
    "web-0 3/1 Running 0 5m",
    "web-0 1/1 Running 0 5m and then it died",
    "web-0 1/1 Running since 5m",
    "Our web-0 1/1 was Running 0 5m",
    "WEB 1/1 Running 0 5m",
    "web-0 1/1 password=hunter2 0 5m",
    // Rows below the header of something else.
    "NAME READY AGE\nweb-0 1/1 Running 0 5m",
    "NAME STATUS\nweb-0 1/1 Running 0 5m",
  ])("is not: %s", (text) => {
    expect(rowsOf(`${text}\n`)).toEqual([]);
  });
});

describe("a table that went through a terminal, a mail, or a chat", () => {
  const plain = (text: string) =>
    explained(text).map(({ timeline, ...pod }) => ({
      ...pod,
      timeline: timeline.map(({ at, text: said }) => ({ at, said })),
      causes: pod.causes.length,
    }));
  const changes: Readonly<Record<string, (text: string) => string>> = {
    indented: (text) => text.replace(/^/gm, "      "),
    quoted: (text) => text.replace(/^/gm, "> "),
    fenced: (text) => `\`\`\`\n${text}\n\`\`\`\n`,
    "of Windows": (text) => text.replaceAll("\n", "\r\n"),
    colored: (text) => text.replace(/^(\S+)/gm, "\u001b[1m$1\u001b[0m"),
    "below words": (text) => `It restarts again and again:\n\n${text}\n\nWhat can I do?\n`,
    "with blanks instead of columns": (text) => text.replace(/ {2,}/g, " "),
    "without headers": (text) => text.replace(/^NAME.*READY.*\n/gm, "").replace(/^NAME +READY +UP[\s\S]*?\n\n/m, ""),
  };
  for (const name of ["pods-watch.txt", "pods-wide.txt"])
    it.each(Object.entries(changes))(`${name} %s`, (_, change) => {
      expect(plain(change(fixture(name)))).toEqual(plain(fixture(name)));
    });

  it("never says another state when it is cut anywhere", () => {
    const text = fixture("pods-watch.txt");
    const whole = new Set(rowsOf(text));
    for (let length = 0; length < text.length; length += 1)
      for (const row of rowsOf(text.slice(0, length))) expect(whole).toContain(row);
  });

  it("takes an age that may be cut off for a longer one", () => {
    const ages = (text: string) => readInput("-", text, undefined).rows.map(({ row }) => row.age);
    expect(ages("web-0 1/1 Running 0 2m\n")).toEqual([{ nominalMs: 120_000, earliestMs: 120_000, latestMs: 120_999 }]);
    expect(ages("web-0 1/1 Running 0 2m")).toEqual([{ nominalMs: 120_000, earliestMs: 120_000, latestMs: 179_999 }]);
  });
});

it("counts times from the creation where an object says when that was", () => {
  const pod = JSON.stringify({
    kind: "Pod",
    metadata: { name: "api", uid: "1", creationTimestamp: "2026-03-01T10:00:00Z" },
    spec: { containers: [{ name: "api", image: "a:1" }] },
    status: { phase: "Running", containerStatuses: [] },
  });
  const [found, ...others] = explained(pod, "NAME READY STATUS RESTARTS AGE\napi 0/1 Error 0 35s\n");
  expect(others).toEqual([]);
  expect(found?.timeline.map(({ at, text }) => [new Date(at.nominalMs).toISOString(), text])).toEqual([
    ["2026-03-01T10:00:00.000Z", "created"],
    ["2026-03-01T10:00:35.000Z", "run 1 has ended: failed; the table does not say the exit code"],
  ]);
});

it("keeps pods of one name apart that follow each other, and rows of generated names in any order", () => {
  const [one] = explained("web-0 1/1 Running 9 4d\nweb-0 0/1 Pending 0 0s\n");
  expect(one?.headline).toBe("Pending, 0 of 1 ready, 0 restarts");
  const [other] = explained("web-x2x7k 1/1 Running 9 (5m ago) 4h\n\nweb-x2x7k 1/1 Running 2 (5m ago) 1h\n");
  expect(other?.headline).toBe("Running, 1 of 1 ready, 9 restarts");
});

it("looks at long text once", () => {
  for (const part of ["web-0 ", "1/1 ", "web-0 1/1 Running 0 5m\n", "NAME READY STATUS RESTARTS AGE\n", "> "])
    expect(readInput("a", part.repeat(100_000), undefined).pods).toEqual([]);
});
