// Writes shared/kubernetes/gates/engine-gates.data.ts, feature-gates.data.ts and feature-gates-all.data.ts, and names the gates that
// feature-gate-summaries.data.ts does not describe.
//
//   node tools/generate-feature-gates.mjs
//
// tools/kubernetes/feature-gates.json describes the gates that concern restarts, probes, termination, jobs and the kubelet's configuration,
// feature-gates-all.json every gate that a component registers; both as `{gates: [{name, transitions, removedIn?, dependsOn?}]}`.

import { readFileSync, writeFileSync } from "node:fs";

// A transition of a patch release, such as "1.35.4", holds in its minor from there on. One with a `minCompatibilityVersion` does not
// count before the release after that: a component runs compatible with the minor before its own, unless it is told otherwise.

/** @typedef {{ version: string, stage: string, default: boolean, locked: boolean, minCompatibilityVersion?: string }} Transition */
/** @typedef {{ name: string, transitions: Transition[], removedIn?: string | null, dependsOn?: string[] }} Gate */

// A dependency holds from 1.35 on, the first minor that enforces any, but for these: "FROM" or "FROM-UNTIL".
/** @type {Record<string, string>} */
const limitedDependencies = {
  "EventedPLEG>PLEGOnDemandRelist": "37",
  "UserNamespacesHostNetworkSupport>NodeDeclaredFeatures": "36",
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

const [, listedMinors = ""] = /minorVersions = \[([^\]]*)\]/.exec(read("../shared/kubernetes/versions.ts")) ?? [];
const newestMinor = Math.max(...[...listedMinors.matchAll(/1\.(\d+)/g)].map(([, minor]) => Number(minor)));

/**
 * Those that count by default in the minors that we know, with the first one in which they do. Of what was before the oldest minor
 * only the last state matters, and of several of one version the last one.
 * @param {Gate} gate
 */
function transitionsOf(gate) {
  const counting = gate.transitions
    .map((each) => ({ ...each, version: laterOf(each.version, each.minCompatibilityVersion) }))
    .filter(({ version }) => Number(minorOf(version)) < newestMinor + 1);
  const states = counting.filter(({ version }, index) => counting[index + 1]?.version !== version);
  const before = states.filter(({ version }) => Number(minorOf(version)) <= oldestMinor);
  return [...before.slice(-1), ...states.slice(before.length)];
}

/** @param {string} version @param {string | undefined} minCompatibilityVersion */
function laterOf(version, minCompatibilityVersion) {
  if (minCompatibilityVersion === undefined) return version;
  const first = Number(minorOf(minCompatibilityVersion)) + 1;
  return first > Number(minorOf(version)) ? `1.${first}` : version;
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
    return limit === undefined ? `>${name}` : `>${name}@${limit}`;
  });
}

/** @param {Gate} gate */
function lineOf(gate) {
  return [gate.name, ...historyOf(gate), ...dependenciesOf(gate)].join(" ");
}

/** @param {string} file @returns {Gate[]} */
function readGates(file) {
  return JSON.parse(read(`kubernetes/${file}`)).gates;
}

/** @param {string} file */
function read(file) {
  return readFileSync(new URL(file, import.meta.url), "utf8");
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
  "SecurityProfileOCI",
  "StatefulSetAutoDeletePVC",
  "StatefulSetRecreateStrategy",
  "StrictIPCIDRValidation",
  "SupplementalGroupsPolicy",
  "TaintTolerationComparisonOperators",
  "UserNamespacesHostNetworkSupport",
  "VolumeAttributesClass",
  "VolumeBindMountOptions",
];

const everyGate = readGates("feature-gates-all.json");
const described = readGates("feature-gates.json");
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
