import * as z from "zod/mini";
import { type KubeletCase, kubeletCases, verdictSchema } from "../truth/validation/kubelet-cases.ts";
import { compare } from "../truth/validation/kubelet-compare.ts";
import type { Comparison } from "./compare.ts";
import { mutateText } from "./mutate-text.ts";
import type { Question } from "./program.ts";
import type { Random } from "./random.ts";
import { beginsWithBrace } from "./texts.ts";
import { configurationValues } from "./values.data.ts";

// KubeletConfiguration files beside what the kubelet makes of them: recorded ones with other values, fields of other ones, slips of
// the keyboard, and drop-ins.

type DrawnConfiguration = Pick<KubeletCase, "text" | "files">;

const answerSchema = z.object({ documents: z.tuple([verdictSchema]) });

/** Recorded configurations, and their top-level fields, each with what stands below it. */
export interface Configurations {
  readonly cases: readonly KubeletCase[];
  readonly fields: readonly string[];
}

export function recordedConfigurations(): Configurations {
  const cases = kubeletCases("1.37").filter(({ cgroups }) => cgroups === "v2");
  return { cases, fields: cases.flatMap(({ text }) => fieldsOf(text)) };
}

/** `maxPods: 5`, or `evictionHard:` with the lines below it. */
function fieldsOf(text: string): readonly string[] {
  const starts = text.split(/\n(?=\w+:)/);
  return starts.filter((field) => /^\w+:/.test(field) && !/^(?:apiVersion|kind):/.test(field));
}

export function drawConfiguration(random: Random, { cases, fields }: Configurations): DrawnConfiguration {
  const drawn = random.anyOf(cases);
  if (drawn === undefined) throw new Error("No configuration was recorded.");
  const changed = (text: string) => change(text, random, fields);
  const recorded = drawn.files?.map(({ name, text }) => ({ name, text: random.percent(50) ? changed(text) : text }));
  const other = random.percent(10) ? random.anyOf(cases) : undefined;
  const files = recorded ?? (other === undefined ? undefined : [{ name: "10-a.conf", text: changed(other.text) }]);
  return { text: changed(drawn.text), files };
}

function change(text: string, random: Random, fields: readonly string[]): string {
  let changed = text;
  for (let left = 1 + random.below(3); left > 0; left -= 1) changed = changeOnce(changed, random, fields);
  return random.percent(10) ? changed : withoutRepeated(changed);
}

function changeOnce(text: string, random: Random, fields: readonly string[]): string {
  const what = random.below(10);
  if (what === 9) return mutateText(text, random).text;
  if (what >= 4) return `${text.trimEnd()}\n${random.anyOf(fields)}\n`;
  const lines = text.split("\n");
  const at = random.below(lines.length);
  const value = random.anyOf(configurationValues) ?? "";
  lines[at] = (lines[at] ?? "")
    .replace(/^(\s*(?:- )?[\w.-]+:)\s+\S.*$/, (_, key) => `${key} ${value}`)
    .replace(/^(\s*- )[^:]*$/, (_, dash) => `${dash}${value}`);
  return lines.join("\n");
}

/** A field that stands there twice ends the reading, which would hide all else. */
function withoutRepeated(text: string): string {
  const seen = new Set<string>();
  const parts = text.split(/\n(?=\w+:)/).filter((part) => {
    const name = /^\w+:/.exec(part)?.[0];
    const isNew = name === undefined || !seen.has(name);
    if (name !== undefined) seen.add(name);
    return isNew;
  });
  return `${parts.join("\n")}\n`;
}

export function questionOf({ text, files }: DrawnConfiguration): Question {
  return files === undefined ? { mode: "kubelet", text } : { mode: "kubelet-dropin", text, files };
}

export function compareConfiguration(drawn: DrawnConfiguration, answer: unknown): Comparison {
  const [verdict] = answerSchema.parse(answer).documents;
  const { ours, theirs, differences } = compare({ id: "", cgroups: "v2", verdict, ...drawn }, "1.37");
  if (ours && !theirs && isUnasked(drawn)) return { ours: true, server: true, differences: [] };
  return { ours: !ours, server: !theirs, differences: differences.map(generalLine) };
}

/**
 * What follows the closing brace is broken to us, and so is what is not indented below fields that are; the kubelet leaves both
 * out. The program ends before the topology manager reads the values of its options.
 */
function isUnasked({ text, files = [] }: DrawnConfiguration): boolean {
  const texts = [text, ...files.map((file) => file.text)];
  return texts.some(
    (each) => beginsWithBrace(each) || isDedented(each) || each.includes("topologyManagerPolicyOptions"),
  );
}

/** The first field is indented, and a later one is not. */
function isDedented(text: string): boolean {
  const lines = text.split("\n").filter((line) => /^ *[^\s#]/.test(line));
  return lines[0]?.startsWith(" ") === true && lines.some((line) => /^\w/.test(line));
}

/** Without numbers and values, so that differences of one kind are one group. */
function generalLine(line: string): string {
  return line
    .replace(/^1\.37 : /, "")
    .replace(/"[^"]*"/g, '"…"')
    .replace(/\d+/g, "0")
    .slice(0, 240);
}
