import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

// Certificates that tests need with a date or an authority of their own: X.509 (RFC 5280) in DER, as few fields as TLS takes.

export interface Identity {
  /** PEM. */
  readonly certificate: string;
  /** PEM. */
  readonly key: string;
}

export interface Authority extends Identity {
  /** For a program at 127.0.0.1 and for whoever has the name. */
  issue(name: string, validity?: Partial<Validity>): Identity;
}

interface Validity {
  readonly from: string;
  readonly until: string;
}

/** An authority that nobody else trusts. */
export function createAuthority(name: string): Authority {
  const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const issuer = { name, key: keys.privateKey };
  return {
    ...identity(issuer, { name, keys, extensions: [isAuthority], validity: {} }),
    issue(of, validity = {}) {
      const own = generateKeyPairSync("ec", { namedCurve: "P-256" });
      return identity(issuer, { name: of, keys: own, extensions: [isAtLoopback], validity });
    },
  };
}

interface Subject {
  readonly name: string;
  readonly keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject };
  readonly extensions: readonly Buffer[];
  readonly validity: Partial<Validity>;
}

function identity(issuer: { readonly name: string; readonly key: KeyObject }, subject: Subject): Identity {
  const { from = "2020-01-01T00:00:00Z", until = "2120-01-01T00:00:00Z" } = subject.validity;
  const signed = sequence(
    tagged(0xa0, tagged(0x02, Buffer.of(2))), // version 3
    tagged(0x02, Buffer.concat([Buffer.of(1), randomBytes(8)])), // serial number
    ecdsaWithSha256,
    nameOf(issuer.name),
    sequence(timeOf(from), timeOf(until)),
    nameOf(subject.name),
    subject.keys.publicKey.export({ type: "spki", format: "der" }),
    tagged(0xa3, sequence(...subject.extensions)),
  );
  const signature = sign("sha256", signed, issuer.key);
  const der = sequence(signed, ecdsaWithSha256, tagged(0x03, Buffer.concat([Buffer.of(0), signature])));
  const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
  return {
    certificate: ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n"),
    key: subject.keys.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

function tagged(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.of(tag, ...head), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, ...parts);
}

/** The bytes of an object identifier, as it is written in DER. */
function oid(hex: string): Buffer {
  return tagged(0x06, Buffer.from(hex, "hex"));
}

function nameOf(commonName: string): Buffer {
  return sequence(tagged(0x31, sequence(oid("550403"), tagged(0x0c, Buffer.from(commonName)))));
}

/** GeneralizedTime. */
function timeOf(text: string): Buffer {
  return tagged(0x18, Buffer.from(text.replace(/[-:T]/g, "")));
}

const ecdsaWithSha256 = sequence(oid("2a8648ce3d040302"));
const isTrue = tagged(0x01, Buffer.of(0xff));
/** basicConstraints, critical: CA. */
const isAuthority = sequence(oid("551d13"), isTrue, tagged(0x04, sequence(isTrue)));
/** subjectAltName: the address 127.0.0.1. */
const isAtLoopback = sequence(oid("551d11"), tagged(0x04, sequence(tagged(0x87, Buffer.of(127, 0, 0, 1)))));
