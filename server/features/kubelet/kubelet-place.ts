import { type Path, startsWith } from "../../../shared/basics/path.ts";
import { type KubeletField, kubeletFields } from "../../../shared/kubernetes/kubelet/kubelet-fields.ts";
import type { KubernetesVersion } from "../../../shared/kubernetes/versions.ts";
import type { AnalyzedKubelet } from "../../analysis/subject.ts";
import { embeddedConfigurations } from "../../manifest/documents/embedded.ts";
import { kubeletText } from "../../manifest/pods/kubelet-text.ts";
import type { ManifestDocument, PlacedDocument } from "../../manifest/text/model.ts";
import { pathAt } from "../../manifest/text/position.ts";
import type { Context } from "../core/feature.ts";
import { analyzed } from "../core/subjects.ts";

/** A place inside of a KubeletConfiguration. */
export interface KubeletPlace {
  readonly configuration: AnalyzedKubelet;
  /** The document that its paths lead through, and the offset in it. */
  readonly document: ManifestDocument;
  readonly offset: number;
  /** From the configuration's own root. */
  readonly path: Path;
  readonly on: "key" | "value";
}

/** Undefined if the offset of the document is in none. */
export function kubeletPlaceAt(context: Context, placed: PlacedDocument, offset: number): KubeletPlace | undefined {
  const { document } = placed;
  // Most documents hold none: their pods need not be looked at.
  if (document.kubeletConfigurations.length + embeddedConfigurations(document).length === 0) return undefined;
  for (const configuration of analyzed(context, placed).kubelets) {
    const { located } = configuration;
    const text = kubeletText(placed.document, located);
    const inner = text.innerOffset(offset);
    if (inner === undefined) continue;
    const { path, on } = pathAt(text.document, inner);
    if (!startsWith(path, located.prefix)) continue;
    return { configuration, document: text.document, offset: inner, path: path.slice(located.prefix.length), on };
  }
  return undefined;
}

/** The field of a path, or the list or map whose item it is. Undefined if the kubelet of that version does not know it. */
export function fieldOf(path: Path, version: KubernetesVersion): { field: KubeletField; rest: Path } | undefined {
  const table = kubeletFields(version);
  for (let length = path.length; length > 0; length -= 1) {
    const field = table.get(schemaPath(path.slice(0, length)));
    if (field !== undefined) return { field, rest: path.slice(length) };
  }
  return undefined;
}

/** `["logging", "vmodule", 0, "verbosity"]` as the table of fields writes it: `logging.vmodule[].verbosity`. */
export function schemaPath(path: Path): string {
  return path
    .map((step) => (typeof step === "number" ? "[]" : `.${step}`))
    .join("")
    .slice(1);
}
