import { createPrivateKey, X509Certificate } from "node:crypto";
import tls from "node:tls";

/** What secures a connection, as node:https takes it. Certificates and keys are PEM. */
export interface TlsOptions {
  readonly ca?: string | string[];
  readonly cert?: string;
  readonly key?: string;
  readonly servername?: string;
  readonly rejectUnauthorized?: boolean;
  readonly minVersion?: tls.SecureVersion;
}

/** Whether all of it is in PEM format, and key and certificate match. */
export function isValidTls(options: TlsOptions): boolean {
  try {
    tls.createSecureContext(options);
  } catch {
    return false;
  }
  return belongTogether(options.cert, options.key);
}

/** OpenSSL would go on without the certificate, as if nobody had logged in. */
function belongTogether(certificate: string | undefined, key: string | undefined): boolean {
  if (certificate === undefined || key === undefined) return certificate === key;
  try {
    return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}

/** Programs in Go, such as kubectl and promtool, trust the system's authorities; Node trusts its own, and can read the system's since 22.15. */
export function systemAuthorities(): string[] | undefined {
  if (typeof tls.getCACertificates !== "function") return undefined;
  return [...tls.getCACertificates("default"), ...tls.getCACertificates("system")];
}
