import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { promtoolFolder } from "../promtool/promtool.ts";
import type { Fleet } from "./fleet.ts";
import { fleetSeries, type StoredSeries } from "./series.ts";

const source = fileURLToPath(new URL("go/", import.meta.url));

/** Builds the program that writes blocks, once. */
export function buildBlocks(): string {
  const program = join(promtoolFolder, "blocks");
  if (existsSync(program)) return program;
  mkdirSync(promtoolFolder, { recursive: true });
  const { status, stderr } = spawnSync("go", ["build", "-buildvcs=false", "-o", program, "."], {
    cwd: source,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`the writer of blocks cannot be built:\n${stderr}`);
  return program;
}

const writtenSchema = z.object({ series: z.number(), samples: z.number() });
export type Written = z.infer<typeof writtenSchema>;

/** Writes the data directory of a server that scraped the fleet every step. */
export async function writeBlocks(program: string, dir: string, fleet: Fleet, isLean: boolean): Promise<Written> {
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  const child = spawn(program, [dir], { stdio: ["pipe", "pipe", "inherit"] });
  let answer = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    answer += text;
  });
  const ended = once(child, "close");
  const { startMs, stepMs, scrapes } = fleet;
  let batch = [JSON.stringify({ startMs, stepMs, scrapes })];
  const flush = async (): Promise<void> => {
    const goesOn = child.stdin.write(`${batch.join("\n")}\n`);
    batch = [];
    if (!goesOn) await once(child.stdin, "drain");
  };
  for (const series of fleetSeries(fleet, isLean)) {
    batch.push(lineOf(series));
    if (batch.length >= 2000) await flush();
  }
  await flush();
  child.stdin.end();
  await ended;
  if (child.exitCode !== 0) throw new Error(`the blocks were not written: exit ${child.exitCode}`);
  return writtenSchema.parse(JSON.parse(answer));
}

function lineOf({ labels, changes }: StoredSeries): string {
  return JSON.stringify({
    l: Object.entries(labels)
      .filter(([, value]) => value !== "")
      .flat(),
    r: changes,
  });
}

/** The same by promtool, of the samples as text; `create-blocks-from` writes no staleness markers. */
export function writeByPromtool(promtool: string, dir: string, fleet: Fleet): void {
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  const file = `${dir}.openmetrics`;
  writeFileSync(file, [...openMetrics(fleet), "# EOF\n"].join(""));
  const { status, stdout, stderr } = spawnSync(
    promtool,
    ["tsdb", "create-blocks-from", "openmetrics", "--max-block-duration=24h", file, dir],
    { encoding: "utf8", maxBuffer: 1 << 28 },
  );
  rmSync(file);
  if (status !== 0) throw new Error(`promtool: ${stdout}${stderr}`);
}

function* openMetrics(fleet: Fleet): Generator<string> {
  for (const { labels, changes } of fleetSeries(fleet, false)) {
    const { __name__: name, ...others } = labels;
    const texts = Object.entries(others).map(([label, value]) => `${label}=${JSON.stringify(value)}`);
    const lines: string[] = [];
    changes.forEach(([from, value], index) => {
      const until = changes[index + 1]?.[0] ?? fleet.scrapes;
      if (value === null) return;
      for (let scrape = from; scrape < until; scrape++)
        lines.push(`${name}{${texts.join()}} ${value} ${(fleet.startMs + scrape * fleet.stepMs) / 1000}\n`);
    });
    yield lines.join("");
  }
}
