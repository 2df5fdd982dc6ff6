import { allContainers } from "../../../../shared/kubernetes/pod.ts";
import type { EditedLine, TriedField } from "../../../../shared/protocol/pod/setup.ts";
import { scenarioLines } from "../../../../shared/scenario/language/scenario-lines.ts";
import type { Model } from "./model.ts";

/** What was changed here and the manifest does not say yet, in the words of the scenario, and by the names of fields. */
export function changesOf({ run, setup }: Pick<Model, "run" | "setup">): readonly string[] {
  return [...linesChanged({ run, setup }), ...(setup.fields ?? []).map(fieldInWords)];
}

/** `livenessProbe.failureThreshold 6`. */
function fieldInWords({ path, field, value }: TriedField): string {
  const map = path.at(-1);
  return `${typeof map === "string" ? `${map}.` : ""}${field} ${value}`;
}

function linesChanged({ run, setup: { lines } }: Pick<Model, "run" | "setup">): readonly string[] {
  if (lines === undefined) return [];
  const words = ({ container, text }: EditedLine): string => (container === undefined ? text : `${container}: ${text}`);
  const written = new Set(scenarioLines(run.payload.scenarioTexts, allContainers(run.pod)).map(words));
  const now = lines.filter(({ text }) => text.trim() !== "").map(words);
  const added = now.filter((line) => !written.has(line));
  const removed = [...written].filter((line) => !now.includes(line) && !isReplaced(line, added));
  return [...added, ...removed.map((line) => `− ${line}`)];
}

/** Another line of the same container stands in its place. */
function isReplaced(line: string, added: readonly string[]): boolean {
  const [container] = line.split(":");
  return added.some((other) => other.startsWith(`${container}:`));
}
