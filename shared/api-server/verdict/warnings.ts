import { formatPath, type Path } from "../../basics/path.ts";
import type { Component } from "../../kubernetes/node.ts";
import { atLeast } from "../../kubernetes/versions.ts";
import { nameOf } from "../names/metadata.ts";
import { dnsLabelProblems } from "../names/names.ts";
import { specWarnings } from "../pod/spec-warnings.ts";
import { type Fields, fieldsAt, numberAt, objectsAt, textAt } from "../types/fields.ts";
import { type PodCarrierKind, podSpecPaths, specAt } from "../types/kinds.ts";
import type { ServerWarning } from "../types/report.ts";
import { claimWarnings } from "../volumes/volume-warnings.ts";

const manyCompletions = 100_000;
const manyPods = 10_000;

const kindsNamedLikePods: readonly PodCarrierKind[] = [
  "Deployment",
  "ReplicaSet",
  "ReplicationController",
  "Job",
  "CronJob",
];

interface PlacedPort {
  readonly port: Fields;
  readonly path: Path;
}

/** What the server says of an object that it takes. */
// Models pkg/api/pod/warnings.go GetWarningsForPodTemplate (v1.37.1)
export function warningsOf(kind: PodCarrierKind, object: Fields, apiServer: Component): readonly ServerWarning[] {
  const path = podSpecPaths[kind];
  const spec = specAt(object, path);
  const lists = ["initContainers", "containers", "ephemeralContainers"];
  const ports = lists.flatMap((list) => portsOf(spec, list, path));
  return [
    ...nameWarnings(kind, object),
    ...graceWarnings(spec, path),
    ...lists.flatMap((list) => environmentWarnings(spec, list, path, apiServer)),
    ...portWarnings(ports, apiServer),
    ...(kind === "Job" ? jobWarnings(fieldsAt(object, "spec")) : []),
    ...specWarnings(fieldsAt(specAt(object, path.slice(0, -1)), "metadata"), spec, path.slice(0, -1), apiServer),
    ...(kind === "StatefulSet" ? statefulSetWarnings(fieldsAt(object, "spec"), apiServer) : []),
  ];
}

/** The server leaves `spec` out of the path of a claim. */
// Models pkg/registry/apps/statefulset/strategy.go WarningsOnCreate (v1.37.1)
function statefulSetWarnings(spec: Fields | undefined, apiServer: Component): readonly ServerWarning[] {
  const limit = numberAt(spec, "revisionHistoryLimit") ?? 0;
  const message = "a negative value retains all historical revisions; a value >= 0 is recommended";
  return [
    ...objectsAt(spec, "volumeClaimTemplates").flatMap((claim, index) =>
      claimWarnings(fieldsAt(claim, "spec"), ["spec", "volumeClaimTemplates", index], apiServer),
    ),
    ...(limit < 0 && atLeast(apiServer.kubernetes, "1.33")
      ? [{ path: ["spec", "revisionHistoryLimit"], message }]
      : []),
  ];
}

function nameWarnings(kind: PodCarrierKind, object: Fields): readonly ServerWarning[] {
  const name = nameOf(object);
  const problems = dnsLabelProblems(name);
  if (problems.length === 0 || (kind !== "Pod" && !kindsNamedLikePods.includes(kind))) return [];
  const where = kind === "Pod" ? "the Pod's hostname" : "Pod names and hostnames";
  const message = `this is used in ${where}, which can result in surprising behavior; a DNS label is recommended: [${problems.join(" ")}]`;
  return [{ path: ["metadata", "name"], message }];
}

function graceWarnings(spec: Fields, path: Path): readonly ServerWarning[] {
  if ((numberAt(spec, "terminationGracePeriodSeconds") ?? 0) >= 0) return [];
  const message = "must be >= 0; negative values are invalid and will be treated as 1";
  return [{ path: [...path, "terminationGracePeriodSeconds"], message }];
}

