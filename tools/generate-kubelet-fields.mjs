// Writes shared/kubernetes/kubelet/kubelet-fields.data.ts, and names the fields that kubelet-documentation.data.ts does not describe.
//
//   node tools/generate-kubelet-fields.mjs
//
// tools/kubernetes/kubelet-fields.json is the catalogue of KubeletConfiguration fields: `[{path, type, goType?, default, minVersion?, gate?, enum?, …}]`.

import { readFileSync, writeFileSync } from "node:fs";

/**
 * @typedef {{ path: string, type: string, goType?: string, default: unknown, defaultHistory?: Record<string, unknown>, nullable?: boolean,
 *   minVersion?: string, gate?: string, enum?: string[], itemEnum?: string[], keys?: string[], min?: number | string, max?: number | string }} Field
 */

/** What the catalogue does not say: the names that Go prints, as recorded from the decoder. `*`: Go holds a pointer. */
/** @type {Record<string, string>} */
const goTypes = {
  authentication: "v1beta1.KubeletAuthentication",
  "authentication.x509": "v1beta1.KubeletX509Authentication",
  "authentication.webhook": "v1beta1.KubeletWebhookAuthentication",
  "authentication.webhook.enabled": "*bool",
  "authentication.anonymous": "v1beta1.KubeletAnonymousAuthentication",
  "authentication.anonymous.enabled": "*bool",
  authorization: "v1beta1.KubeletAuthorization",
  "authorization.mode": "v1beta1.KubeletAuthorizationMode",
  "authorization.webhook": "v1beta1.KubeletWebhookAuthorization",
  imagePullCredentialsVerificationPolicy: "v1beta1.ImagePullCredentialsVerificationPolicy",
  configMapAndSecretChangeDetectionStrategy: "v1beta1.ResourceChangeDetectionStrategy",
  memoryReservationPolicy: "v1beta1.MemoryReservationPolicy",
  memorySwap: "v1beta1.MemorySwapConfiguration",
  logging: "v1.LoggingConfiguration",
  "logging.verbosity": "v1.VerbosityLevel",
  "logging.vmodule": "v1.VModuleConfiguration",
  "logging.vmodule[].verbosity": "v1.VerbosityLevel",
  "logging.options": "v1.FormatOptions",
  "logging.options.text": "v1.TextOptions",
  "logging.options.json": "v1.JSONOptions",
  shutdownGracePeriodByPodPriority: "[]v1beta1.ShutdownGracePeriodByPodPriority",
  crashLoopBackOff: "v1beta1.CrashLoopBackOffConfig",
  "crashLoopBackOff.maxContainerRestartPeriod": "*metav1.Duration",
  clientCertificateKeyAlgorithm: "*v1beta1.CertificateKeyAlgorithmType",
  serverCertificateKeyAlgorithm: "*v1beta1.CertificateKeyAlgorithmType",
  reservedMemory: "[]v1beta1.MemoryReservation",
  "reservedMemory[].limits": "v1.ResourceList",
  registerWithTaints: "[]v1.Taint",
  "registerWithTaints[].effect": "v1.TaintEffect",
  "registerWithTaints[].timeAdded": "*metav1.Time",
  tracing: "*v1.TracingConfiguration",
  "tracing.endpoint": "*string",
  "tracing.samplingRatePerMillion": "*int32",
  userNamespaces: "*v1beta1.UserNamespaces",
  "userNamespaces.idsPerPod": "*int64",
};

/** Types that the catalogue gives more roughly than the decoder needs them. */
/** @type {Record<string, string>} */
const types = {
  "registerWithTaints[].timeAdded": "time",
  "logging.options.text.infoBufferSize": "quantity",
  "logging.options.json.infoBufferSize": "quantity",
};

/** Values that a minor brought or took away. */
/** @type {Record<string, string>} */
const valueVersions = {
  "enforceNodeAllocatable system-reserved-compressible": "@32",
  "enforceNodeAllocatable kube-reserved-compressible": "@32",
  "memorySwap.swapBehavior NoSwap": "@30",
  "memorySwap.swapBehavior UnlimitedSwap": "<30",
};

