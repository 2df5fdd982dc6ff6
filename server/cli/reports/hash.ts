/** A fingerprint of 32 hexadecimal digits. */
export function hashOf(text: string): string {
  // Its loading costs what a small file costs, and only reports need it.
  const { createHash } = process.getBuiltinModule("node:crypto");
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}
