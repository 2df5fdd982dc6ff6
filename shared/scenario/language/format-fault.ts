import { formatDuration } from "../../basics/durations.ts";
import type { Fault } from "../model.ts";
import { reservedWords } from "../reading/reserved-words.ts";
import { formatTarget } from "../reading/target.ts";
import { optional } from "./format-time.ts";

// What the engine writes of a scenario: a run that is struck says by what. The panel's first script has this and not the rest of the language.

/** `oom`, `hangs readiness`: what can follow `at 5m app:`. */
export function formatFault(fault: Fault): string {
  const whose = "target" in fault && fault.target !== undefined ? ` ${formatTarget(fault.target, reservedWords)}` : "";
  switch (fault.kind) {
    case "crash":
      return fault.exitCode === 1 ? "crashes" : `exits ${fault.exitCode}`;
    case "oom":
      return "oom";
    case "hang":
      return `hangs${whose}${optional("for", fault.forMs, undefined)}`;
    case "slow":
      return `answers${whose} in ${formatDuration(fault.latencyMs)}${optional("for", fault.forMs, undefined)}`;
    case "image-missing":
      return `image missing ${fault.times} times`;
  }
}
