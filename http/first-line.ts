/** The first line that says something, without what may be a secret, at most 200 characters and without its full stop. */
export function firstLine(text: string): string {
  const line = text.split(/\r?\n/).find((each) => each.trim() !== "") ?? "";
  const plain = redact(line.trim());
  return (plain.length > lineMax ? `${plain.slice(0, lineMax)}…` : plain).replace(/\.$/, "");
}

/** Replaces what looks like a token, a key or a password: nothing of that kind may reach a log. */
function redact(text: string): string {
  return text
    .replace(/\b(bearer|basic)\s+\S+/gi, "$1 …")
    .replace(/((?:token|secret|password|passwd|key|credential)s?"?\s*[=:]\s*)\S+/gi, "$1…")
    .replace(/:\/\/[^/\s@]*@/g, "://…@")
    .replace(/[A-Za-z0-9_\-+/=.]{40,}/g, (word) =>
      /[./]/.test(word) && !/[A-Za-z0-9_\-+=]{32,}/.test(word) ? word : "…",
    );
}

const lineMax = 200;
