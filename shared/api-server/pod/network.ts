import type { Path } from "../../basics/path.ts";
import { isEnabled } from "../../kubernetes/gates/feature-gates.ts";
import { atLeast } from "../../kubernetes/versions.ts";
import { addressProblems } from "../names/addresses.ts";
import { byteLength, searchPathProblems, subdomainProblems } from "../names/names.ts";
import { type Fields, fieldsAt, has, listAt, objectsAt, textAt } from "../types/fields.ts";
import { forbidden, invalid, invalidNames, type Report, required, tooLong } from "../types/report.ts";

const nameserversMost = 3;
const searchesMost = 32;
const searchBytesMost = 2048;

// Models pkg/apis/core/validation/validation.go validatePodDNSConfig (v1.37.1)
export function validateDns(report: Report, spec: Fields, path: Path): void {
  const config = fieldsAt(spec, "dnsConfig");
  const at = [...path, "dnsConfig"];
  const nameservers = listAt(config, "nameservers");
  if (textAt(spec, "dnsPolicy") === "None") {
    if (config === undefined) {
      required(report, at, "must provide `dnsConfig` when `dnsPolicy` is None");
      return;
    }
    if (nameservers.length === 0) {
      required(report, [...at, "nameservers"], "must provide at least one DNS nameserver when `dnsPolicy` is None");
      return;
    }
  }
  if (nameservers.length > nameserversMost)
    invalid(report, [...at, "nameservers"], nameservers, `must not have more than ${nameserversMost} nameservers`);
  for (const [index, server] of nameservers.entries())
    validateAddress(report, String(server), [...at, "nameservers", index]);
  validateSearches(report, listAt(config, "searches").map(String), [...at, "searches"]);
  for (const [index, option] of objectsAt(config, "options").entries())
    if (textAt(option, "name") === "") required(report, [...at, "options", index], "must not be empty");
}

function validateSearches(report: Report, searches: readonly string[], path: Path): void {
  if (searches.length > searchesMost)
    invalid(report, path, searches, `must not have more than ${searchesMost} search paths`);
  if (byteLength(searches.join(" ")) > searchBytesMost)
    invalid(
      report,
      path,
      searches,
      `must not have more than ${searchBytesMost} characters (including spaces) in the search list`,
    );
  const isRelaxed = isEnabled(report.apiServer, "RelaxedDNSSearchValidation");
  for (const [index, written] of searches.entries()) {
    if (isRelaxed && written === ".") continue;
    const search = written.replace(/\.$/, "");
    const problems = isRelaxed ? searchPathProblems(search, report.apiServer.kubernetes) : subdomainProblems(search);
    invalidNames(report, [...path, index], search, problems);
  }
}

/** Of a field that had addresses before anybody was strict about them. `at` is the place. */
function validateAddress(report: Report, text: string, path: Path, at = path): void {
  const { apiServer } = report;
  for (const problem of addressProblems(text, isEnabled(apiServer, "StrictIPCIDRValidation"))) {
    const isInvalid = problem.startsWith("must be");
    const words = isInvalid && !atLeast(apiServer.kubernetes, "1.30") ? "must be valid IP address" : problem;
    invalid(report, path, text, words, { at });
  }
}

/** Before 1.30 the server did not say which alias it is. */
// Models pkg/apis/core/validation/validation.go ValidateHostAliases (v1.37.1)
export function validateHostAliases(report: Report, spec: Fields, path: Path): void {
  const isNewer = atLeast(report.apiServer.kubernetes, "1.30");
  for (const [index, alias] of objectsAt(spec, "hostAliases").entries()) {
    const at = [...path, "hostAliases", index];
    const named = isNewer ? at : at.slice(0, -1);
    validateAddress(report, textAt(alias, "ip"), [...named, "ip"], [...at, "ip"]);
    for (const [position, name] of listAt(alias, "hostnames").entries()) {
      const place = [...at, "hostnames", position];
      const hostnames = isNewer ? place : [...named, "hostnames"];
      invalidNames(report, hostnames, String(name), subdomainProblems(String(name)), { at: place });
    }
  }
}

const hostnameLengthMost = 64;

// Models pkg/apis/core/validation/validation.go validatePodHostName (v1.37.1)
export function validateHostnameOverride(report: Report, spec: Fields, path: Path): void {
  if (!has(spec, "hostnameOverride")) return;
  const name = textAt(spec, "hostnameOverride");
  const at = [...path, "hostnameOverride"];
  if (spec["setHostnameAsFQDN"] === true) forbidden(report, at, "may not be specified when setHostnameAsFQDN is true");
  if (spec["hostNetwork"] === true) forbidden(report, at, "may not be specified when hostNetwork is true");
  if (byteLength(name) > hostnameLengthMost) tooLong(report, at, hostnameLengthMost);
  invalidNames(report, at, name, subdomainProblems(name));
}
