import * as z from "zod/mini";
import type { YamlCompletion } from "../../shared/protocol/pod/initialization.ts";

/** What other extensions complete in YAML files, as far as they and their settings say. */
interface YamlNeighbors {
  /** redhat.vscode-yaml is installed and enabled. */
  readonly hasYamlExtension: boolean;
  /** ms-kubernetes-tools.vscode-kubernetes-tools gives it schemas for Kubernetes objects. */
  readonly hasKubernetesExtension: boolean;
  /** Its settings `yaml.completion` and `yaml.schemas`. */
  readonly completion: unknown;
  readonly schemas: unknown;
}

const schemasSchema = z.record(z.string(), z.unknown());

/**
 * The YAML extension alone knows no schema for Kubernetes objects: it has to be told, in its settings or by the Kubernetes extension.
 * Which files its settings are for is not looked at.
 */
export function yamlCompletionOf({
  hasYamlExtension,
  hasKubernetesExtension,
  completion,
  schemas,
}: YamlNeighbors): YamlCompletion {
  if (!hasYamlExtension || completion === false) return "none";
  const read = schemasSchema.safeParse(schemas);
  const names = read.success ? Object.keys(read.data) : [];
  const isKnown = hasKubernetesExtension || names.some((name) => /kubernetes/i.test(name));
  return isKnown ? "kubernetes" : "schemaComments";
}
