import type { Path } from "../../basics/path.ts";
import { atLeast } from "../../kubernetes/versions.ts";
import { requireText, validateFileMode, validateId, validateLocalPath, validateWord } from "../names/checks.ts";
import { byteLength, dnsLabelProblems, qualifiedNameProblems, subdomainProblems } from "../names/names.ts";
import { validateSelector } from "../names/selectors.ts";
import { type Fields, fieldsAt, has, numberAt, objectsAt, textAt, textsAt } from "../types/fields.ts";
import { forbidden, invalid, invalidNames, notSupported, type Report, required, tooLong } from "../types/report.ts";
import { validateDownwardFile, validateKeyToPath } from "./volume-files.ts";

/** A projected volume while its sources are looked at: no two of them may write one file. */
interface Projection {
  readonly report: Report;
  readonly path: Path;
  readonly written: Set<string>;
}

type Check = (projection: Projection, source: Fields, path: Path) => void;

const kinds: readonly (readonly [field: string, check: Check])[] = [
  ["secret", validateKeys],
  ["configMap", validateKeys],
  ["downwardAPI", validateDownward],
  ["serviceAccountToken", validateToken],
  ["clusterTrustBundle", validateTrustBundle],
  ["podCertificate", validateCertificate],
];

// Models pkg/apis/core/validation/validation.go validateProjectedVolumeSource (v1.37.1)
export function validateProjected(report: Report, volume: Fields, path: Path): void {
  validateFileMode(report, volume, "defaultMode", path);
  validateId(report, volume, "defaultUser", path);
  const projection: Projection = { report, path, written: new Set() };
  for (const [index, source] of objectsAt(volume, "sources").entries()) {
    const at = [...path, "sources", index];
    const present = kinds.filter(([field]) => fieldsAt(source, field) !== undefined);
    for (const [field, check] of present) check(projection, fieldsAt(source, field) ?? {}, [...at, field]);
    const perSource = atLeast(report.apiServer.kubernetes, "1.31") ? " per source" : "";
    if (present.length > 1) forbidden(report, at, `may not specify more than 1 volume type${perSource}`);
  }
}

/** The server names the volume and says `value`. */
function take({ report, path, written }: Projection, file: string, at: Path, value: string): void {
  if (written.has(file)) invalid(report, path, value, "conflicting duplicate paths", { at });
  written.add(file);
}

function validateKeys(projection: Projection, source: Fields, path: Path): void {
  const { report } = projection;
  requireText(report, source, "name", path);
  for (const [index, item] of objectsAt(source, "items").entries()) {
    const at = [...path, "items", index];
    validateKeyToPath(report, item, at);
    const file = textAt(item, "path");
    if (file !== "") take(projection, file, [...at, "path"], textAt(source, "name"));
  }
}

function validateDownward(projection: Projection, source: Fields, path: Path): void {
  for (const [index, item] of objectsAt(source, "items").entries()) {
    const at = [...path, "items", index];
    validateDownwardFile(projection.report, item, path, at);
    const file = textAt(item, "path");
    if (file !== "") take(projection, file, [...at, "path"], file);
  }
}

const tokenSecondsLeast = 600;
const tokenSecondsMost = 2 ** 32;

function validateToken({ report, path: volume }: Projection, source: Fields, path: Path): void {
  const seconds = numberAt(source, "expirationSeconds");
  const at = [...path, "expirationSeconds"];
  if (seconds !== undefined && seconds < tokenSecondsLeast)
    invalid(report, at, seconds, "may not specify a duration less than 10 minutes");
  if (seconds !== undefined && seconds > tokenSecondsMost)
    invalid(report, at, seconds, "may not specify a duration larger than 2^32 seconds");
  const file = textAt(source, "path");
  if (file === "") required(report, [...volume, "path"], "", { at: path });
  else if (atLeast(report.apiServer.kubernetes, "1.30"))
    validateLocalPath(report, file, [...volume, "path"], [...path, "path"]);
  validateId(report, source, "user", path);
}

function validateTrustBundle(projection: Projection, source: Fields, path: Path): void {
  const { report } = projection;
  const hasName = has(source, "name");
  const hasSigner = has(source, "signerName");
  if (hasName && hasSigner) invalid(report, path, source, "only one of name and signerName may be used");
  else if (hasName) validateBundleName(report, source, path);
  else if (hasSigner) {
    const signer = textAt(source, "signerName");
    if (signer === "") required(report, [...path, "signerName"], "must be a valid signer name");
    validateSigner(report, signer, [...path, "signerName"]);
    const selector = fieldsAt(source, "labelSelector");
    if (selector !== undefined) validateSelector(report, selector, [...path, "labelSelector"]);
  } else required(report, path, "either name or signerName must be specified");
  const file = textAt(source, "path");
  if (file === "") required(report, [...path, "path"]);
  validateId(report, source, "user", path);
  validateLocalPath(report, file, [...path, "path"]);
  take(projection, file, [...path, "path"], file);
}

