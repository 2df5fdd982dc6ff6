import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { promtoolFolder } from "../promtool/promtool.ts";

const version = "v0.316.0";

/** Builds the server from its Go module, once; without its pages. */
export function buildPrometheus(): string {
  const program = join(promtoolFolder, "prometheus");
  if (existsSync(program)) return program;
  mkdirSync(promtoolFolder, { recursive: true });
  const module = `github.com/prometheus/prometheus/cmd/prometheus@${version}`;
  const { status, stderr } = spawnSync("go", ["install", "-tags", "netgo,remove_all_sd", module], {
    env: { ...process.env, GOBIN: promtoolFolder },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`Prometheus cannot be built:\n${stderr}`);
  return program;
}

export interface Prometheus {
  readonly url: string;
  query(expression: string, timeSeconds: number): Promise<readonly QueriedSeries[]>;
  /** CPU seconds and MB of memory that the process took so far. */
  usage(): { readonly cpuSeconds: number; readonly peakMb: number };
  /** What it answered so far: work that no other load changes. */
  work(): Promise<ServerWork>;
  stop(): Promise<void>;
}

export interface ServerWork {
  /** To the HTTP API. */
  readonly requests: number;
  /** That its engine looked at. */
  readonly samples: number;
}

const answer = z.object({
  data: z.object({
    result: z.array(
      z.object({
        metric: z.record(z.string(), z.string()),
        value: z.tuple([z.number(), z.string()]).optional(),
        values: z.array(z.tuple([z.number(), z.string()])).optional(),
      }),
    ),
  }),
});
export type QueriedSeries = z.infer<typeof answer>["data"]["result"][number];

/** Starts a server over a data directory, on a free port of the loopback, and waits until it answers. */
export async function startPrometheus(program: string, dir: string, config = ""): Promise<Prometheus> {
  const port = await freePort();
  const file = `${dir}.yaml`;
  writeFileSync(file, config);
  const child = spawn(
    program,
    [
      `--config.file=${file}`,
      `--storage.tsdb.path=${dir}`,
      "--storage.tsdb.retention.time=60d",
      `--web.listen-address=127.0.0.1:${port}`,
      "--log.level=error",
    ],
    { stdio: ["ignore", "inherit", "inherit"] },
  );
  const url = `http://127.0.0.1:${port}`;
  try {
    await ready(url, child);
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
  return {
    url,
    query: async (expression, timeSeconds) => {
      const body = new URLSearchParams({ query: expression, time: String(timeSeconds) });
      const response = await fetch(`${url}/api/v1/query`, { method: "POST", body });
      return answer.parse(await response.json()).data.result;
    },
    usage: () => usageOf(child),
    work: async () => workOf(await (await fetch(`${url}/metrics`)).text()),
    stop: async () => {
      if (child.exitCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}

function workOf(metrics: string): ServerWork {
  const sumOf = (start: RegExp): number =>
    metrics
      .split("\n")
      .filter((line) => start.test(line))
      .reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
  return {
    requests: sumOf(/^prometheus_http_requests_total\{.*handler="\/api\/v1\//),
    samples: sumOf(/^prometheus_engine_query_samples_total /),
  };
}

async function ready(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const response = await fetch(`${url}/-/ready`).catch(() => undefined);
    if (response?.ok === true) return;
    await sleep(100);
  }
  throw new Error(`Prometheus ended with ${child.exitCode}`);
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

const ticksPerSecond = 100;

/** Of /proc: user and system time, and the highest resident size. */
export function usageOf({ pid }: Pick<ChildProcess, "pid">): { readonly cpuSeconds: number; readonly peakMb: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return { cpuSeconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond, peakMb: Number(peak) / 1024 };
}
