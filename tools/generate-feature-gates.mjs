// Writes shared/kubernetes/gates/engine-gates.data.ts, feature-gates.data.ts and feature-gates-all.data.ts, and names the gates that
// feature-gate-summaries.data.ts does not describe.
//
//   node tools/generate-feature-gates.mjs
//
// tools/kubernetes/feature-gates.json describes the gates that concern restarts, probes, termination, jobs and the kubelet's configuration,
// feature-gates-all.json every gate that a component registers; both as `{gates: [{name, transitions, removedIn?, dependsOn?}]}`.

import { readFileSync, writeFileSync } from "node:fs";

// A transition of a patch release, such as "1.35.4", holds in its minor from there on.

/** @typedef {{ version: string, stage: string, default: boolean, locked: boolean }} Transition */
/** @typedef {{ name: string, transitions: Transition[], removedIn?: string | null, dependsOn?: string[] }} Gate */

// A dependency holds from 1.35 on, the first minor that enforces any, but for these: "FROM", "FROM-UNTIL" or "never".
/** @type {Record<string, string>} */
const limitedDependencies = {
  "EventedPLEG>PLEGOnDemandRelist": "37",
  "UserNamespacesHostNetworkSupport>NodeDeclaredFeatures": "36",
  // The recorded 1.37.1 starts with DRAConsumableCapacity off, although its tables say that the other gate is on and needs it.
  "DRAFractionalCapacityRange>DRAConsumableCapacity": "never",
  "PodCertificateRequest>AuthorizeNodeWithSelectors": "35-36",
  "StructuredAuthenticationConfigurationEgressSelector>StructuredAuthenticationConfiguration": "35-36",
  "StructuredAuthenticationConfigurationJWKSMetrics>StructuredAuthenticationConfiguration": "35-36",
};

/** @param {string} version */
function minorOf(version) {
  return version.replace(/^1\./, "");
}

/** The oldest minor that we know. */
const oldestMinor = 28;

/**
 * Of what was before the oldest minor only the last state matters.
 * @param {Gate} gate
 */
function transitionsOf(gate) {
  const before = gate.transitions.filter(({ version }) => Number(minorOf(version)) <= oldestMinor);
  return [...before.slice(-1), ...gate.transitions.slice(before.length)];
}

/** @param {Gate} gate */
function historyOf(gate) {
  const changes = transitionsOf(gate).map(({ version, stage, default: on, locked }) => {
    return `${minorOf(version)}${stage.charAt(0)}${on ? "+" : "-"}${locked ? "!" : ""}`;
  });
  return gate.removedIn ? [...changes, `${minorOf(gate.removedIn)}x`] : changes;
}

/** @param {Gate} gate */
function dependenciesOf(gate) {
  return (gate.dependsOn ?? []).flatMap((name) => {
    const limit = limitedDependencies[`${gate.name}>${name}`];
    if (limit === "never") return [];
    return limit === undefined ? `>${name}` : `>${name}@${limit}`;
  });
}

/** @param {Gate} gate */
function lineOf(gate) {
  return [gate.name, ...historyOf(gate), ...dependenciesOf(gate)].join(" ");
}

/** @param {string} file @returns {Gate[]} */
function read(file) {
  return JSON.parse(readFileSync(new URL(`kubernetes/${file}`, import.meta.url), "utf8")).gates;
}

/** @param {string} file @param {string} constant @param {string} about @param {string[]} lines */
function write(file, constant, about, lines) {
  const text = lines
    .sort((left, right) => (left < right ? -1 : 1))
    .join("\n")
    .replace(/[\\`]|\$\{/g, "\\$&");
  const head = `// Written by tools/generate-feature-gates.mjs. ${about}\n// The format of a line: feature-gate-table.ts.\n`;
  writeFileSync(
    new URL(`../shared/kubernetes/gates/${file}`, import.meta.url),
    `${head}export const ${constant} = \`\n${text}\n\`;\n`,
  );
}

/** Gates on which it depends what the engine does. */
const ofEngine = [
  "ChangeContainerStatusOnKubeletRestart",
  "ContainerRestartRules",
  "KubeletCrashLoopBackOffMax",
  "NodeDeclaredFeatures",
  "PLEGOnDemandRelist",
  "PodLifecycleSleepAction",
  "PodReadyToStartContainersCondition",
  "ReduceDefaultCrashLoopBackOffDecay",
  "RestartAllContainersOnContainerExits",
  "SidecarContainers",
];

/** @param {string[]} lines */
function writeEngineGates(lines) {
  const fields = lines.sort().map((line) => `  ${line.replace(" ", ': "')}",\n`);
  writeFileSync(
    new URL("../shared/kubernetes/gates/engine-gates.data.ts", import.meta.url),
    `// Written by tools/generate-feature-gates.mjs. The gates that the engine asks for.
// The format of a value: feature-gate-table.ts.
export const engineGates = {
${fields.join("")}} as const;
`,
  );
}

/** Gates that nobody needs to describe, and on which it depends what the API server accepts. */
const ofValidation = [
  "AtomicWriteVolumeUserFields",
  "ClusterTrustBundleProjection",
  "DeploymentReplicaSetTerminatingReplicas",
  "DynamicResourceAllocation",
  "EmptyDirVolumeMode",
  "EnvFiles",
  "GitRepoVolumeDriver",
  "HostnameOverride",
  "MatchLabelKeysInPodAffinity",
  "MatchLabelKeysInPodTopologySpread",
  "MatchLabelKeysInPodTopologySpreadSelectorMerge",
  "MaxUnavailableStatefulSet",
  "NodeInclusionPolicyInPodTopologySpread",
  "PodCertificateRequest",
  "PodDeletionCost",
  "ProcMountType",
  "RecursiveReadOnlyMounts",
  "RelaxedDNSSearchValidation",
  "RelaxedEnvironmentVariableValidation",
  "SELinuxChangePolicy",
  "SELinuxMount",
  "StatefulSetAutoDeletePVC",
  "StatefulSetRecreateStrategy",
  "StrictIPCIDRValidation",
  "SupplementalGroupsPolicy",
  "TaintTolerationComparisonOperators",
  "UserNamespacesHostNetworkSupport",
  "VolumeAttributesClass",
  "VolumeBindMountOptions",
];

const everyGate = read("feature-gates-all.json");
const described = read("feature-gates.json");
const modelled = [...described, ...everyGate.filter(({ name }) => ofValidation.includes(name))];
// Dependencies are written once: in the file that has all the gates of which they speak.
const withoutDependencies = modelled.map((gate) => ({ ...gate, dependsOn: [] }));
writeEngineGates(withoutDependencies.filter(({ name }) => ofEngine.includes(name)).map(lineOf));
write(
  "feature-gates.data.ts",
  "gateLines",
  "The other gates that Pod Cadence asks for or describes.",
  withoutDependencies.filter(({ name }) => !ofEngine.includes(name)).map(lineOf),
);
const summaries = readFileSync(
  new URL("../shared/kubernetes/gates/feature-gate-summaries.data.ts", import.meta.url),
  "utf8",
);
for (const { name } of described)
  if (!summaries.includes(`\n${name} `)) console.error(`feature-gate-summaries.data.ts has no line for ${name}`);
const known = everyGate.filter(({ removedIn }) => !removedIn || Number(minorOf(removedIn)) > oldestMinor);
write(
  "feature-gates-all.data.ts",
  "everyGateLine",
  "Every gate that a component of 1.28 or later knows.",
  known.map(lineOf),
);
