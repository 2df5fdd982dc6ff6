import type { Handler } from "../kubernetes/pod.ts";
import { sleepingCommand } from "../kubernetes/sleeping-command.ts";

const secondMs = 1000;

/** Undefined if nobody knows how long the hook takes. */
export function hookLengthMs(hook: Handler | undefined): number | undefined {
  if (hook === undefined) return 0;
  if (hook.type === "sleep") return hook.seconds * secondMs;
  const sleeping = hook.type === "exec" ? sleepingCommand(hook.command) : undefined;
  return sleeping?.isWhole === true && Number.isFinite(sleeping.sleepMs) ? sleeping.sleepMs : undefined;
}
