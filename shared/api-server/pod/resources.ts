import type { Path } from "../../basics/path.ts";
import { isEnabled } from "../../kubernetes/gates/feature-gates.ts";
import { atLeast } from "../../kubernetes/versions.ts";
import { dnsLabelProblems, qualifiedNameProblems } from "../names/names.ts";
import { type Fields, fieldsAt, has, objectsAt, textAt } from "../types/fields.ts";
import {
  compareQuantities,
  isQuantity,
  isWhole,
  isWholeExactly,
  type Quantity,
  quantityOf,
  quantityText,
  roundedToMillis,
  signOf,
  unitsExactly,
  unitsOf,
} from "../types/quantity.ts";
import {
  duplicate,
  forbidden,
  invalid,
  invalidNames,
  notFound,
  notSupported,
  type Report,
  required,
} from "../types/report.ts";

const containerResources = ["cpu", "memory", "ephemeral-storage"];
const standardResources = new Set([
  ...containerResources,
  ...containerResources.flatMap((name) => [`requests.${name}`, `limits.${name}`]),
  ..."pods resourcequotas services replicationcontrollers secrets configmaps persistentvolumeclaims storage requests.storage services.nodeports services.loadbalancers".split(
    " ",
  ),
]);
const countedResources = new Set(
  "pods resourcequotas services replicationcontrollers secrets configmaps persistentvolumeclaims services.nodeports services.loadbalancers".split(
    " ",
  ),
);
const quotaPrefix = "requests.";

/** In its place: the amounts of one map, and the path of it. */
interface Amounts {
  readonly values: ReadonlyMap<string, Quantity>;
  readonly path: Path;
}

export function amountsAt(owner: Fields | undefined, field: string): ReadonlyMap<string, Quantity> {
  return new Map(
    Object.entries(fieldsAt(owner, field) ?? {}).map(([name, value]) => [name, roundedToMillis(quantityOf(value))]),
  );
}

/** Checks the resources of a container. */
export function validateResources(report: Report, resources: Fields, path: Path, claims: ReadonlySet<string>): void {
  validateRequirements(report, resources, path, validateContainerResourceName);
  validateClaimNames(report, resources, [...path, "claims"], claims);
}

/** What a pod costs beside its containers. */
// Models pkg/apis/core/validation/validation.go validateOverhead (v1.37.1)
export function validateOverhead(report: Report, spec: Fields, path: Path): void {
  const at = [...path, "overhead"];
  if (!has(spec, "overhead")) return;
  const wrong: Report = { apiServer: report.apiServer, errors: [] };
  validateRequirements(wrong, { limits: spec["overhead"] }, at, validateContainerResourceName);
  // The server calls the map `limits`, which nobody wrote.
  for (const error of wrong.errors)
    report.errors.push({
      ...error,
      at: error.path.length > at.length ? [...at, ...error.path.slice(at.length + 1)] : at,
    });
}

type NameCheck = (report: Report, name: string, path: Path) => void;

// Models pkg/apis/core/validation/validation.go validateResourceRequirements (v1.37.1)
export function validateRequirements(report: Report, resources: Fields, path: Path, checkName: NameCheck): void {
  const limits: Amounts = { values: amountsAt(resources, "limits"), path: [...path, "limits"] };
  const requests: Amounts = { values: amountsAt(resources, "requests"), path: [...path, "requests"] };
  for (const { values, path: at } of [limits, requests])
    for (const [name, quantity] of values) {
      checkName(report, name, [...at, name]);
      validateAmount(report, name, quantity, [...at, name]);
      if (isHugePage(name)) validatePages(report, name, quantity, [...at, name]);
    }
  for (const [name, quantity] of requests.values) validateRequest(report, name, quantity, limits, requests.path);
  const names = [...limits.values.keys(), ...requests.values.keys()];
  if (names.some(isHugePage) && !names.some((name) => name === "cpu" || name === "memory"))
    forbidden(report, path, "HugePages require cpu or memory");
}

/** The server names the map of the requests. */
function validateRequest(report: Report, name: string, quantity: Quantity, limits: Amounts, path: Path): void {
  const limit = limits.values.get(name);
  const more = { at: [...path, name] };
  if (limit === undefined) {
    if (!isOvercommitAllowed(name))
      required(report, limits.path, "Limit must be set for non overcommitable resources", more);
    return;
  }
  const text = quantityText(quantity);
  if (compareQuantities(quantity, limit) !== 0 && !isOvercommitAllowed(name))
    invalid(report, path, text, `must be equal to ${name} limit of ${quantityText(limit)}`, more);
  else if (compareQuantities(quantity, limit) > 0)
    invalid(report, path, text, `must be less than or equal to ${name} limit of ${quantityText(limit)}`, more);
}

// Models pkg/apis/core/validation/validation.go ValidateResourceQuantityValue (v1.37.1)
function validateAmount(report: Report, name: string, quantity: Quantity, path: Path): void {
  if (signOf(quantity) < 0) invalid(report, path, quantityText(quantity), "must be greater than or equal to 0");
  if ((countedResources.has(name) || isExtended(report, name)) && !isCount(report, quantity))
    invalid(report, path, quantityText(quantity), "must be an integer");
}

