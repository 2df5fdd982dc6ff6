import { formatDuration } from "../../basics/durations.ts";
import type { Container, ProbeType } from "../../kubernetes/pod.ts";
import { sleepOfProbe } from "../../probe/answer.ts";
import type { Scenario } from "../../scenario/model.ts";
import { endByCommand, runOf, scriptOf, writtenScript } from "../../scenario/script.ts";

// What commands in the manifest say, as the reason of what happens.

/** Said where the manifest is all that is known of how the container ends. */
export function endByCommandInWords(scenario: Scenario, container: Container): string {
  const isSaid = writtenScript(scenario, container) === undefined && endByCommand(container) !== undefined;
  return isSaid ? ": its command does nothing but sleep" : "";
}

/** What happens to a probe whose command sleeps longer than its timeout, as the beginning of a sentence; undefined for every other. */
export function outsleptInWords(scenario: Scenario, container: Container, type: ProbeType): string | undefined {
  const probe = container.probes[type];
  if (probe === undefined) return undefined;
  const sleepMs = sleepOfProbe(runOf(scriptOf(scenario, container), 0), { type, handler: probe.handler });
  if (sleepMs <= probe.timeoutSeconds * 1000) return undefined;
  const sleeps = sleepMs === Number.POSITIVE_INFINITY ? "never returns" : `sleeps ${formatDuration(sleepMs)} or longer`;
  return `Each attempt of the ${type} probe times out: its command ${sleeps}, and timeoutSeconds is ${probe.timeoutSeconds}`;
}

export const outsleptAdvice = "Remove the sleep from the command, or set a longer timeoutSeconds.";

/** A hook of which nobody knows how long it takes is played as instant. */
export function assumedHookAdvice(scenario: Scenario, container: Container): string | undefined {
  const { postStart } = container;
  if (postStart === undefined || postStart.type === "sleep") return undefined;
  const isSaid = scriptOf(scenario, container).runs.some(({ answers }) =>
    answers.some(({ target }) => target?.kind === "hook" && target.hook === "postStart"),
  );
  return isSaid ? undefined : "If it is the postStart hook that does not return, write: hangs postStart.";
}
