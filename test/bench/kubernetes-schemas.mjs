// JSON schemas of pods and workloads, made from what Kubernetes publishes of its own API.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** @typedef {Record<string, any>} Schema */

/** Where the kinds are that Pod Cadence looks at, by their group and version. */
const groups = {
  "core.v1": ["Pod", "PodTemplate", "ReplicationController"],
  "apps.v1": ["DaemonSet", "Deployment", "ReplicaSet", "StatefulSet"],
  "batch.v1": ["CronJob", "Job"],
};
const dialect = "http://json-schema.org/draft-07/schema#";
const integerOrText = { type: ["integer", "string", "null"] };
const numberOrText = { type: ["number", "string", "null"] };

/** The swagger file says of both no more than that they are text. @type {Record<string, Schema>} */
const written = {
  "io.k8s.apimachinery.pkg.util.intstr.IntOrString": integerOrText,
  "io.k8s.apimachinery.pkg.api.resource.Quantity": numberOrText,
};

/**
 * Writes `<kind>-<group>-<version>.json` for each kind, as kubeconform looks for them, and `all.json` with a oneOf of the
 * kinds, as the schema that vscode-yaml has for Kubernetes.
 * Each file holds all that it refers to: to read the whole API for each kind would be held against the tools.
 * @param {string} swaggerFile @param {string} folder
 */
export function writeSchemas(swaggerFile, folder) {
  const { definitions } = JSON.parse(readFileSync(swaggerFile, "utf8"));
  mkdirSync(folder, { recursive: true });
  const kinds = Object.entries(groups).flatMap(([group, names]) => names.map((kind) => ({ group, kind })));
  for (const { group, kind } of kinds) {
    const name = [kind, ...group.split(".").filter((part) => part !== "core")].join("-").toLowerCase();
    write(`${name}.json`, { ...refer(nameOf(group, kind)), ...reachable([nameOf(group, kind)]) });
  }
  const all = kinds.map(({ group, kind }) => nameOf(group, kind));
  write("all.json", { oneOf: all.map(refer), ...reachable(all) });

  /** @param {string} file @param {Schema} schema */
  function write(file, schema) {
    writeFileSync(path.join(folder, file), JSON.stringify({ $schema: dialect, ...schema }));
  }

  /** @param {string[]} roots */
  function reachable(roots) {
    /** @type {Record<string, Schema>} */
    const found = {};
    for (const name of roots) add(name);
    return { definitions: found };

    /** @param {string} name */
    function add(name) {
      if (name in found) return;
      found[name] = written[name] ?? withKind(definitions[name]);
      for (const [, next] of JSON.stringify(found[name]).matchAll(/"#\/definitions\/([^"]+)"/g)) add(String(next));
    }
  }
}

/** @param {string} group @param {string} kind */
function nameOf(group, kind) {
  return `io.k8s.api.${group}.${kind}`;
}

/** @param {string} name */
function refer(name) {
  return { $ref: `#/definitions/${name}` };
}

/** An object is of its kind and no other, or every kind would be tried in full. @param {Schema} definition */
function withKind(definition) {
  const schema = strict(definition);
  const [id] = definition["x-kubernetes-group-version-kind"] ?? [];
  if (id === undefined) return schema;
  const apiVersion = { enum: [[id.group, id.version].filter((part) => part !== "").join("/")] };
  return { ...schema, properties: { ...schema["properties"], kind: { enum: [id.kind] }, apiVersion } };
}

/**
 * Unknown fields are mistakes and null is as good as nothing, as in the schemas that kubeconform and vscode-yaml load.
 * @param {Schema} schema @returns {Schema}
 */
function strict({ $ref, type, format, required, properties, items, additionalProperties }) {
  if ($ref !== undefined) return { $ref };
  /** @type {Schema} */
  const kept = { type: type === undefined ? undefined : [type, "null"], format, required };
  if (items !== undefined) kept["items"] = strict(items);
  if (additionalProperties !== undefined) kept["additionalProperties"] = strict(additionalProperties);
  if (properties === undefined) return kept;
  const fields = Object.entries(properties).map(([name, field]) => [name, strict(field)]);
  return { ...kept, properties: Object.fromEntries(fields), additionalProperties: false };
}
