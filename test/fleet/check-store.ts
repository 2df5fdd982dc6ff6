import { join } from "node:path";
import { promtoolFolder } from "../promtool/promtool.ts";
import { simulateFleet } from "./fleet.ts";
import { type QueriedSeries, startPrometheus } from "./prometheus.ts";
import { writeBlocks, writeByPromtool } from "./store.ts";

/** Every sample of a small fleet is the same in our blocks and in those that promtool makes of the samples as text. */
export async function checkStore(programs: {
  readonly blocks: string;
  readonly promtool: string;
  readonly prometheus: string;
}): Promise<{ readonly samples: number; readonly problems: readonly string[] }> {
  const nowMs = Math.floor(Date.now() / 1000) * 1000;
  const options = { pods: 40, loopShare: 0.5, days: 0.5, stepMs: 30_000, seed: 3, nowMs };
  const fleet = simulateFleet(options);
  const dirs = { ours: join(promtoolFolder, "store-ours"), theirs: join(promtoolFolder, "store-theirs") };
  await writeBlocks(programs.blocks, dirs.ours, fleet, false);
  writeByPromtool(programs.promtool, dirs.theirs, fleet);
  const answers: (readonly string[])[] = [];
  for (const dir of [dirs.ours, dirs.theirs]) {
    const server = await startPrometheus(programs.prometheus, dir);
    try {
      const seconds = Math.ceil((fleet.stepMs * (fleet.scrapes + 2)) / 1000);
      const series = await server.query(`{__name__=~".+"}[${seconds}s]`, fleet.startMs / 1000 + seconds - 1);
      answers.push(series.map(text).toSorted());
    } finally {
      await server.stop();
    }
  }
  const [ours = [], theirs = []] = answers;
  const samples = ours.reduce((sum, each) => sum + each.split(",").length, 0);
  if (ours.length > 100 && ours.join("\n") === theirs.join("\n")) return { samples, problems: [] };
  const different = ours.find((each, index) => each !== theirs[index]) ?? "";
  return {
    samples,
    problems: [`${ours.length} series of ours, ${theirs.length} of promtool; first: ${different.slice(0, 400)}`],
  };
}

function text({ metric, values = [] }: QueriedSeries): string {
  const labels = Object.entries(metric).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `${labels.flat().join(" ")}: ${values.map((value) => value.join(" ")).join()}`;
}
