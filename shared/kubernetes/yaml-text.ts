/** Plain data as YAML in kubectl's style: two spaces, lists as deep as their key, no more quotes than needed. */
export function yamlOf(value: unknown): string {
  return linesOf(value, "").join("\n");
}

function linesOf(value: unknown, indent: string): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => itemLines(linesOf(item, ""), indent));
  if (!isMap(value)) return [indent + scalar(value)];
  return Object.entries(value).flatMap(([key, field]): readonly string[] => {
    if (field === undefined) return [];
    const head = `${indent}${key}:`;
    if (Array.isArray(field)) return field.length === 0 ? [`${head} []`] : [head, ...linesOf(field, indent)];
    if (!isMap(field)) return [`${head} ${scalar(field)}`];
    return Object.keys(field).length === 0 ? [`${head} {}`] : [head, ...linesOf(field, `${indent}  `)];
  });
}

function itemLines(lines: readonly string[], indent: string): readonly string[] {
  return lines.map((line, index) => `${indent}${index === 0 ? "- " : "  "}${line}`);
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Words that YAML reads as something else, and what begins or goes on like something else. */
const needsQuotes =
  /^$|^[\s\-?:,[\]{}#&*!|>'"%@`]|: |\s#|:$|\s$|^(true|false|yes|no|on|off|null|~|[-+.\d][\d.:eE_+-]*)$/i;

function scalar(value: unknown): string {
  if (typeof value !== "string") return String(value);
  return needsQuotes.test(value) || /[\n\t]/.test(value) ? JSON.stringify(value) : value;
}
