import type { DiffRow } from "../../../server/diff/model.ts";
import { formatBounds, formatSpan, withinAtLeast } from "../../../shared/basics/span-words.ts";
import type { PodJson } from "./doors.ts";

// Which numbers a door says of a container, by the id of the quantity.

export type LimitId = "startupBudget" | "hangToSigterm" | "hangToDead" | "hangToReady" | "unreadyAfter";

export interface Said {
  readonly id: LimitId;
  readonly text: string;
}

type Limits = Pick<PodJson["containers"][number], LimitId>;

/** How a door may say a quantity: as a range, as a row of a table, or by the end that matters. All from the same number. */
export function wordsOf(limits: Limits, id: LimitId): readonly string[] {
  const span = limits[id];
  if (span === null) return [];
  const { earliest, latest } = formatBounds(span);
  const whole = [formatSpan(span), `${earliest} | ${latest}`, `≤ ${latest}`];
  return id === "startupBudget" ? [...whole, withinAtLeast(span.earliestMs), `up to ${earliest}`, earliest] : whole;
}

const range = String.raw`(?:\d[\dhms.]*(?:–\d[\dhms.]*)?)`;

/** What the words of a door call each quantity. */
const names: readonly (readonly [LimitId, RegExp])[] = [
  ["startupBudget", /must start (within [\dhms]+)/g],
  ["startupBudget", /(up to [\dhms]+) \(\w+ probe\)/g],
  ["startupBudget", /\| End of startup budget \| ([^|]+ \| [^|]+) \|/g],
  ["hangToSigterm", new RegExp(`(?:hang: SIGTERM in|gets SIGTERM after) (${range})`, "g")],
  ["hangToSigterm", new RegExp(`hang: SIGTERM (≤ ${range})`, "g")],
  ["hangToSigterm", new RegExp(`[Hh]ang:? +killed after (${range})`, "g")],
  ["hangToSigterm", new RegExp(`After a hang the kubelet kills the container after (${range})`, "g")],
  ["startupBudget", new RegExp(`but (?:liveness|the startup probe) kills the container after (${range})`, "g")],
  ["hangToSigterm", /\| Hang to SIGTERM \| ([^|]+ \| [^|]+) \|/g],
  ["hangToDead", /\| Hang to container exit \| ([^|]+ \| [^|]+) \|/g],
  ["hangToReady", /\| Hang to back in service \| ([^|]+ \| [^|]+) \|/g],
  ["hangToReady", new RegExp(`is ready again after (${range})`, "g")],
  ["unreadyAfter", new RegExp(`without traffic after (${range})`, "g")],
  ["unreadyAfter", new RegExp(`no traffic in (${range})`, "g")],
  ["unreadyAfter", new RegExp(`no traffic (≤ ${range})`, "g")],
  ["unreadyAfter", new RegExp(`stop sending (?:it )?traffic (?:after |\\()(${range})`, "g")],
  ["unreadyAfter", /\| Hang to no traffic \| ([^|]+ \| [^|]+) \|/g],
];

export function saidIn(text: string): readonly Said[] {
  return names.flatMap(([id, pattern]) => [...text.matchAll(pattern)].map(([, value = ""]) => ({ id, text: value })));
}

const rowNames: readonly (readonly [LimitId, string])[] = [
  ["startupBudget", "must start within"],
  ["hangToSigterm", "hang to SIGTERM"],
  ["hangToDead", "hang to container exit"],
  ["hangToReady", "hang to back in service"],
  ["unreadyAfter", "hang to no traffic"],
];

/** What the head of a change has, of one container. */
export function saidInRows(rows: readonly DiffRow[], container: string): readonly Said[] {
  return rows
    .filter((row) => row.container === container)
    .flatMap(({ what, head }) =>
      rowNames.flatMap(([id, name]) => (head !== undefined && what === name ? [{ id, text: head.text }] : [])),
    );
}
