/** The text of a file. PowerShell writes UTF-16, with a mark at its beginning; without one it is UTF-8. */
export function fileText(bytes: Buffer): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return bytes.toString("utf16le");
  if (first === 0xfe && second === 0xff)
    return Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)))
      .swap16()
      .toString("utf16le");
  return bytes.toString("utf8");
}
