interface MeantQuantity {
  readonly text: string;
  /** False: a guess, because the unit could also be a power of 1024. */
  readonly isCertain: boolean;
}

/** The quantity that somebody meant by `512MB`, `1 Gi`, or `1gi`. Undefined if nobody knows. */
export function meantQuantity(written: string): MeantQuantity | undefined {
  const [, amount, letter = "", binary, bytes] = /^(\d+(?:\.\d+)?) ?([KMGTPE]?)(i?)(b?)$/i.exec(written.trim()) ?? [];
  if (amount === undefined || (letter === "" && (binary !== "" || bytes === ""))) return undefined;
  const isBinary = binary !== "";
  const unit = letter.toUpperCase();
  const text = `${amount}${isBinary ? `${unit}i` : unit === "K" ? "k" : unit}`;
  if (text === written) return undefined;
  const isSameLetter = letter === unit || letter === "k";
  return { text, isCertain: isBinary || (bytes === "B" && isSameLetter) };
}
