import { counted } from "../basics/counted.ts";
import { plainLine } from "../basics/plain-line.ts";
import type { LearnedContainer, LearnedWorkload } from "./model.ts";

/** A line about a container: a label, and what is said. */
interface LearnedRow {
  readonly label: string;
  readonly text: string;
  /** To be copied: it is one line, however long. */
  readonly isWhole: boolean;
}

/** `Deployment/web in shop · 31 pods of revision 7f9c`. */
export function learnedTitle({ kind, name, namespace, revision, pods }: LearnedWorkload): string {
  const where = namespace === "default" ? "" : ` in ${plainLine(namespace)}`;
  const of = revision === undefined ? "" : ` of revision ${plainLine(revision)}`;
  return `${plainLine(kind)}/${plainLine(name)}${where} · ${counted(pods, "pod")}${of}`;
}

/** `app: starts in 14s–26s — 212 starts, 31 pods`: the text of a `# cadence:` comment. Undefined if there is nothing to write. */
export function learnedComment({ name, scenario, note }: LearnedContainer): string | undefined {
  return scenario === undefined ? undefined : `${name}: ${scenario} — ${note}`;
}

export function learnedRows(workload: LearnedWorkload): readonly LearnedRow[] {
  return workload.containers.flatMap((container): readonly LearnedRow[] => {
    const comment = learnedComment(container);
    const name = plainLine(container.name);
    const about = workload.containers.length === 1 ? "" : `${name}: `;
    return [
      ...(comment === undefined
        ? nothingRows(container)
        : [{ label: "scenario", text: `# cadence: ${plainLine(comment)}`, isWhole: true }]),
      ...container.proposals.map(({ severity, text }) => ({
        label: severity === "warning" ? "set" : "could",
        text: `${about}${text}`,
        isWhole: false,
      })),
      ...container.unknown.map((text) => ({ label: "open", text: `${about}${text}`, isWhole: false })),
    ];
  });
}

/** Why there is no scenario. Where nothing was measured, what is unknown says it. */
function nothingRows({ name, note, starts, stops, ends, unknown }: LearnedContainer): readonly LearnedRow[] {
  const isNothing = starts.measured === undefined && starts.cutOff === undefined && stops.measured === undefined;
  if (!isNothing || ends.length > 0 || stops.cutOff > 0)
    return [{ label: "open", text: `${plainLine(name)}: no scenario can be written (${note}).`, isWhole: false }];
  if (unknown.length > 0) return [];
  return [{ label: "open", text: `${plainLine(name)}: nothing was measured.`, isWhole: false }];
}
