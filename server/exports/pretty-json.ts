/** Formats JSON as the command line prints it. */
export function prettyJson(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
