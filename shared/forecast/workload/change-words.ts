import { counted } from "../../basics/counted.ts";
import { formatDuration } from "../../basics/durations.ts";
import { formatAtMost } from "../../basics/span-words.ts";
import type { BudgetSpec } from "../../controllers/objects/model.ts";
import { formatIntOrPercent } from "../../controllers/objects/percent.ts";
import type {
  Completion,
  DrainForecast,
  NodeLossForecast,
  RollbackForecast,
  ScaleForecast,
  SharedForecast,
  WorkloadForecast,
} from "./model.ts";
import type { WorkloadRow } from "./row.ts";
import { when, whenInRuns } from "./times.ts";

/** What comes of a change of the size, a way back from a broken version, and a drained node. */
export function changeRows({ scale, rollback, drain, pods }: WorkloadForecast): readonly WorkloadRow[] {
  return [
    ...(scale === undefined
      ? []
      : [{ id: "scale" as const, what: "scale", text: `${upText(scale.up)}; ${downText(scale.down)}` }]),
    ...(rollback === undefined
      ? []
      : [{ id: "rollback" as const, what: "rollback", text: rollbackText(rollback, pods) }]),
    ...(drain === undefined ? [] : [{ id: "drain" as const, what: "drain of a node", text: drainText(drain, pods) }]),
  ];
}

function upText({ to, ...completion }: ScaleForecast): string {
  return `to ${to}: ${overRuns(completion, "all available", "never all available")}`;
}

function downText({ to, ...completion }: ScaleForecast): string {
  const surplus = to === 0 ? "all have stopped" : "the others have stopped";
  return `to ${to}: ${overRuns(completion, surplus, "some never stop")}`;
}

/** What happens and when, and what instead in the runs in which it does not. */
export function overRuns(completion: Completion, happens: string, instead: string): string {
  const { completes, completesIn } = completion;
  if (completes !== undefined) return `${happens} ${when(completes.span)}`;
  if (completesIn === undefined) return instead;
  return `${happens} ${whenInRuns(completesIn, completion)}; in the others ${instead}`;
}

function rollbackText(rollback: RollbackForecast, pods: number): string {
  const { updated, availableAtLeast } = rollback;
  const broken = `a version that never starts stays at ${updated} of ${pods} with ${availableAtLeast} available`;
  return `${broken}; ${overRuns(rollback, "the old template is back", stuckText(rollback))}`;
}

/** Describes the runs that stay stuck. */
function stuckText({ afterDeletionIn, left, completesIn, runs }: RollbackForecast): string {
  const [pod] = left;
  if (pod === undefined || afterDeletionIn === undefined) return "the old template does not help";
  const deleted = left.length === 1 ? pod : `its ${left.length} pods`;
  const stuck = { runs: runs - (completesIn?.runs ?? 0) };
  return `the old template alone does not help: delete ${deleted}, then it is back ${whenInRuns(afterDeletionIn, stuck)}`;
}

function drainText(drain: DrainForecast, all: number): string {
  const { pods, leftIn, refusedMs, refusedRuns, refusal, fails, availableAtLeast, runs } = drain;
  const never = `${fails ? "fails" : "never ends"}: ${refusal ?? "a pod stays"}`;
  if (leftIn === undefined) return never;
  const leavers = `${counted(pods, "pod")} gone ${whenInRuns(leftIn, drain)}`;
  const refusedIn = refusedRuns === runs ? "" : ` in ${refusedRuns} of ${runs} runs`;
  const refused = refusedMs === 0 ? "" : `, evictions refused for up to ${formatAtMost(refusedMs)}${refusedIn}`;
  const back = all === 1 ? "available" : `all ${all} available`;
  const again = drain.completesIn === undefined ? "" : `; ${back} again ${whenInRuns(drain.completesIn, drain)}`;
  const others = leftIn.runs === runs ? "" : `; in the others it ${never}`;
  return `${leavers}${refused}, ${leastText(availableAtLeast, all)}${again}${others}`;
}

/** How many pods are available at worst. */
export function leastText(available: number, all: number): string {
  if (available >= all) return `always ${all} available`;
  return available === 0 ? `for a while none of ${all} available` : `at least ${available} of ${all} available`;
}

/** What is shared, and what is left of it if all are updated at the same time: `needs 3 of 4 pods (stable 3, canary 1)`. */
export function sharedRow(shared: SharedForecast): WorkloadRow {
  const { kind, name, allowed, needs } = shared;
  const who = membersInWords(shared);
  if (kind === "service")
    return {
      id: "shared",
      what: `Service ${name}`,
      text: `selects ${shared.of} pods (${who}); ${togetherInWords(shared)}`,
    };
  const may = `${allowed === 0 ? "none" : allowed} may be evicted at a time`;
  return {
    id: "shared",
    what: `budget ${name}`,
    text: `needs ${needs} of ${shared.of} pods (${who}), so ${may}; it holds no rollout: ${togetherInWords(shared)}`,
  };
}

/** `web (minAvailable 2)` */
export function budgetInWords({ name, minAvailable, maxUnavailable }: BudgetSpec): string {
  const limits = Object.entries({ minAvailable, maxUnavailable });
  const parts = limits.flatMap(([field, amount]) =>
    amount === undefined ? [] : [`${field} ${formatIntOrPercent(amount)}`],
  );
  return `${name} (${parts.join(", ")})`;
}

export function membersInWords({ members }: SharedForecast): string {
  return members.map(({ name, pods }) => `${name} ${pods}`).join(", ");
}

function togetherInWords({ kind, atLeast }: SharedForecast): string {
  const left = kind === "budget" ? "ready" : "usable";
  return `updated at the same time, ${atLeast === 0 ? `possibly none is ${left} for a while` : `at least ${atLeast} stay ${left}`}`;
}

/** `node-1, lost at 5m, is NotReady after 39–55s (requests to its pod fail until then); …`; plain text. */
export function nodeLossInWords(loss: NodeLossForecast): string {
  const { node, atMs, pods, notReady } = loss;
  const lost = `${node}, lost at ${formatDuration(atMs)},`;
  if (pods === 0) return `${lost} has none of its pods`;
  const until = `(requests to its ${pods === 1 ? "pod" : counted(pods, "pod")} fail until then)`;
  const first = notReady === undefined ? "stops" : `is NotReady ${whenInRuns(notReady, loss)} ${until}`;
  return [`${lost} ${first}`, ...evictionTexts(loss), endText(loss)].join("; ");
}

function evictionTexts(loss: NodeLossForecast): readonly string[] {
  return loss.evicted === undefined ? [] : [`evicted ${whenInRuns(loss.evicted, loss)}`];
}

const help = "add the taint node.kubernetes.io/out-of-service to the node";

function endText(loss: NodeLossForecast): string {
  const { available, heldBy, pods, wanted } = loss;
  if (heldBy === "DaemonSet") return "no pod replaces it until the node is back";
  if (heldBy === "toleration")
    return "never evicted, as its pods tolerate node.kubernetes.io/unreachable without tolerationSeconds";
  if (heldBy === "StatefulSet")
    return `${pods === 1 ? "its object stays, so it is" : "their objects stay, so they are"} not replaced: ${help}`;
  if (heldBy === "volume") return `the new pod waits for the volume, which stays attached to the lost node: ${help}`;
  if (available === undefined) return "not all available again";
  const all = wanted === 1 ? "available" : `all ${wanted} available`;
  if (available.span.latestMs === 0) return `${all} meanwhile`;
  return `${all} again ${whenInRuns(available, loss)}`;
}
