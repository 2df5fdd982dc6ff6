import type { Path } from "../../basics/path.ts";
import { firstDifference } from "../../basics/values.ts";
import type { Component } from "../../kubernetes/node.ts";
import { isFields } from "../types/fields.ts";
import { type PodCarrierKind, podSpecPaths } from "../types/kinds.ts";
import { storedAt } from "./immutable.ts";
import { appliedWorkload } from "./update.ts";

/**
 * The first field for which an update makes pods old: of the template, or an image of a Pod. What the server fills in
 * makes no difference. Undefined: the pods that run stay as they are.
 */
// Models pkg/controller/deployment/util/deployment_util.go EqualIgnoreHash (v1.37.1)
// Models pkg/controller/history/controller_history.go EqualRevision (v1.37.1)
// Models pkg/kubelet/container/helpers.go HashContainer (v1.37.1)
export function outdatingField(
  kind: PodCarrierKind,
  base: unknown,
  head: unknown,
  apiServer: Component,
): Path | undefined {
  if (!isFields(base) || !isFields(head)) return undefined;
  const sides = appliedWorkload(kind, base, head, apiServer);
  if (sides === undefined) return undefined;
  const [was, is] = [sides.before, sides.after];
  if (kind === "Pod") {
    const path = ["spec", "containers"];
    const [before, after] = [was, is].map((side) => imagesOf(storedAt(kind, side, path)));
    const difference = firstDifference(before, after);
    return difference && [...path, ...difference, "image"];
  }
  const path = podSpecPaths[kind].slice(0, -1);
  const difference = firstDifference(storedAt(kind, was, path), storedAt(kind, is, path));
  return difference && [...path, ...difference];
}

function imagesOf(containers: unknown): readonly unknown[] {
  return Array.isArray(containers) ? containers.map((each) => (isFields(each) ? each["image"] : undefined)) : [];
}
