// Writes shared/validation/api-types.data.ts.
//
//   node tools/generate-api-types.mjs API-TYPES.json
//
// API-TYPES.json holds the types that are reachable from the built-in kinds with pods, as the OpenAPI documents of 1.30 and later have them:
// `{kinds: {KIND: TYPE}, types: {TYPE: {FIELD: TYPE | {type, since?, lastIn?}}}}`.

import { readFileSync, writeFileSync } from "node:fs";

/** @typedef {{ type: string, since?: string, lastIn?: string }} Field */
/** @typedef {Record<string, Record<string, string | Field>>} Types */

/** @type {Record<string, string>} */
const scalars = {
  string: "s",
  int32: "i",
  int64: "l",
  boolean: "b",
  quantity: "q",
  intOrString: "o",
  time: "t",
  any: "a",
};

// The documents of 1.30 are the oldest that were read: what came with 1.30 and 1.29 is known from the change logs.
/** @type {Record<string, string>} */
const sinceBefore = {
  "JobSpec.managedBy": "30",
  "JobSpec.successPolicy": "30",
  "PodSecurityContext.appArmorProfile": "30",
  "SecurityContext.appArmorProfile": "30",
  "VolumeMount.recursiveReadOnly": "30",
  "LifecycleHandler.sleep": "29",
  "PodAffinityTerm.matchLabelKeys": "29",
  "PodAffinityTerm.mismatchLabelKeys": "29",
  "PersistentVolumeClaimSpec.volumeAttributesClassName": "29",
  "VolumeProjection.clusterTrustBundle": "29",
};

/** @param {string} type @returns {string} */
function codeOf(type) {
  if (type.startsWith("[]")) return `[${codeOf(type.slice(2))}`;
  if (type.startsWith("map:")) return `{${codeOf(type.slice(4))}`;
  return scalars[type] ?? type;
}

/** @param {string} version */
function minorOf(version) {
  return version.replace(/^1\./, "");
}

/** @param {string} owner @param {string} name @param {string | Field} written */
function wordOf(owner, name, written) {
  const field = typeof written === "string" ? { type: written } : written;
  const since = field.since === undefined ? sinceBefore[`${owner}.${name}`] : minorOf(field.since);
  const last = field.lastIn === undefined ? "" : `-${minorOf(field.lastIn)}`;
  return `${name}:${codeOf(field.type)}${since === undefined && last === "" ? "" : `@${since ?? ""}${last}`}`;
}

const file = process.argv[2];
if (file === undefined) throw new Error("usage: node tools/generate-api-types.mjs API-TYPES.json");
/** @type {{ kinds: Record<string, string>, types: Types }} */
const { kinds, types } = JSON.parse(readFileSync(file, "utf8"));
const lines = Object.entries(types).map(([type, fields]) => {
  // What a server writes into `status` is of no interest in a manifest, whatever its shape.
  const all = Object.hasOwn(kinds, type) ? { ...fields, status: "any" } : fields;
  const words = Object.entries(all).map(([name, field]) => wordOf(type, name, field));
  return [type, ...words].join(" ");
});
for (const name of Object.keys(sinceBefore)) {
  const [type = "", field = ""] = name.split(".");
  if (types[type]?.[field] === undefined) throw new Error(`no such field: ${name}`);
}
const head = "// Written by tools/generate-api-types.mjs. The format of a line: api-types.ts.\n";
writeFileSync(
  new URL("../shared/validation/api-types.data.ts", import.meta.url),
  `${head}export const apiTypeLines = \`\n${lines.join("\n")}\n\`;\n`,
);
