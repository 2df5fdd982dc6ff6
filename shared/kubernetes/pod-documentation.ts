import { podDocumentationLines } from "./pod-documentation.data.ts";

/** What a field of the Pod API or one of its values does, for people. */
export interface FieldDocumentation {
  readonly name: string;
  readonly text: string;
  readonly required: boolean;
  /** Everybody knows it: it is offered, but a hover says nothing of it. */
  readonly obvious: boolean;
  readonly unit: "seconds" | undefined;
  /** As it is written. Undefined if there is none, or it depends on other fields, and the text says how. */
  readonly default: string | undefined;
  readonly minimum: string | undefined;
  readonly maximum: string | undefined;
  /** Of the API server: where it is off, the server drops or refuses the field. */
  readonly gate: string | undefined;
  /** The values to choose from; empty where any is possible. */
  readonly values: readonly FieldDocumentation[];
}

let byType: ReadonlyMap<string, readonly FieldDocumentation[]> | undefined;

/** Names of the types that have documentation. */
export function documentedTypes(): readonly string[] {
  byType ??= decode(podDocumentationLines);
  return [...byType.keys()];
}

/** The fields of a type that concern restarts, probes and termination: those that people write most come first. */
export function documentedFields(type: string): readonly FieldDocumentation[] {
  byType ??= decode(podDocumentationLines);
  return byType.get(type) ?? [];
}

export function fieldDocumentation(type: string, name: string): FieldDocumentation | undefined {
  return documentedFields(type).find((field) => field.name === name);
}

/**
 * Reads `# TYPE,TYPE`, below it `FIELD FACTS TEXT`, and below a field `.VALUE FACTS TEXT`. Facts stand between commas:
 * `!` required, `*` obvious, `s` seconds, `=3` default, `>=0` and `<=9` bounds, `~Gate`; `-` none.
 */
function decode(lines: string): ReadonlyMap<string, readonly FieldDocumentation[]> {
  const fields = new Map<string, FieldDocumentation[]>();
  let types: readonly string[] = [];
  let values: FieldDocumentation[] = [];
  for (const line of lines.trim().split("\n")) {
    if (line.startsWith("# ")) types = line.slice(2).split(",");
    else if (line.startsWith(".")) values.push(decodeLine(line.slice(1), []));
    else {
      values = [];
      const field = decodeLine(line, values);
      for (const type of types) fields.set(type, [...(fields.get(type) ?? []), field]);
    }
  }
  return fields;
}

function decodeLine(line: string, values: readonly FieldDocumentation[]): FieldDocumentation {
  const [name = "", written = "", ...words] = line.split(" ");
  const facts = written.split(",");
  const fact = (sign: string) => facts.find((each) => each.startsWith(sign))?.slice(sign.length);
  return {
    name,
    text: words.join(" "),
    required: facts.includes("!"),
    obvious: facts.includes("*"),
    unit: facts.includes("s") ? "seconds" : undefined,
    default: fact("="),
    minimum: fact(">="),
    maximum: fact("<="),
    gate: fact("~"),
    values,
  };
}
