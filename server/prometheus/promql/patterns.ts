import { RE2JS } from "re2js";
import type { Pattern } from "../../../shared/prometheus/promql/model.ts";

// Prometheus' regular expressions are those of RE2: linear in the text, whatever a rule file says.

/** Whether a whole text matches; undefined if it is not a regular expression. */
export function wholeMatcher(pattern: string): ((text: string) => boolean) | undefined {
  const compiled = compile(pattern);
  return compiled && ((text) => compiled.matches(text));
}

/** The expression of `label_replace`. */
export function compilePattern(pattern: string): Pattern | undefined {
  const compiled = compile(pattern);
  if (compiled === undefined) return undefined;
  return {
    replace(text, replacement) {
      const matcher = compiled.matcher(text);
      if (!matcher.matches()) return undefined;
      const names = compiled.namedGroups();
      const groupOf = (name: string): string => {
        const index = /^\d+$/.test(name) ? Number(name) : (names[name] ?? -1);
        return index < 0 || index > matcher.groupCount() ? "" : (matcher.group(index) ?? "");
      };
      // As Go's Expand: $1, ${name}, $$.
      return replacement.replaceAll(
        /\$(?:(\$)|(\w+)|\{(\w+)\})/g,
        (_, dollar?: string, plain?: string, braced?: string) =>
          dollar === undefined ? groupOf(plain ?? braced ?? "") : "$",
      );
    },
  };
}

/** Instructions of the largest program that is compiled: a pattern of 14,000 characters can have millions, and take seconds. */
const instructionsMax = 100_000;
/** RE2 allows no more repetitions of a part, also where they are nested. */
const repetitionsMax = 1000;

export function isTooLarge(pattern: string): boolean {
  let repetitions = 1;
  for (const [, least = "1", most = least] of pattern.matchAll(/\{(\d{1,4})(?:,(\d{1,4}))?/g))
    repetitions = Math.min(repetitionsMax, repetitions * Math.max(1, Number(least), Number(most)));
  return pattern.length * repetitions > instructionsMax;
}

function compile(pattern: string): RE2JS | undefined {
  if (isTooLarge(pattern)) return undefined;
  try {
    return RE2JS.compile(pattern, RE2JS.DOTALL);
  } catch {
    return undefined;
  }
}