function validateBundleName(report: Report, source: Fields, path: Path): void {
  const name = textAt(source, "name");
  const at = [...path, "name"];
  if (name === "") required(report, at, "must be a valid object name");
  // A colon separates the signer, whose name is the prefix by construction, from the rest.
  for (const problem of subdomainProblems(name.slice(name.lastIndexOf(":") + 1)))
    invalid(report, at, name, `not a valid clustertrustbundlename: ${problem}`);
  if (has(source, "labelSelector"))
    invalid(
      report,
      [...path, "labelSelector"],
      source["labelSelector"],
      "labelSelector must be unset if name is specified",
    );
}

const signerLengthMost = 253 + 1 + 253 + 63 + 1;

// Models pkg/apis/core/validation/names.go ValidateSignerName (v1.37.1)
function validateSigner(report: Report, signer: string, path: Path): void {
  const parts = signer.split("/");
  const [domain = "", rest = ""] = parts;
  if (signer === "") {
    required(report, path);
    return;
  }
  if (parts.length !== 2) {
    invalid(report, path, signer, "must be a fully qualified domain and path of the form 'example.com/signer-name'");
    return;
  }
  if (byteLength(domain) > 253) tooLong(report, path, 253);
  validateLabels(report, domain, path, dnsLabelProblems);
  if (!domain.includes("."))
    invalid(report, path, domain, "should be a domain with at least two segments separated by dots");
  validateLabels(report, rest, path, subdomainProblems);
  if (byteLength(signer) > signerLengthMost) tooLong(report, path, signerLengthMost);
}

/** Of the first part that is wrong. */
function validateLabels(report: Report, name: string, path: Path, check: (part: string) => readonly string[]): void {
  const wrong = name.split(".").find((part) => check(part).length > 0);
  if (wrong === undefined) return;
  for (const problem of check(wrong))
    invalid(report, path, name, `validating label ${JSON.stringify(wrong)}: ${problem}`);
}

const keyTypes = ["RSA3072", "RSA4096", "ECDSAP256", "ECDSAP384", "ECDSAP521", "ED25519"];
const dayInSeconds = 86_400;
const annotationBytesMost = 256 * 1024;

function validateCertificate(projection: Projection, source: Fields, path: Path): void {
  const { report } = projection;
  const signer = textAt(source, "signerName");
  validateSigner(report, signer, [...path, "signerName"]);
  validateUserAnnotations(report, source, [...path, "userAnnotations"]);
  validateId(report, source, "user", path);
  const keyType = textAt(source, "keyType");
  if (keyType === "") notSupported(report, [...path, "keyType"], "", keyTypes);
  else validateWord(report, source, "keyType", path, keyTypes);
  validateExpiration(report, source, signer, [...path, "maxExpirationSeconds"]);
  const files = ["credentialBundlePath", "keyPath", "certificateChainPath"].filter(
    (field) => textAt(source, field) !== "",
  );
  for (const field of files) {
    const file = textAt(source, field);
    validateLocalPath(report, file, [...path, field]);
    take(projection, file, [...path, field], file);
  }
  if (files.length === 0)
    required(report, path, "specify at least one of credentialBundlePath, keyPath, and certificateChainPath");
}

function validateExpiration(report: Report, source: Fields, signer: string, path: Path): void {
  const seconds = numberAt(source, "maxExpirationSeconds");
  if (seconds === undefined) return;
  const host = signer.split("/")[0] ?? "";
  const isOwn = host === "kubernetes.io" || host.endsWith(".kubernetes.io");
  const most = isOwn ? dayInSeconds : 91 * dayInSeconds;
  if (seconds < 3600) invalid(report, path, seconds, "if provided, maxExpirationSeconds must be >= 3600");
  if (seconds > most) invalid(report, path, seconds, `if provided, maxExpirationSeconds must be <= ${most}`);
}

function validateUserAnnotations(report: Report, source: Fields, path: Path): void {
  const annotations = textsAt(source, "userAnnotations");
  for (const [key] of annotations) {
    const name = key.toLowerCase();
    const more = { at: [...path, key] };
    const problems = qualifiedNameProblems(name, report.apiServer.kubernetes);
    if (name === "") required(report, path, "", more);
    else if (problems.length > 0) invalidNames(report, path, name, problems, more);
    else if (!name.includes("/"))
      invalid(report, path, name, 'must be a domain-prefixed key (such as "acme.io/foo")', more);
  }
  const bytes = annotations.reduce((total, [key, value]) => total + byteLength(key) + byteLength(value), 0);
  if (bytes > annotationBytesMost) tooLong(report, path, annotationBytesMost);
}
