import type { Path } from "../../basics/path.ts";
import { validateSubdomain } from "../names/checks.ts";
import { dnsLabelProblems, subdomainProblems } from "../names/names.ts";
import { type Fields, fieldsAt, has, objectsAt, textAt } from "../types/fields.ts";
import { compareQuantities, type Quantity, quantityText, sum, zero } from "../types/quantity.ts";
import { duplicate, forbidden, invalid, invalidNames, type Report, required } from "../types/report.ts";
import {
  amountsAt,
  claimNames,
  hasPodResources,
  isHugePage,
  validateClaimNames,
  validatePodResourceName,
  validateRequirements,
} from "./resources.ts";

// Models pkg/apis/core/validation/validation.go validatePodResourceClaim (v1.37.1)
export function validateResourceClaims(report: Report, spec: Fields, path: Path): void {
  const seen = new Set<string>();
  for (const [index, claim] of objectsAt(spec, "resourceClaims").entries()) {
    const at = [...path, "resourceClaims", index];
    const name = textAt(claim, "name");
    if (name === "") required(report, [...at, "name"]);
    else if (seen.has(name)) duplicate(report, [...at, "name"], name);
    else invalidNames(report, [...at, "name"], name, dnsLabelProblems(name));
    seen.add(name);
    const given = ["resourceClaimName", "resourceClaimTemplateName"].filter((field) => has(claim, field));
    if (given.length === 2)
      invalid(report, at, claim, "at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified");
    if (given.length === 0)
      invalid(report, at, claim, "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`");
    for (const field of given) {
      const value = textAt(claim, field);
      if (value === "") invalidNames(report, [...at, field], value, subdomainProblems(value));
      else validateSubdomain(report, claim, field, at);
    }
  }
}

// Models pkg/apis/core/validation/validation.go validatePodResources (v1.37.1)
export function validatePodResources(report: Report, spec: Fields, path: Path): void {
  const resources = fieldsAt(spec, "resources");
  if (resources === undefined || !hasPodResources(report, spec)) return;
  const at = [...path, "resources"];
  if (textAt(fieldsAt(spec, "os"), "name") === "windows") {
    forbidden(report, at, "may not be set for a windows pod");
    return;
  }
  if (has(resources, "claims"))
    forbidden(report, [...at, "claims"], "claims may not be set for Resources at pod-level");
  validateRequirements(report, resources, at, validatePodResourceName);
  validateClaimNames(report, resources, [...at, "claims"], claimNames(spec));
  validateConsistency(report, spec, resources, at);
}

/** The containers' requests together must fit into the pod's, and no container's limit may exceed the pod's. */
// Models pkg/apis/core/validation/validation.go validatePodResourceConsistency (v1.37.1)
function validateConsistency(report: Report, spec: Fields, resources: Fields, path: Path): void {
  const requests = amountsAt(resources, "requests");
  const limits = amountsAt(resources, "limits");
  for (const [name, total] of aggregateContainers(spec, "requests")) {
    const own = requests.get(name);
    if (own === undefined || compareQuantities(total, own) <= 0) continue;
    const detail = `must be greater than or equal to aggregate container requests of ${quantityText(total)}`;
    invalid(report, [...path, "requests", name], quantityText(own), detail);
  }
  for (const [name, total] of aggregateContainers(spec, "limits")) {
    const own = limits.get(name);
    if (!isHugePage(name) || own === undefined || compareQuantities(total, own) <= 0) continue;
    const detail = `must be greater than or equal to aggregate container limits of ${quantityText(total)}`;
    invalid(report, [...path, "limits", name], quantityText(own), detail);
  }
  for (const [index, container] of objectsAt(spec, "containers").entries())
    for (const [name, limit] of amountsAt(fieldsAt(container, "resources"), "limits")) {
      const own = limits.get(name);
      if (own === undefined || compareQuantities(limit, own) <= 0) continue;
      // The server puts the container behind the resources of the pod.
      const named = [...path, "containers", index, name, "limits"];
      const at = [...path.slice(0, -1), "containers", index, "resources", "limits", name];
      invalid(report, named, quantityText(limit), `must be less than or equal to pod limits of ${quantityText(own)}`, {
        at,
      });
    }
}

type Totals = Map<string, Quantity>;

/** All containers and sidecars together, or the greediest start of an init container, whichever is more. */
// Models staging/src/k8s.io/component-helpers/resource/helpers.go AggregateContainerRequests (v1.37.1)
export function aggregateContainers(spec: Fields, field: string): ReadonlyMap<string, Quantity> {
  const together: Totals = new Map();
  for (const container of objectsAt(spec, "containers")) addAll(together, amountsOf(container, field));
  const sidecars: Totals = new Map();
  const starts: Totals = new Map();
  for (const container of objectsAt(spec, "initContainers")) {
    const own = amountsOf(container, field);
    const start: Totals = new Map(own);
    if (container["restartPolicy"] === "Always") {
      addAll(together, own);
      addAll(sidecars, own);
      raiseAll(starts, sidecars);
      continue;
    }
    addAll(start, sidecars);
    raiseAll(starts, start);
  }
  raiseAll(together, starts);
  return together;
}

function amountsOf(container: Fields, field: string): ReadonlyMap<string, Quantity> {
  return amountsAt(fieldsAt(container, "resources"), field);
}

function addAll(totals: Totals, more: ReadonlyMap<string, Quantity>): void {
  for (const [name, quantity] of more)
    totals.set(name, totals.has(name) ? sum(totals.get(name) ?? zero, quantity) : quantity);
}

function raiseAll(totals: Totals, others: ReadonlyMap<string, Quantity>): void {
  for (const [name, quantity] of others)
    if (compareQuantities(quantity, totals.get(name) ?? zero) > 0 || !totals.has(name)) totals.set(name, quantity);
}
