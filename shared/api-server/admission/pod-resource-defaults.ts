import { isEnabled } from "../../kubernetes/gates/feature-gates.ts";
import type { Component } from "../../kubernetes/node.ts";
import { atLeast } from "../../kubernetes/versions.ts";
import { aggregateContainers } from "../pod/pod-resources.ts";
import { isHugePage } from "../pod/resources.ts";
import { type Fields, fieldsAt, has, isFields, listAt } from "../types/fields.ts";
import { compareQuantities, quantityOf, quantityText, signOf } from "../types/quantity.ts";

type Amounts = Record<string, unknown>;

/**
 * What a Pod asks for as a whole, in place, where its `resources` say a part of it: huge pages are limited to what its containers
 * may have; requests are those of its containers, else its limits; since 1.37 limits are those of its containers, if all have one.
 */
// Models pkg/apis/core/v1/defaults.go defaultHugePagePodLimits, defaultPodRequests, pkg/api/pod/util.go DefaultPodLevelResources (v1.37.1)
export function defaultPodResources(pod: Fields, apiServer: Component): void {
  const spec = fieldsAt(pod, "spec");
  const resources = fieldsAt(spec, "resources");
  if (spec === undefined || resources === undefined || !isEnabled(apiServer, "PodLevelResources")) return;
  const limits: Amounts = { ...fieldsAt(resources, "limits") };
  const requests: Amounts = { ...fieldsAt(resources, "requests") };
  if (Object.keys(limits).length === 0 && Object.keys(requests).length === 0) return;
  const isComplete = atLeast(apiServer.kubernetes, "1.37");
  limitHugePages(spec, limits, requests);
  if (isComplete || Object.keys(limits).length > 0) request(spec, limits, requests);
  if (isComplete) limitAsContainers(spec, limits, requests, apiServer);
  if (Object.keys(limits).length > 0) resources["limits"] = limits;
  if (Object.keys(requests).length > 0) resources["requests"] = requests;
}

function limitHugePages(spec: Fields, limits: Amounts, requests: Amounts): void {
  for (const [name, total] of aggregateContainers(spec, "limits"))
    if (isHugePage(name) && !(name in requests)) limits[name] ??= quantityText(total);
}

function request(spec: Fields, limits: Amounts, requests: Amounts): void {
  for (const [name, total] of aggregateContainers(spec, "requests"))
    if (name === "cpu" || name === "memory") requests[name] ??= quantityText(total);
  for (const [name, limit] of Object.entries(limits)) if (isPodLevel(name)) requests[name] ??= limit;
}

/** A limit of 0 is one up to 1.37. */
// Models staging/src/k8s.io/component-helpers/resource/helpers.go omitPartiallySetCPUMemLimits (v1.38.0-beta.0)
function limitAsContainers(spec: Fields, limits: Amounts, requests: Amounts, { kubernetes }: Component): void {
  const containers = ["initContainers", "containers"].flatMap((list) => listAt(spec, list).filter(isFields));
  const isZeroNone = atLeast(kubernetes, "1.38");
  const isLimited = (name: string): boolean =>
    containers.every((container) => {
      const written = fieldsAt(fieldsAt(container, "resources"), "limits") ?? {};
      return has(written, name) && !(isZeroNone && !isHugePage(name) && signOf(quantityOf(written[name])) === 0);
    });
  const totals = aggregateContainers(spec, "limits");
  for (const [name, amount] of Object.entries(requests)) {
    const total = totals.get(name);
    if (total === undefined || !isPodLevel(name) || name in limits || !isLimited(name)) continue;
    limits[name] = compareQuantities(quantityOf(amount), total) > 0 ? amount : quantityText(total);
  }
}

// Models staging/src/k8s.io/component-helpers/resource/helpers.go IsSupportedPodLevelResource (v1.37.1)
function isPodLevel(name: string): boolean {
  return name === "cpu" || name === "memory" || isHugePage(name);
}
