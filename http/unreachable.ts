import type { Unreachable } from "./answer.ts";
import { firstLine } from "./first-line.ts";

/** What is wrong, as far as people can do something about it. */
export type Trouble =
  | "refused"
  | "closed"
  | "unknown name"
  | "no DNS"
  | "no route"
  | "silent"
  | "no TLS"
  | "other TLS"
  | "rejected certificate"
  | "other name"
  | "expired"
  | "untrusted"
  | "proxy"
  | "other";

/** How a sentence begins that is about them. */
interface Subjects {
  /** `https://far:6443`, `The API server at https://far:6443`. */
  readonly server: string;
  /** `the certificate of https://far:6443`. */
  readonly certificate: string;
}

/** Why a server is not reached, without a full stop: what to do about it depends on who asks. */
export function unreachableText(failure: Unreachable, { server, certificate }: Subjects): string {
  const trouble = troubleOf(failure);
  const why = failure.code || firstLine(failure.message);
  switch (trouble) {
    case "proxy":
      return `${server} is unreachable through the proxy ${failure.proxy} (${why})`;
    case "other TLS":
      return `${server} has no TLS that fits (${why})`;
    case "other":
      return `${server} is unreachable (${why})`;
    case "other name":
    case "expired":
    case "untrusted":
      return `${certificate} ${certificateTexts[trouble]}`;
    default:
      return `${server} ${serverTexts[trouble]}`;
  }
}

const certificateTexts = {
  "other name": "is for another name",
  expired: "is expired or not yet valid",
  untrusted: "is not trusted",
} as const;

const serverTexts = {
  refused: "refused the connection",
  closed: "closed the connection",
  "unknown name": "can't be found by name",
  "no DNS": "can't be found by name because DNS is not responding",
  "no route": "is unreachable",
  silent: "is not responding",
  "no TLS": "does not speak TLS",
  "rejected certificate": "rejected the TLS connection",
} as const;

export function troubleOf(failure: Unreachable): Trouble {
  const trouble = directTrouble(failure);
  return failure.proxy === undefined || isCertificateTrouble(trouble) ? trouble : "proxy";
}

/** The server's certificate is not trusted, or ours is not taken: that does not mend itself. */
export function isCertificateTrouble(trouble: Trouble): boolean {
  return ["rejected certificate", "other name", "expired", "untrusted"].includes(trouble);
}

/** By Node's codes. */
function directTrouble({ code, message }: Unreachable): Trouble {
  const known = troubles[code];
  if (known !== undefined) return known;
  // The server's words: it wants a certificate, or another one.
  if (/ALERT/i.test(code) || (code === "EPROTO" && /\balert\b/i.test(message))) return "rejected certificate";
  if (code === "EPROTO") return "no TLS";
  if (/CERT|ISSUER|SIGNATURE/.test(code)) return "untrusted";
  return /SSL|TLS/.test(code) ? "other TLS" : "other";
}

const troubles: Readonly<Record<string, Trouble>> = {
  ECONNREFUSED: "refused",
  ECONNRESET: "closed",
  ENOTFOUND: "unknown name",
  EAI_AGAIN: "no DNS",
  EHOSTUNREACH: "no route",
  ENETUNREACH: "no route",
  ETIMEDOUT: "silent",
  ERR_SSL_WRONG_VERSION_NUMBER: "no TLS",
  ERR_TLS_CERT_ALTNAME_INVALID: "other name",
  CERT_HAS_EXPIRED: "expired",
  CERT_NOT_YET_VALID: "expired",
};
