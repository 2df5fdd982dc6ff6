import type { Severity } from "../../rules/core/model.ts";

/** Colors for text, or none. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  underline(text: string): string;
  severity(text: string, severity: Severity): string;
}

const codes: Readonly<Record<Severity, number>> = { error: 31, warning: 33, info: 36, hint: 32 };

export function createStyle(color: boolean): Style {
  const wrap = (text: string, on: number, off: number) =>
    color && text !== "" ? `\u001b[${on}m${text}\u001b[${off}m` : text;
  return {
    bold: (text) => wrap(text, 1, 22),
    dim: (text) => wrap(text, 2, 22),
    underline: (text) => wrap(text, 4, 24),
    severity: (text, severity) => wrap(text, codes[severity], 39),
  };
}