function environmentWarnings(
  spec: Fields,
  list: string,
  path: Path,
  { kubernetes }: Component,
): readonly ServerWarning[] {
  return objectsAt(spec, list).flatMap((container, index) => {
    const seen = new Map<string, Fields>();
    return objectsAt(container, "env").flatMap((variable, position) => {
      const name = textAt(variable, "name");
      const before = seen.get(name);
      seen.set(name, variable);
      if (before === undefined || usesItself(variable, name)) return [];
      const ending = atLeast(kubernetes, "1.30") ? ", which may be dropped when using apply" : "";
      const message = `hides previous definition of ${JSON.stringify(name)}${ending}`;
      return [{ path: [...path, list, index, "env", position], message }];
    });
  });
}

/** `PATH: $(PATH):/more` adds to what was there. */
function usesItself(variable: Fields, name: string): boolean {
  return textAt(variable, "value").includes(`$(${name})`);
}

function portsOf(spec: Fields, list: string, path: Path): readonly PlacedPort[] {
  return objectsAt(spec, list).flatMap((container, index) =>
    objectsAt(container, "ports").map((port, position) => ({ port, path: [...path, list, index, "ports", position] })),
  );
}

// Models pkg/api/pod/warnings.go checkVolumeMappingForOverlap's neighbor, the port part of warningsForPodSpecAndMeta (v1.37.1)
function portWarnings(ports: readonly PlacedPort[], apiServer: Component): readonly ServerWarning[] {
  const byPort = new Map<string, PlacedPort[]>();
  const byName = new Map<string, PlacedPort>();
  return ports.flatMap((placed) => {
    const { port, path } = placed;
    const key = `${numberAt(port, "containerPort") ?? 0}/${textAt(port, "protocol")}`;
    const others = byPort.get(key) ?? [];
    byPort.set(key, [...others, placed]);
    const clash = others.flatMap((other) => clashOf(placed, other)).slice(0, 1);
    return [...sameName(placed, byName, apiServer), ...clash.map((message) => ({ path, message })), ...hostIp(placed)];
  });
}

function sameName(
  { port, path }: PlacedPort,
  byName: Map<string, PlacedPort>,
  { kubernetes }: Component,
): readonly ServerWarning[] {
  const name = textAt(port, "name");
  const first = byName.get(name);
  if (name === "" || !atLeast(kubernetes, "1.33")) return [];
  if (first === undefined) {
    byName.set(name, { port, path });
    return [];
  }
  const place = formatPath(first.path);
  const message = `duplicate port name ${JSON.stringify(name)} with ${place}, services and probes that select ports by name will use ${place}`;
  return [{ path, message }];
}

function clashOf({ port }: PlacedPort, other: PlacedPort): readonly string[] {
  const place = formatPath(other.path);
  const [ip, otherIp] = [textAt(port, "hostIP"), textAt(other.port, "hostIP")];
  const [hostPort, otherHostPort] = [numberAt(port, "hostPort") ?? 0, numberAt(other.port, "hostPort") ?? 0];
  if (ip === otherIp && hostPort === otherHostPort) return [`duplicate port definition with ${place}`];
  if (hostPort === 0 || otherHostPort === 0) return [`overlapping port definition with ${place}`];
  const isAmbiguous = hostPort === otherHostPort && (ip === "") !== (otherIp === "");
  return isAmbiguous ? [`dangerously ambiguous port definition with ${place}`] : [];
}

function hostIp({ port, path }: PlacedPort): readonly ServerWarning[] {
  if (textAt(port, "hostIP") === "" || (numberAt(port, "hostPort") ?? 0) !== 0) return [];
  const parts = [
    `Name:${textAt(port, "name")}`,
    "HostPort:0",
    `ContainerPort:${numberAt(port, "containerPort") ?? 0}`,
    `Protocol:${textAt(port, "protocol")}`,
    `HostIP:${textAt(port, "hostIP")}`,
  ];
  return [{ path, message: `hostIP set without hostPort: {${parts.join(" ")}}` }];
}

function jobWarnings(spec: Fields | undefined): readonly ServerWarning[] {
  const isHuge =
    textAt(spec, "completionMode") === "Indexed" &&
    (numberAt(spec, "completions") ?? 0) > manyCompletions &&
    (numberAt(spec, "parallelism") ?? 0) > manyPods;
  const message =
    "In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Kubernetes might not be able to track completedIndexes when a big number of indexes fail";
  return isHuge ? [{ path: ["spec"], message }] : [];
}
