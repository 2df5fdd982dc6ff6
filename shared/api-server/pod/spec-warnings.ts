import type { Path } from "../../basics/path.ts";
import { isEnabled } from "../../kubernetes/gates/feature-gates.ts";
import type { Component } from "../../kubernetes/node.ts";
import { atLeast } from "../../kubernetes/versions.ts";
import { addressWarning } from "../names/addresses.ts";
import { labelValueProblems } from "../names/names.ts";
import { everyContainer } from "../names/windows.ts";
import { type Fields, fieldsAt, has, listAt, objectsAt, textAt, textsAt } from "../types/fields.ts";
import { isOfBytes, quantityText } from "../types/quantity.ts";
import type { ServerWarning } from "../types/report.ts";
import { volumeWarnings } from "../volumes/volume-warnings.ts";
import { appArmorContainer, seccompContainer, seccompPod } from "./pod-annotations.ts";
import { amountsAt } from "./resources.ts";

// What the server says of a pod spec that it takes, beside ports, names, variables and termination.
// Models pkg/api/pod/warnings.go warningsForPodSpecAndMeta, pkg/api/node/util.go (v1.37.1)

/** `metadata` is that of the pod or of the template; `path` leads to the owner of both, and is empty for a Pod. */
export function specWarnings(
  metadata: Fields | undefined,
  spec: Fields,
  path: Path,
  apiServer: Component,
): readonly ServerWarning[] {
  const at = [...path, "spec"];
  return [
    ...labelWarnings(spec, at, apiServer),
    ...selectorWarnings(spec, at),
    ...annotationWarnings(metadata, spec, [...path, "metadata", "annotations"], path.length === 0, apiServer),
    ...volumeWarnings(spec, at, apiServer),
    ...listWarnings(spec, at),
    ...amountWarnings(spec, at, apiServer),
    ...addressWarnings(spec, at, apiServer),
  ];
}

const deprecatedLabels: ReadonlyMap<string, string> = new Map([
  ["beta.kubernetes.io/arch", 'deprecated since v1.14; use "kubernetes.io/arch" instead'],
  ["beta.kubernetes.io/os", 'deprecated since v1.14; use "kubernetes.io/os" instead'],
  ["failure-domain.beta.kubernetes.io/region", 'deprecated since v1.17; use "topology.kubernetes.io/region" instead'],
  ["failure-domain.beta.kubernetes.io/zone", 'deprecated since v1.17; use "topology.kubernetes.io/zone" instead'],
  ["beta.kubernetes.io/instance-type", 'deprecated since v1.17; use "node.kubernetes.io/instance-type" instead'],
  ["app.kubernetes.io/created-by", "deprecated since v1.9"],
  ["scheduler.alpha.kubernetes.io/preferAvoidPods", "deprecated since v1.22; use Taints and Tolerations instead"],
  ["node-role.kubernetes.io/master", 'use "node-role.kubernetes.io/control-plane" instead'],
]);

const requiredField = "requiredDuringSchedulingIgnoredDuringExecution";
const preferredField = "preferredDuringSchedulingIgnoredDuringExecution";

/** Labels of nodes that nodes no longer have. */
function labelWarnings(spec: Fields, path: Path, apiServer: Component): readonly ServerWarning[] {
  const ofSelector = textsAt(spec, "nodeSelector").flatMap(([key]) => {
    const message = messageOf(key, apiServer);
    return message === undefined ? [] : [{ path: [...path, "nodeSelector", key], message }];
  });
  const affinity = fieldsAt(fieldsAt(spec, "affinity"), "nodeAffinity");
  const at = [...path, "affinity", "nodeAffinity"];
  const terms = objectsAt(fieldsAt(affinity, requiredField), "nodeSelectorTerms").flatMap((term, index) =>
    termWarnings(term, [...at, requiredField, "nodeSelectorTerms", index], false, apiServer),
  );
  const preferred = objectsAt(affinity, preferredField).flatMap((each, index) =>
    termWarnings(fieldsAt(each, "preference") ?? {}, [...at, preferredField, index, "preference"], true, apiServer),
  );
  const spread = objectsAt(spec, "topologySpreadConstraints").flatMap((constraint, index) =>
    keyWarning(apiServer, textAt(constraint, "topologyKey"), [
      ...path,
      "topologySpreadConstraints",
      index,
      "topologyKey",
    ]),
  );
  return [...ofSelector, ...terms, ...preferred, ...spread];
}

