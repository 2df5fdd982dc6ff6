import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type FleetReport, fleetReportSchema } from "../../shared/prometheus/fleet/model.ts";
import { usageOf } from "./prometheus.ts";

const cli = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
const lookMs = 50;

export interface Asked {
  readonly report: FleetReport;
  readonly wallSeconds: number;
  readonly cpuSeconds: number;
  readonly peakMb: number;
}

/** Runs `pod-cadence fleet` as people do, and measures it. */
export function askFleet(url: string, args: readonly string[]): Promise<Asked> {
  return new Promise((resolve, reject) => {
    const startedMs = Date.now();
    const options = ["fleet", "--prometheus", url, "--format", "json", "--quiet", ...args];
    const child = spawn(process.execPath, [cli, ...options], { stdio: ["ignore", "pipe", "pipe"] });
    let usage = { cpuSeconds: 0, peakMb: 0 };
    const look = setInterval(() => {
      try {
        const now = usageOf(child);
        if (now.peakMb > 0) usage = now;
      } catch {
        // It has ended.
      }
    }, lookMs);
    let output = "";
    let errors = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      errors += text;
    });
    child.once("close", (code) => {
      clearInterval(look);
      if (code !== 0) return reject(new Error(`fleet ended with ${code}: ${errors}`));
      const report = fleetReportSchema.parse(JSON.parse(output));
      resolve({ report, wallSeconds: (Date.now() - startedMs) / 1000, ...usage });
    });
  });
}