/** Since 1.38 the server does not lose what is beyond 64 bits. */
function isCount({ apiServer }: Report, quantity: Quantity): boolean {
  return atLeast(apiServer.kubernetes, "1.38") ? isWholeExactly(quantity) : isWhole(quantity);
}

// Models pkg/apis/core/helper/helpers.go IsHugePageResourceValueDivisible (v1.37.1, v1.38.0-beta.0)
function validatePages(report: Report, name: string, quantity: Quantity, path: Path): void {
  const size = pageSize(name);
  const units = atLeast(report.apiServer.kubernetes, "1.38") ? unitsExactly(quantity) : unitsOf(quantity);
  if (size === undefined || units === undefined || units % size !== 0n)
    invalid(
      report,
      path,
      quantityText(quantity),
      `${quantityText(quantity)} is not positive integer multiple of ${name}`,
    );
}

const hugePagesPrefix = "hugepages-";

export function isHugePage(name: string): boolean {
  return name.startsWith(hugePagesPrefix);
}

/** Undefined if the name says no size. */
function pageSize(name: string): bigint | undefined {
  const text = name.slice(hugePagesPrefix.length);
  if (!isQuantity(text)) return undefined;
  const size = quantityOf(text);
  return signOf(size) > 0 && isWhole(size) ? unitsOf(size) || undefined : undefined;
}

function isNative(name: string): boolean {
  return !name.includes("/") || name.includes("kubernetes.io/");
}

function isOvercommitAllowed(name: string): boolean {
  return isNative(name) && !isHugePage(name);
}

// Models pkg/apis/core/helper/helpers.go IsExtendedResourceName (v1.37.1)
function isExtended(report: Report, name: string): boolean {
  if (isNative(name) || name.startsWith(quotaPrefix)) return false;
  return qualifiedNameProblems(`${quotaPrefix}${name}`, report.apiServer.kubernetes).length === 0;
}

/** True: the name is a right one of any resource. */
function validateResourceName(report: Report, name: string, path: Path): boolean {
  const problems = qualifiedNameProblems(name, report.apiServer.kubernetes);
  invalidNames(report, path, name, problems);
  if (problems.length > 0) return false;
  if (name.includes("/") || standardResources.has(name) || isHugePage(name)) return true;
  invalid(report, path, name, "must be a standard resource type or fully qualified");
  return false;
}

// Models pkg/apis/core/validation/validation.go ValidateContainerResourceName (v1.37.1)
function validateContainerResourceName(report: Report, name: string, path: Path): void {
  validateResourceName(report, name, path);
  if (!name.includes("/")) {
    if (!containerResources.includes(name) && !isHugePage(name))
      invalid(report, path, name, "must be a standard resource for containers");
  } else if (!isNative(name) && !isExtended(report, name))
    invalid(report, path, name, "doesn't follow extended resource name standard");
}

export function validatePodResourceName(report: Report, name: string, path: Path): void {
  if (!validateResourceName(report, name, path)) return;
  const hasPages = atLeast(report.apiServer.kubernetes, "1.34");
  const supported = hasPages ? ["cpu", "hugepages-", "memory"] : ["cpu", "memory"];
  if (name !== "cpu" && name !== "memory" && !(isHugePage(name) && hasPages))
    notSupported(report, path, name, supported);
}

/** Containers name claims of their pod. */
// Models pkg/apis/core/validation/validation.go validateResourceClaimNames (v1.37.1)
export function validateClaimNames(report: Report, resources: Fields, path: Path, claims: ReadonlySet<string>): void {
  const seen = new Set<string>();
  for (const [index, claim] of objectsAt(resources, "claims").entries()) {
    const at = [...path, index];
    const name = textAt(claim, "name");
    if (name === "") {
      required(report, at);
      continue;
    }
    validateClaimOnce(report, claim, at, seen);
    if (claims.has(name)) continue;
    const names = claims.size === 0 ? " which is empty" : `: ${[...claims].sort().join(", ")}`;
    notFound(report, at, name, `must be one of the names in pod.spec.resourceClaims${names}`);
  }
}

/** A request of a claim can be named beside another one; the whole claim only alone. */
function validateClaimOnce(report: Report, claim: Fields, path: Path, seen: Set<string>): void {
  const name = textAt(claim, "name");
  const request = textAt(claim, "request");
  if (seen.has(name)) {
    duplicate(report, path, name);
    return;
  }
  const key = request === "" ? name : `${name}/${request}`;
  if (request !== "") invalidNames(report, [...path, "request"], request, dnsLabelProblems(request));
  if (seen.has(key)) duplicate(report, path, key);
  else if (request === "" && [...seen].some((each) => each.startsWith(`${name}/`))) duplicate(report, path, name);
  seen.add(key);
}

// Models pkg/apis/core/validation/validation.go validatePodResourceClaims (v1.37.1)
export function claimNames(spec: Fields): ReadonlySet<string> {
  return new Set(objectsAt(spec, "resourceClaims").flatMap((claim) => textAt(claim, "name") || []));
}

export function hasPodResources(report: Report, spec: Fields): boolean {
  return has(spec, "resources") && isEnabled(report.apiServer, "PodLevelResources");
}
