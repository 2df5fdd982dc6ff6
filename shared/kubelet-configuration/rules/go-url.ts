import { addressProblems } from "../../api-server/names/addresses.ts";
import { goQuoted } from "../../basics/go-text.ts";

/** An address as Go reads it: its scheme in lower case, or why it is none, in Go's words. */
type ParsedUrl = { readonly scheme: string } | { readonly problem: string };

/** Thrown and caught in this file alone. */
class UrlError extends Error {}

// Models net/url Parse (go 1.26)
export function parseUrl(written: string): ParsedUrl {
  const [whole = "", ...fragments] = written.split("#");
  try {
    const scheme = schemeOf(whole);
    inWhole(written, () => checkEscapes(fragments.join("#")));
    return { scheme };
  } catch (error) {
    if (!(error instanceof UrlError)) throw error;
    return {
      problem: error.message.startsWith("parse ") ? error.message : `parse ${goQuoted(whole)}: ${error.message}`,
    };
  }
}

/** A fragment is reported with the whole address. */
function inWhole(written: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    throw error instanceof UrlError ? new UrlError(`parse ${goQuoted(written)}: ${error.message}`) : error;
  }
}

function schemeOf(whole: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what Go refuses
  if (/[\u0000-\u001f\u007f]/.test(whole)) throw new UrlError("net/url: invalid control character in URL");
  if (whole.startsWith(":")) throw new UrlError("missing protocol scheme");
  const [start = "", written = ""] = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(whole) ?? [];
  const scheme = written.toLowerCase();
  const [rest = ""] = whole.slice(start.length).split("?");
  if (!rest.startsWith("/")) {
    if (scheme === "" && whole !== "*" && rest.split("/")[0]?.includes(":"))
      throw new UrlError("first path segment in URL cannot contain colon");
    if (scheme === "") checkEscapes(rest);
    return scheme;
  }
  const hasAuthority = rest.startsWith("//") && (scheme !== "" || !rest.startsWith("///"));
  if (!hasAuthority) {
    checkEscapes(rest);
    return scheme;
  }
  const slash = rest.indexOf("/", 2);
  checkAuthority(scheme, slash === -1 ? rest.slice(2) : rest.slice(2, slash));
  checkEscapes(slash === -1 ? "" : rest.slice(slash));
  return scheme;
}

function checkAuthority(scheme: string, authority: string): void {
  const at = authority.lastIndexOf("@");
  checkHost(scheme, authority.slice(at + 1));
  const user = authority.slice(0, Math.max(0, at));
  if (!/^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(user)) throw new UrlError("net/url: invalid userinfo");
  for (const part of partsAtFirst(user, ":")) checkEscapes(part);
}

function checkHost(scheme: string, host: string): void {
  const open = host.lastIndexOf("[");
  if (open > 0) throw new UrlError("invalid IP-literal");
  if (open === 0) {
    checkLiteral(host);
    return;
  }
  const isStrict = scheme === "http" || scheme === "https";
  const colon = isStrict ? host.indexOf(":") : host.lastIndexOf(":");
  if (colon !== -1) checkPort(host.slice(colon));
  checkHostEscapes(host);
}

/** `[fe80::1%25en0]:80` */
function checkLiteral(host: string): void {
  const close = host.lastIndexOf("]");
  if (close < 0) throw new UrlError("missing ']' in host");
  checkPort(host.slice(close + 1));
  const name = host.slice(1, close);
  const zone = name.indexOf("%25");
  const address = zone < 0 ? name : name.slice(0, zone);
  checkHostEscapes(address);
  if (zone >= 0) checkZoneEscapes(name.slice(zone));
  const problem = addressProblem(unescaped(address), zone < 0 ? undefined : unescaped(name.slice(zone)));
  if (problem !== undefined) throw new UrlError(problem);
}

/** The words for a broken address of 128 bits are more in Go. */
// Models net/netip ParseAddr (go 1.26)
function addressProblem(address: string, zone: string | undefined): string | undefined {
  const problem = (words: string) => `invalid host: ParseAddr(${goQuoted(`${address}${zone ?? ""}`)}): ${words}`;
  const first = /[.:]/.exec(address)?.[0];
  if (first === undefined) return problem(zone === undefined ? "unable to parse IP" : "missing IPv6 address");
  if (zone === "%") return problem("zone must be a non-empty string");
  const isAddress = addressProblems(address, false).length === 0 && !/(?:^|[.:])0\d+\.|\.0\d+$/.test(address);
  if (first === "." && isAddress && zone === undefined) return "invalid IP-literal";
  if (first === ":" && isAddress) return undefined;
  const wrong = /[^0-9.]/.exec(address)?.index;
  return problem(
    first === "." && wrong !== undefined
      ? `unexpected character (at ${goQuoted(`${address.slice(wrong)}${zone ?? ""}`)})`
      : "unable to parse IP",
  );
}

function checkPort(port: string): void {
  if (!/^(?::[0-9]*)?$/.test(port)) throw new UrlError(`invalid port ${goQuoted(port)} after host`);
}

// Models net/url unescape (go 1.26), in its mode of paths, users and fragments
function checkEscapes(text: string): void {
  const wrong = /%(?![0-9A-Fa-f]{2})/.exec(text);
  if (wrong !== null) throw new UrlError(`invalid URL escape ${goQuoted(text.slice(wrong.index, wrong.index + 3))}`);
}

const notInHosts = /%|[^!"$&'()*+,;=:[\]<>\-_.~0-9A-Za-z\u0080-\uffff]/g;

/** Only what is beyond ASCII may be escaped in a host. */
function checkHostEscapes(host: string): void {
  for (const { 0: found, index } of host.matchAll(notInHosts)) {
    if (found !== "%") throw new UrlError(`invalid character ${goQuoted(found)} in host name`);
    const written = host.slice(index, index + 3);
    if (!/^%(?:25|[89A-Fa-f][0-9A-Fa-f])$/.test(written)) throw new UrlError(`invalid URL escape ${goQuoted(written)}`);
  }
}

/** What a host has, an escaped blank, and an escaped percent sign. */
function checkZoneEscapes(zone: string): void {
  for (const { 0: found, index } of zone.matchAll(notInHosts)) {
    if (found !== "%") throw new UrlError(`invalid character ${goQuoted(found)} in host name`);
    const written = zone.slice(index, index + 3);
    const isWell = /^%[0-9A-Fa-f]{2}$/.test(written);
    const character = isWell ? String.fromCharCode(Number.parseInt(written.slice(1), 16)) : "";
    const isOfHosts = /^[ %!"$&'()*+,;=:[\]<>\-_.~0-9A-Za-z]$/.test(character);
    if (!isOfHosts) throw new UrlError(`invalid URL escape ${goQuoted(written)}`);
  }
}

function unescaped(text: string): string {
  return text.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function partsAtFirst(text: string, separator: string): readonly string[] {
  const index = text.indexOf(separator);
  return index === -1 ? [text] : [text.slice(0, index), text.slice(index + 1)];
}
