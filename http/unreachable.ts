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
  | "proxy login"
  | "proxy answer"
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
    case "proxy login":
      return `${server} is unreachable because the proxy ${failure.proxy} requires a login or rejects the one that it got${statusText(failure)}`;
    case "proxy answer":
      return `${server} is unreachable because the proxy ${failure.proxy} does not open a connection to it${statusText(failure)}`;
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
  if (failure.proxy === undefined || isCertificateTrouble(trouble)) return trouble;
  const status = proxyStatus(failure);
  if (status === 407 || isSocksLogin(failure.message)) return "proxy login";
  return status === undefined ? "proxy" : "proxy answer";
}

/** What a proxy answered in place of opening a way, in the words of hpagent. */
function proxyStatus({ message }: Unreachable): number | undefined {
  const [, status] = /^Bad response: (\d{3})$/.exec(message) ?? [];
  return status === undefined ? undefined : Number(status);
}

function statusText(failure: Unreachable): string {
  const status = proxyStatus(failure);
  return status === undefined ? "" : ` (${status})`;
}

/** In the words of socks, which follow the error of the system. */
function isSocksLogin(message: string): boolean {
  return /authentication failed|no accepted authentication type/i.test(message);
}

/** What a person has to mend. */
export function isForPerson(trouble: Trouble): boolean {
  return isCertificateTrouble(trouble) || trouble === "proxy login";
}

/** The server's certificate is not trusted, or ours is not taken. */
function isCertificateTrouble(trouble: Trouble): boolean {
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