/** The signals of evictionHard are those of all four. */
const evictionMaps = ["evictionSoft", "evictionSoftGracePeriod", "evictionMinimumReclaim"];
/** Known to the parser, and not meant to be configured. */
const internalSignals = /^(allocatableMemory|containerfs)/;

/** The oldest minor that we know. */
const oldestMinor = 28;

/** @param {string} version */
function minorOf(version) {
  return Number(version.replace(/^1\./, ""));
}

/** @param {Field} field */
function goTypeOf(field) {
  return goTypes[field.path] ?? field.goType ?? "";
}

/** @param {Field} field */
function typeOf(field) {
  const type = types[field.path] ?? field.type.replace("boolean", "bool");
  return goTypeOf(field).startsWith("*") ? `${type}*` : type;
}

/** @param {Field} field */
function defaultsOf({ default: newest, defaultHistory = {} }) {
  const earlier = Object.entries(defaultHistory).filter(([until]) => minorOf(until) >= oldestMinor);
  const words = earlier.map(([until, value]) => `<${minorOf(until) + 1}=${JSON.stringify(value)}`);
  const none = newest === null || newest === "" || newest === "0s";
  return none ? words : [...words, `=${JSON.stringify(newest)}`];
}

/** @param {Field} field */
function valuesOf({ path, enum: own, itemEnum, keys }) {
  const names = evictionMaps.includes(path) ? fields.find((other) => other.path === "evictionHard")?.keys : keys;
  const shown = names?.filter((name) => !internalSignals.test(name));
  const all = [...(own ?? itemEnum ?? shown ?? []), ...(path === "memorySwap.swapBehavior" ? ["UnlimitedSwap"] : [])];
  const words = all.filter((value) => value !== "").map((value) => value + (valueVersions[`${path} ${value}`] ?? ""));
  return words.length === 0 ? [] : [`{${words.join(",")}}`];
}

/** @param {Field} field */
function lineOf(field) {
  const since = field.minVersion === undefined ? 0 : minorOf(field.minVersion);
  const named = goTypes[field.path]?.replace(/^\*/, "");
  return [
    field.path,
    typeOf(field),
    ...(since > oldestMinor ? [`@${since}`] : []),
    ...(field.gate === undefined ? [] : [`?${field.gate}`]),
    ...(named !== undefined && /^(\[\])?v1/.test(named) ? [`:${named}`] : []),
    ...(field.min === undefined && field.max === undefined ? [] : [`[${field.min ?? ""}..${field.max ?? ""}]`]),
    ...valuesOf(field),
    ...defaultsOf(field),
  ].join(" ");
}

/** @param {string} file @param {string} constant @param {string} about @param {string[]} lines */
function write(file, constant, about, lines) {
  const text = lines.join("\n").replace(/[\\`]|\$\{/g, "\\$&");
  const head = `// Written by tools/generate-kubelet-fields.mjs. ${about}\n// The format of a line: kubelet-fields.ts.\n`;
  const url = new URL(`../shared/kubernetes/kubelet/${file}`, import.meta.url);
  writeFileSync(url, `${head}export const ${constant} = \`\n${text}\n\`;\n`);
}

const source = new URL("kubernetes/kubelet-fields.json", import.meta.url);
/** @type {Field[]} */
const fields = JSON.parse(readFileSync(source, "utf8"));
write("kubelet-fields.data.ts", "fieldLines", "Every field of a KubeletConfiguration.", fields.map(lineOf));

const documentation = readFileSync(
  new URL("../shared/kubernetes/kubelet/kubelet-documentation.data.ts", import.meta.url),
  "utf8",
);
for (const { path } of fields)
  if (!documentation.includes(`\n${path} `)) console.error(`kubelet-documentation.data.ts has no line for ${path}`);
