import * as z from "zod/mini";
import { reviewObject } from "../../shared/api-server/admission/review.ts";
import type { Fields } from "../../shared/api-server/types/fields.ts";
import type { PodCarrierKind } from "../../shared/api-server/types/kinds.ts";
import { formatPath, formatStrictPath } from "../../shared/basics/path.ts";
import type { Component } from "../../shared/kubernetes/node.ts";

// What we say of an object beside what the API server said.

export const verdictSchema = z.object({
  id: z.string(),
  documents: z.array(
    z.object({
      accepted: z.nullable(z.boolean()),
      strict: z.array(z.string()),
      decode: z.nullable(z.string()),
      errors: z.array(
        z.object({
          field: z.optional(z.string()),
          type: z.optional(z.string()),
          detail: z.optional(z.string()),
        }),
      ),
      warnings: z.array(z.string()),
    }),
  ),
});
export type Verdict = z.infer<typeof verdictSchema>["documents"][number];

export interface Comparison {
  /** Whether the object is taken with kubectl's default, which is strict. */
  readonly ours: boolean;
  readonly server: boolean;
  /** One line each, with its kind, for example `missing spec.containers[].name Required`. */
  readonly differences: readonly string[];
}

export function compare(kind: PodCarrierKind, value: Fields, verdict: Verdict, apiServer: Component): Comparison {
  const review = reviewObject(kind, value, apiServer);
  const isTaken = review.wrongTypes.length + review.unknown.length + review.errors.length === 0;
  const server = verdict.accepted === true && verdict.strict.length === 0;
  if (verdict.decode !== null) {
    const ours = isTaken && !isLastWord(verdict.decode);
    const isKnown = review.wrongTypes.length > 0 || (verdict.decode.startsWith("panic") && !isTaken);
    const isMissed = ours || (!isKnown && !isLastWord(verdict.decode));
    return { ours, server: false, differences: isMissed ? [`undecodable: ${generalDecode(verdict.decode)}`] : [] };
  }
  const wrongTypes = review.wrongTypes.map(({ path }) => `wrong type ${general(formatPath(path))}`);
  if (wrongTypes.length > 0) return { ours: false, server, differences: wrongTypes };
  const differences = [
    ...difference(
      review.errors.map(({ path, errorType, detail }) => `${formatPath(path)} ${errorType} ${detail}`),
      verdict.errors.map(
        ({ field = "", type = "", detail = "" }) => `${field} ${type.replace("FieldValue", "")} ${detail}`,
      ),
    ),
    ...difference(
      review.unknown.map(({ path }) => `unknown ${formatStrictPath(path)}`),
      verdict.strict
        .map(fieldOf)
        .filter((field) => !field.startsWith("status."))
        .map((field) => `unknown ${field}`),
    ),
    ...(verdict.accepted === true && review.errors.length === 0
      ? difference(
          review.warnings.map(
            ({ path, message }) => `warning ${path.length === 0 ? "" : `${formatPath(path)}: `}${message}`,
          ),
          verdict.warnings.map((warning) => `warning ${warning}`),
        )
      : []),
  ];
  return { ours: isTaken, server, differences };
}

/** Of `unknown field "spec.foo"`, which Go has quoted. */
function fieldOf(line: string): string {
  const [quoted] = /".*"/s.exec(line) ?? [];
  return quoted === undefined ? line : z.string().parse(JSON.parse(quoted));
}

/** The storage says it, of an object that is right otherwise; a rule of its own tells it. */
function isLastWord(decode: string): boolean {
  return decode.startsWith("resourceVersion") || decode.startsWith("the namespace of the provided object");
}

function difference(ours: readonly string[], theirs: readonly string[]): readonly string[] {
  const [left, right] = [new Set(ours), new Set(theirs)];
  return [
    ...[...right].filter((line) => !left.has(line)).map((line) => `missing ${general(line)}`),
    ...[...left].filter((line) => !right.has(line)).map((line) => `too many ${general(line)}`),
  ];
}

/** Without numbers, names, values and the way to the pod spec, so that differences of one kind are one group. */
export function general(line: string): string {
  return line
    .replace(/(?:spec\.jobTemplate\.spec\.template|spec\.template|(?<![.\w])template)\.spec\./, "spec.")
    .replace(/(?:initC|ephemeralC|c)ontainers\[\d+\]/, "containers[]")
    .replace(/\[[^\]]*\]/g, "[]")
    .replace(/"(?:[^"\\]|\\.)*"/g, '"…"')
    .slice(0, 240);
}

function generalDecode(decode: string): string {
  return general(decode.replace(/^.*?json: /s, "json: "));
}
