import { isWorkloadKind, podSpecPaths, workloadKinds } from "../../../shared/api-server/types/kinds.ts";
import { formatPath, type Path } from "../../../shared/basics/path.ts";
import type { AnalyzedDocument } from "../../analysis/subject.ts";
import { hasDirective, isPatch } from "../../manifest/pods/patches.ts";
import { isPartForTest } from "../../manifest/pods/test-parts.ts";
import { descend } from "../../manifest/text/descend.ts";
import type { MapNode, TreeNode } from "../../manifest/text/model.ts";
import { entryOf, textAt } from "../../manifest/text/values.ts";
import type { DocumentHit } from "../core/model.ts";

/**
 * An object that is read as a Kustomize patch only because of what it lacks, although it may be meant as a whole:
 * no kustomization names it, it has no directive, and its containers have their images, or it has none.
 */
export function assumedPatch({ document, settings }: AnalyzedDocument): readonly DocumentHit[] {
  const root = document.ours && !document.templated && document.listItem === undefined ? document.root : undefined;
  if (root?.type !== "map" || settings.kustomize !== undefined || entryOf(root, "items") !== undefined) return [];
  const kind = textAt(root, "kind") ?? "";
  if (!isWorkloadKind(kind) || textAt(root, "apiVersion") !== workloadKinds[kind]) return [];
  const podSpec = podSpecPaths[kind];
  if (!isPatch(root, { kind, podSpec, isAlone: true, text: document.text }) || hasDirective(root, document.text))
    return [];
  if (isPartForTest(root, podSpec, document.text)) return [];
  const containers = descend(root, [...podSpec, "containers"]);
  if (containers !== undefined && !haveImages(containers)) return [];
  if (kind === "Pod") return [{ severity: "hint", path: ["kind"], on: "value", message: templateWords }];
  const message = `This ${kind} is read as a Kustomize patch, because ${missingIn(root, podSpec)}. Without Kustomize, the API server rejects it.`;
  return [{ severity: "hint", path: ["kind"], on: "value", message }];
}

const templateWords =
  "This Pod is read as a template that a program completes, because its name and its containers are missing. The API server rejects it as it is.";

function haveImages(containers: TreeNode): boolean {
  if (containers.type !== "sequence") return false;
  return containers.items.every(({ value }) => value.type === "map" && entryOf(value, "image") !== undefined);
}

function missingIn(root: MapNode, podSpec: Path): string {
  const paths = podSpec.map((_, index) => podSpec.slice(0, index + 1));
  const missing = paths.find((path) => descend(root, path) === undefined);
  return missing === undefined ? "selector and template labels are missing" : `${formatPath(missing)} is missing`;
}
