import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { eventually, FakeApi, fakePod, podsPath } from "../client/cluster/source/fake-api.ts";

// `observe --watch` where standard output and standard error are one terminal.

const cli = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
const [columns, rows] = [100, 16];
/** Makes the process believe in a terminal, which gets both streams in the order in which they are written. */
const terminal = `data:text/javascript,${encodeURIComponent(
  `Object.assign(process.stdout, { isTTY: true, columns: ${columns}, rows: ${rows} });
   process.stderr.write = (text) => process.stdout.write(text);`,
)}`;

let api: FakeApi;
let watching: ReturnType<typeof watch>;
beforeEach(async () => {
  api = await new FakeApi().start();
  for (const name of ["a", "b"]) api.set(podsPath, fakePod(name, { status: { phase: "Running" } }));
  api.set("/api/v1/namespaces/web/events", fakePod("none"));
});
afterEach(async () => {
  await watching.end();
  await api.stop();
});

function watch(user?: string) {
  const args = ["--import", terminal, cli, "observe", "--watch", "--kubeconfig", api.kubeconfig(user)];
  const child = spawn(process.execPath, args, { env: { ...process.env, TERM: "xterm", NO_COLOR: "1" } });
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  return {
    seen: () => seenOf(out),
    async end() {
      child.kill();
      await ended;
    },
  };
}

/** The lines that such a terminal shows after this, and those that it has scrolled away. */
function seenOf(out: string): readonly string[] {
  const lines: string[] = [];
  for (const [index, part] of out.split("\u001b[").entries()) {
    const [, order = ""] = index === 0 ? [] : (/^([?\d;]*[A-Za-z])/.exec(part) ?? []);
    if (order.endsWith("A")) lines.splice(Math.max(0, lines.length - Number.parseInt(order, 10)));
    else if (order === "2J") lines.length = 0;
    lines.push(...part.slice(order.length).split("\n").slice(0, -1));
  }
  return lines;
}

const head = /^\d\d:\d\d:\d\d UTC {2}namespace web of context fake, /;

/** The table is there once, and nothing of an earlier one above it. */
function expectOneTable(lines: readonly string[], state: RegExp): void {
  expect(lines.filter((line) => head.test(line))).toEqual([expect.stringMatching(state)]);
  expect(lines.filter((line) => /^NAME /.test(line))).toHaveLength(1);
  expect(lines.filter((line) => /^a /.test(line))).toHaveLength(1);
}

it("that is out of date is one table, whose first line says since when, why, and when it is tried again", async () => {
  watching = watch();
  await eventually(() => expectOneTable(watching.seen(), /, up to date$/));
  api.refuse(/pods\?/, 502, 1000);
  api.bookmark();
  api.endWatches();
  const stale = /, out of date since \d\d:\d\d:\d\d UTC, (?:next try in \S+|trying again)$/;
  await eventually(() => {
    expectOneTable(watching.seen(), stale);
    expect(watching.seen().join(" ")).toContain("gets no answer from the API server (502)");
  });
});

it("says above the table what cannot be read any more, once", async () => {
  watching = watch();
  await eventually(() => expectOneTable(watching.seen(), /, up to date$/));
  await eventually(() => expect(api.requestsTo(/events\?.*watch/).length).toBeGreaterThan(0));
  api.refuse(/events\?/, 403, 1000);
  api.endWatches();
  const gap = /^pod-cadence: user dev is not allowed to list events in namespace web \(403\)/;
  await eventually(() => expect(watching.seen().filter((line) => gap.test(line))).toHaveLength(1));
  const at = watching.seen().findIndex((line) => gap.test(line));
  await eventually(() => expect(watching.seen().findIndex((line) => head.test(line))).toBeGreaterThan(at));
  expectOneTable(watching.seen(), /, /);
});

it("says above the table what a credential plugin asks of a person", async () => {
  const script = `const fs = require("node:fs"); const dir = ${JSON.stringify(api.folder)};
    const print = () => console.log(JSON.stringify({ kind: "ExecCredential", status: { token: "t" } }));
    if (!fs.existsSync(dir + "/again")) { fs.writeFileSync(dir + "/again", ""); print(); }
    else { console.error("enter ABCD-EFGH"); setInterval(() => undefined, 1000); }`;
  const exec = { apiVersion: "client.authentication.k8s.io/v1", command: process.execPath, args: ["-e", script] };
  watching = watch(JSON.stringify({ exec }));
  await eventually(() => expectOneTable(watching.seen(), /, up to date$/));
  api.refuse(/pods\?/, 401, 1);
  api.bookmark();
  api.endWatches();
  await eventually(() => expect(watching.seen().join("\n")).toContain(": enter ABCD-EFGH"));
  await eventually(() => expectOneTable(watching.seen(), /, /));
});
