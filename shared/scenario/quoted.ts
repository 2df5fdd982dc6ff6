/** A text in a message: in quotes, and short. Editors show messages as they are, so Markdown has no place in them. */
export function quoted(text: string, lengthMax: number): string {
  const short = text.length > lengthMax ? `${text.slice(0, lengthMax - 1)}…` : text;
  return short.includes('"') ? `'${short}'` : `"${short}"`;
}