function messageOf(key: string, { kubernetes }: Component): string | undefined {
  const isNew = key === "node-role.kubernetes.io/master" && !atLeast(kubernetes, "1.31");
  const message = isNew ? undefined : deprecatedLabels.get(key);
  // Since 1.38 the message says what it is there for.
  const isTold = key === "node-role.kubernetes.io/master" && atLeast(kubernetes, "1.38");
  return message !== undefined && isTold ? `deprecated since v1.20; ${message}` : message;
}

function keyWarning(apiServer: Component, key: string, path: Path): readonly ServerWarning[] {
  const message = messageOf(key, apiServer);
  return message === undefined ? [] : [{ path, message: `${key} is ${message}` }];
}

/** Values of a preferred term are not refused. */
function termWarnings(term: Fields, path: Path, isPreferred: boolean, apiServer: Component): readonly ServerWarning[] {
  const { kubernetes } = apiServer;
  const isChecked = isPreferred && atLeast(kubernetes, "1.33");
  return objectsAt(term, "matchExpressions").flatMap((expression, index) => {
    const at = [...path, "matchExpressions", index];
    const values = listAt(expression, "values").flatMap((value, position) =>
      labelValueProblems(String(value), kubernetes).map((problem) => ({
        path: [...at, "values", position],
        message: `${String(value)} is invalid, ${problem}`,
      })),
    );
    return [...keyWarning(apiServer, textAt(expression, "key"), [...at, "key"]), ...(isChecked ? values : [])];
  });
}

const noMatch = "a null labelSelector results in matching no pod";

function selectorWarnings(spec: Fields, path: Path): readonly ServerWarning[] {
  const without = (owner: Fields | undefined, at: Path) =>
    has(owner, "labelSelector") ? [] : [{ path: [...at, "labelSelector"], message: noMatch }];
  const spread = objectsAt(spec, "topologySpreadConstraints").flatMap((constraint, index) =>
    without(constraint, [...path, "topologySpreadConstraints", index]),
  );
  const affinities = ["podAffinity", "podAntiAffinity"].flatMap((kind) => {
    const affinity = fieldsAt(fieldsAt(spec, "affinity"), kind);
    const at = [...path, "affinity", kind];
    return [
      ...objectsAt(affinity, requiredField).flatMap((term, index) => without(term, [...at, requiredField, index])),
      ...objectsAt(affinity, preferredField).flatMap((term, index) =>
        without(fieldsAt(term, "podAffinityTerm"), [...at, preferredField, index, "podAffinityTerm"]),
      ),
    ];
  });
  return [...spread, ...affinities];
}

const deprecatedAnnotations: readonly (readonly [key: string, message: string])[] = [
  ["scheduler.alpha.kubernetes.io/critical-pod", 'non-functional in v1.16+; use the "priorityClassName" field instead'],
  ["security.alpha.kubernetes.io/sysctls", 'non-functional in v1.11+; use the "sysctls" field instead'],
  ["security.alpha.kubernetes.io/unsafe-sysctls", 'non-functional in v1.11+; use the "sysctls" field instead'],
];

function annotationWarnings(
  metadata: Fields | undefined,
  spec: Fields,
  path: Path,
  isPod: boolean,
  apiServer: Component,
): readonly ServerWarning[] {
  const annotations = new Map(textsAt(metadata, "annotations"));
  if (annotations.size === 0) return [];
  const context = fieldsAt(spec, "securityContext");
  const seccomp = 'non-functional in v1.27+; use the "seccompProfile" field instead';
  const ofContainers = everyContainer(spec, []).flatMap(({ container }) => {
    const name = textAt(container, "name");
    const own = fieldsAt(container, "securityContext");
    const hasSeccomp = has(own, "seccompProfile") || !annotations.has(`${seccompContainer}${name}`);
    const text = annotations.get(`${appArmorContainer}${name}`);
    const isKnown = text === undefined || has(own, "appArmorProfile") || isOfPod(context, text, isPod, apiServer);
    return [
      ...(hasSeccomp ? [] : [{ path: [...path, `${seccompContainer}${name}`], message: seccomp }]),
      ...(isKnown || !atLeast(apiServer.kubernetes, "1.30")
        ? []
        : [
            {
              path: [...path, `${appArmorContainer}${name}`],
              message: 'deprecated since v1.30; use the "appArmorProfile" field instead',
            },
          ]),
    ];
  });
  return [
    ...deprecatedAnnotations
      .filter(([key]) => annotations.has(key))
      .map(([key, message]) => ({ path: [...path, key], message })),
    ...(has(context, "seccompProfile") || !annotations.has(seccompPod)
      ? []
      : [{ path: [...path, seccompPod], message: seccomp }]),
    ...ofContainers,
  ];
}

