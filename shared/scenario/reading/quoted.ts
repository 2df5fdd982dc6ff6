/** A text in a message: in quotes, and short. Editors show messages as plain text, so without Markdown. */
export function quoted(text: string, lengthMax: number): string {
  const short = text.length > lengthMax ? `${text.slice(0, lengthMax - 1)}…` : text;
  return short.includes('"') ? `'${short}'` : `"${short}"`;
}
