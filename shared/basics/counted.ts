/**
 * A number with its noun: `1 loop`, `2 loops`; with the plural of a verb, `1 loop is`, `2 loops are`.
 * The number may be a text, such as `3–5` or `1,204`.
 */
export function counted(count: number | string, noun: string, verb?: string): string {
  const words = `${count} ${inNumber(count, noun)}`;
  return verb === undefined ? words : `${words} ${agreeing(count, verb)}`;
}

/** The noun alone: `rule`, `rules`. */
export function inNumber(count: number | string, noun: string): string {
  if (isOne(count)) return noun;
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return `${noun}${endsInHiss.test(noun) ? "es" : "s"}`;
}

/** The verb alone, from its plural: `takes`, `take`. */
export function agreeing(count: number | string, verb: string): string {
  if (!isOne(count)) return verb;
  return singulars[verb] ?? `${verb}${endsInHiss.test(verb) ? "es" : "s"}`;
}

const singulars: Readonly<Record<string, string>> = { are: "is", were: "was", have: "has", do: "does" };

const endsInHiss = /(?:s|x|z|ch|sh)$/;

function isOne(count: number | string): boolean {
  return String(count) === "1";
}
