import type { ManifestDocument } from "../../manifest/text/model.ts";
import type { Context } from "../core/feature.ts";

/** A comment by which a YAML language server finds the schema of a document. */
const schemaComment = /^[ \t]*#[ \t]*(?:yaml-language-server:[ \t]*\$schema=|\$schema:)/m;

/**
 * Whether another language server offers the fields and values of the document, so that we would offer them twice.
 * No schema in use knows KubeletConfigurations, gates, durations, `# cadence:` or our project file, unless the document names one.
 */
export function othersComplete(
  { yamlCompletion }: Pick<Context, "yamlCompletion">,
  { text }: Pick<ManifestDocument, "text">,
  kind: "kubernetes" | "other",
): boolean {
  if (yamlCompletion === "none") return false;
  return (kind === "kubernetes" && yamlCompletion === "kubernetes") || schemaComment.test(text);
}
