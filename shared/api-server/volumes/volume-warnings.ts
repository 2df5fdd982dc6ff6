import type { Path } from "../../basics/path.ts";
import { isEnabled } from "../../kubernetes/gates/feature-gates.ts";
import type { Component } from "../../kubernetes/node.ts";
import { atLeast } from "../../kubernetes/versions.ts";
import { type Fields, fieldsAt, has, objectsAt, textAt } from "../types/fields.ts";
import { isOfBytes, quantityOf, quantityText, roundedToMillis } from "../types/quantity.ts";
import type { ServerWarning } from "../types/report.ts";

const removed: readonly (readonly [field: string, message: string, named?: string])[] = [
  ["photonPersistentDisk", "deprecated in v1.11, non-functional in v1.16+"],
  ["scaleIO", "deprecated in v1.16, non-functional in v1.22+"],
  ["flocker", "deprecated in v1.22, non-functional in v1.25+"],
  ["storageos", "deprecated in v1.22, non-functional in v1.25+", "storageOS"],
  ["quobyte", "deprecated in v1.22, non-functional in v1.25+"],
  ["glusterfs", "deprecated in v1.25, non-functional in v1.26+"],
  ["cephfs", "deprecated in v1.28, non-functional in v1.31+"],
  ["rbd", "deprecated in v1.28, non-functional in v1.31+"],
];

/** Volumes that nodes no longer know, claims of parts of bytes, and files that are written twice. */
// Models pkg/api/pod/warnings.go warningsForPodSpecAndMeta, warningsForOverlappingVirtualPaths (v1.37.1)
export function volumeWarnings(spec: Fields, path: Path, apiServer: Component): readonly ServerWarning[] {
  return objectsAt(spec, "volumes").flatMap((volume, index) => {
    const at = [...path, "volumes", index];
    const gone = removed.flatMap(([field, message, named = field]) =>
      has(volume, field) ? [{ path: [...at, named], message }] : [],
    );
    const template = fieldsAt(fieldsAt(volume, "ephemeral"), "volumeClaimTemplate");
    const claim = [...at, "ephemeral", "volumeClaimTemplate", "spec"];
    return [
      ...gone,
      ...gitWarnings(volume, at, apiServer),
      ...claimWarnings(fieldsAt(template, "spec"), claim, apiServer),
      ...(atLeast(apiServer.kubernetes, "1.32") ? overlapWarnings(volume, at) : []),
    ];
  });
}

function gitWarnings(volume: Fields, path: Path, apiServer: Component): readonly ServerWarning[] {
  if (!has(volume, "gitRepo")) return [];
  const isOff = atLeast(apiServer.kubernetes, "1.33") && !isEnabled(apiServer, "GitRepoVolumeDriver");
  const message = `deprecated in v1.11${isOff ? ", and disabled by default in v1.33+" : ""}`;
  return [{ path: [...path, "gitRepo"], message }];
}

/** `path` is that which the server names. */
export function claimWarnings(spec: Fields | undefined, path: Path, apiServer: Component): readonly ServerWarning[] {
  return ["requests", "limits"].flatMap((field) => {
    const written = fieldsAt(fieldsAt(spec, "resources"), field)?.["storage"];
    const amount = roundedToMillis(quantityOf(written));
    const message = `fractional byte value ${JSON.stringify(quantityText(amount))} is invalid, must be an integer`;
    return isOfBytes(amount, apiServer) ? [] : [{ path: [...path, "resources", field, "storage"], message }];
  });
}

interface File {
  readonly path: string;
  /** What brings it, as the server says; "" where there is one source. */
  readonly source: string;
}

function overlapWarnings(volume: Fields, path: Path): readonly ServerWarning[] {
  const name = JSON.stringify(textAt(volume, "name"));
  const single = [
    ["configMap", `ConfigMap ${JSON.stringify(textAt(fieldsAt(volume, "configMap"), "name"))}`],
    ["secret", `Secret ${JSON.stringify(textAt(fieldsAt(volume, "secret"), "secretName"))}`],
    ["downwardAPI", "DownwardAPI"],
  ].flatMap(([field = "", kind = ""]) =>
    overlaps([filesOf(fieldsAt(volume, field), "")]).map((text) => ({ kind, text })),
  );
  const sources = objectsAt(fieldsAt(volume, "projected"), "sources");
  const empty = sources
    .filter((source) => Object.keys(source).length === 0)
    .map(() => ({ path: [], message: `volume ${name} (Projected) has no sources provided`, at: path }));
  const groups = sources.filter((source) => Object.keys(source).length > 0).map(projectedFiles);
  const projected = overlaps(groups).map((text) => ({ kind: "Projected", text }));
  return [
    ...empty,
    ...[...single, ...projected].map(({ kind, text }) => ({
      path: [],
      message: `volume ${name} (${kind}): overlapping paths: ${text}`,
      at: path,
    })),
  ];
}

function filesOf(source: Fields | undefined, label: string): readonly File[] {
  return objectsAt(source, "items").map((item) => ({ path: textAt(item, "path"), source: label }));
}

function projectedFiles(source: Fields): readonly File[] {
  const named = (field: string, kind: string) => {
    const map = fieldsAt(source, field);
    return has(map, "items") ? filesOf(map, `${kind} ${JSON.stringify(textAt(map, "name"))}`) : undefined;
  };
  const keys = named("configMap", "ConfigMap") ?? named("secret", "Secret");
  if (keys !== undefined) return keys;
  const downward = fieldsAt(source, "downwardAPI");
  if (has(downward, "items")) return filesOf(downward, "DownwardAPI");
  const token = fieldsAt(source, "serviceAccountToken");
  if (token !== undefined) return [{ path: textAt(token, "path"), source: "ServiceAccountToken" }];
  const bundle = fieldsAt(source, "clusterTrustBundle");
  if (bundle !== undefined) {
    const name = has(bundle, "name") ? textAt(bundle, "name") : textAt(bundle, "signerName");
    return [{ path: textAt(bundle, "path"), source: `ClusterTrustBundle ${JSON.stringify(name)}` }];
  }
  const certificate = fieldsAt(source, "podCertificate");
  return [
    { path: textAt(certificate, "certificateChainPath"), source: "PodCertificate chain" },
    { path: textAt(certificate, "keyPath"), source: "PodCertificate key" },
    { path: textAt(certificate, "credentialBundlePath"), source: "PodCertificate credential bundle" },
  ].filter(({ path }) => path !== "");
}

function overlaps(groups: readonly (readonly File[])[]): readonly string[] {
  const all: File[] = [];
  const found: string[] = [];
  for (const file of groups.flat()) {
    const path = withoutSlashes(file.path);
    const trimmed = { ...file, path };
    if (path !== "")
      for (const other of all) if (areNested(other.path, path)) found.push(`${textOf(trimmed)} with ${textOf(other)}`);
    all.push(trimmed);
  }
  return found;
}

function withoutSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === "/") end -= 1;
  return path.slice(0, end);
}

function areNested(left: string, right: string): boolean {
  if (left === "") return false;
  return `${left}/`.startsWith(`${right}/`) || `${right}/`.startsWith(`${left}/`);
}

function textOf({ path, source }: File): string {
  return source === "" ? JSON.stringify(path) : `${JSON.stringify(path)} (${source})`;
}
