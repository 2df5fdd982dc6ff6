import { parseDuration } from "../../../shared/basics/durations.ts";
import { defaultHorizonMs } from "../../../shared/forecast/pod/restarts.ts";
import { horizonLimitMs } from "../../../shared/simulation/index.ts";
import { type CommandLine, optionOf, type Parsed } from "./command-line.ts";

/** `--until`: the horizon in ms. */
export function readUntil(line: CommandLine): Parsed<number> {
  const text = optionOf(line, "until");
  if (text === undefined) return { value: defaultHorizonMs };
  const untilMs = parseDuration(text);
  if (untilMs === undefined || untilMs <= 0)
    return { problem: `invalid value ${text} for --until: use a duration such as 30m or 1h30m` };
  if (untilMs > horizonLimitMs)
    return { problem: `invalid value ${text} for --until: the maximum is ${horizonLimitMs / 3_600_000}h` };
  return { value: Math.round(untilMs) };
}
