import type { Span } from "../../../shared/basics/span.ts";
import type { Reading } from "../../../shared/evidence/model.ts";
import { readInput } from "../../incident/read-input.ts";
import { readStandardInput } from "../terminal/terminal.ts";
import { readAuditFile } from "./audit-file.ts";
import { findInputs } from "./inputs.ts";
import { readManifestText } from "./read-manifest.ts";

interface Asked {
  /** When it was taken, if somebody says so. */
  readonly at?: Span | undefined;
  /** Only pods of this name matter. */
  readonly pod?: string | undefined;
}

/** Reads what is left of an incident. */
export async function readIncident(
  operands: readonly string[],
  { at, pod }: Asked = {},
): Promise<{ readonly readings: readonly Reading[] } | { readonly problems: readonly string[] }> {
  const inputs = await findInputs(operands);
  if (inputs.problems.length > 0) return { problems: inputs.problems };
  const readings: Reading[] = [];
  for (const { path } of inputs.value) {
    const log = path === "-" ? undefined : await readAuditFile(path, pod);
    if (log !== undefined) {
      readings.push(log);
      continue;
    }
    const read = path === "-" ? { text: await readStandardInput() } : readManifestText(path);
    if ("problem" in read) return { problems: [read.problem] };
    readings.push(readInput(path, read.text, at));
  }
  return { readings };
}
