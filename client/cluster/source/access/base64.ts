/** Undefined if it is not base64. Node itself would pass over what is wrong. */
export function readBase64(text: string): Buffer | undefined {
  const joined = text.replace(/\s+/g, "");
  return /^[A-Za-z0-9+/]*={0,2}$/.test(joined) && joined.length % 4 === 0 ? Buffer.from(joined, "base64") : undefined;
}
