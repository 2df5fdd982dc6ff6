import type { Span } from "../../../shared/basics/span.ts";
import type { Reading } from "../../../shared/evidence/model.ts";
import { readInput } from "../../incident/read-input.ts";
import { readAuditFile } from "./audit-file.ts";
import { readText } from "./disk.ts";
import { readIncidentStream } from "./incident-stream.ts";
import { findInputs } from "./inputs.ts";

interface Asked {
  /** When it was taken, if somebody says so. */
  readonly at?: Span | undefined;
  /** Only pods of this name matter. */
  readonly pod?: string | undefined;
  /** Standard input has not ended for a while. */
  readonly onWait?: () => void;
}

/** Reads what is left of an incident. */
export async function readIncident(
  operands: readonly string[],
  { at, pod, onWait = () => undefined }: Asked = {},
): Promise<{ readonly readings: readonly Reading[] } | { readonly problems: readonly string[] }> {
  const inputs = await findInputs(operands);
  if (inputs.problems.length > 0) return { problems: inputs.problems };
  const readings: Reading[] = [];
  for (const { path } of inputs.value) {
    if (path === "-") {
      readings.push(await readIncidentStream({ at, pod, onWait }));
      continue;
    }
    const log = await readAuditFile(path, pod);
    if (log !== undefined) {
      readings.push(log);
      continue;
    }
    const text = readText(path);
    if (text === undefined) return { problems: [`${path}: the file cannot be read`] };
    readings.push(readInput(path, text, at));
  }
  return { readings };
}