/** Whether the pod's own profile says what the annotation says. */
// Models pkg/api/pod/util.go ApparmorFieldForAnnotation, pkg/registry/core/pod/strategy.go applyAppArmorVersionSkew (v1.37.1)
function isOfPod(context: Fields | undefined, text: string, isPod: boolean, { kubernetes }: Component): boolean {
  const profile = fieldsAt(context, "appArmorProfile");
  if (profile === undefined) return false;
  if (!isPod && !atLeast(kubernetes, "1.34")) return true;
  const type = textAt(profile, "type");
  if (text === "unconfined") return type === "Unconfined";
  if (text === "runtime/default") return type === "RuntimeDefault";
  return type === "Localhost" && text === `localhost/${textAt(profile, "localhostProfile")}`;
}

function listWarnings(spec: Fields, path: Path): readonly ServerWarning[] {
  const secrets = objectsAt(spec, "imagePullSecrets");
  const empty = secrets.flatMap((secret, index) =>
    textAt(secret, "name") === ""
      ? [{ path: [...path, "imagePullSecrets", index, "name"], message: 'invalid empty name ""' }]
      : [],
  );
  return [...repeated(spec, "hostAliases", "ip", path), ...repeated(spec, "imagePullSecrets", "name", path), ...empty];
}

function repeated(spec: Fields, list: string, field: string, path: Path): readonly ServerWarning[] {
  const seen = new Set<string>();
  return objectsAt(spec, list).flatMap((item, index) => {
    const value = textAt(item, field);
    const isNew = !seen.has(value);
    seen.add(value);
    const message = `duplicate ${field} ${JSON.stringify(value)}`;
    return isNew ? [] : [{ path: [...path, list, index, field], message }];
  });
}

/** Bytes are whole. */
function amountWarnings(spec: Fields, path: Path, apiServer: Component): readonly ServerWarning[] {
  const ofContainers = everyContainer(spec, path).flatMap(({ container, path: at }) =>
    ["limits", "requests"].flatMap((field) =>
      fractions(fieldsAt(container, "resources"), field, [...at, "resources", field], apiServer),
    ),
  );
  return [...fractions(spec, "overhead", [...path, "overhead"], apiServer), ...ofContainers];
}

function fractions(
  owner: Fields | undefined,
  field: string,
  path: Path,
  apiServer: Component,
): readonly ServerWarning[] {
  const amounts = amountsAt(owner, field);
  return ["memory", "ephemeral-storage"].flatMap((name) => {
    const amount = amounts.get(name);
    if (amount === undefined || isOfBytes(amount, apiServer)) return [];
    const message = `fractional byte value ${JSON.stringify(quantityText(amount))} is invalid, must be an integer`;
    return [{ path: [...path, name], message }];
  });
}

function addressWarnings(spec: Fields, path: Path, apiServer: Component): readonly ServerWarning[] {
  if (!atLeast(apiServer.kubernetes, "1.33") && !isEnabled(apiServer, "StrictIPCIDRValidation")) return [];
  const servers = listAt(fieldsAt(spec, "dnsConfig"), "nameservers").map((server, index) => ({
    text: String(server),
    at: [...path, "dnsConfig", "nameservers", index],
  }));
  const aliases = objectsAt(spec, "hostAliases").map((alias, index) => ({
    text: textAt(alias, "ip"),
    at: [...path, "hostAliases", index, "ip"],
  }));
  return [...servers, ...aliases].flatMap(({ text, at }) => {
    const message = addressWarning(text, atLeast(apiServer.kubernetes, "1.36"));
    return message === undefined ? [] : [{ path: at, message }];
  });
}
