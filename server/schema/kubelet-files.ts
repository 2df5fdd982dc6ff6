import { type ConfiguredKubelet, defaultKubeletConfiguration } from "../../shared/kubernetes/assumptions.ts";
import { readKubeletConfiguration } from "../../shared/kubernetes/kubelet-configuration.ts";
import type { Component, Semantics } from "../../shared/kubernetes/node.ts";
import { formatPath } from "../../shared/kubernetes/path.ts";
import { parseManifest } from "../manifest/parse.ts";
import { nameOf } from "./find-project.ts";
import type { FileAccess } from "./model.ts";

export interface KubeletFiles extends ConfiguredKubelet {
  /** `index`: which of the files. */
  readonly problems: readonly { readonly index: number; readonly message: string }[];
}

const kubeletDefaults: KubeletFiles = {
  configuration: defaultKubeletConfiguration,
  featureGates: {},
  problems: [],
};

/**
 * Reads the configuration of a kubelet: the main file, then its drop-ins, each over what came before.
 * A file that is missing or no KubeletConfiguration is a problem and counts as absent.
 */
export async function readKubeletFiles(
  uris: readonly string[],
  nodes: Component,
  semantics: Semantics,
  files: FileAccess,
): Promise<KubeletFiles> {
  if (uris.length === 0) return kubeletDefaults;
  const texts = await Promise.all(uris.map((uri) => files.read(uri)));
  const problems: { index: number; message: string }[] = [];
  let merged: unknown;
  for (const [index, text] of texts.entries()) {
    const value = text === undefined ? undefined : kubeletConfigurationIn(text);
    if (value === undefined) problems.push({ index, message: notUsable(nameOf(uris[index] ?? ""), text) });
    else merged = merge(merged, value);
  }
  if (merged === undefined) return { ...kubeletDefaults, problems };
  const name = uris.map(nameOf).join(", ");
  const read = readKubeletConfiguration(merged, name, nodes.kubernetes, nodes.featureGates, semantics);
  const fatal = read.problems.filter((problem) => problem.origin === "kubelet");
  const refused = fatal.map(({ path, message }) => ({
    index: 0,
    message: `The kubelet does not start with this: ${formatPath(path)}: ${message}`,
  }));
  return { configuration: read.configuration, featureGates: read.featureGates, problems: [...problems, ...refused] };
}

/** As the kubelet, only the first document counts. */
function kubeletConfigurationIn(text: string): unknown {
  const first = parseManifest(text).documents.find(({ document }) => !document.empty);
  return first?.document.kubeletConfigurations[0]?.value;
}

function notUsable(name: string, text: string | undefined): string {
  const wrong = text === undefined ? `${name} cannot be read` : `${name} is not a KubeletConfiguration`;
  return `${wrong}, so it does not count. Write the path of a file with "kind: KubeletConfiguration".`;
}

// Models pkg/kubelet/kubeletconfig/configfiles: a drop-in replaces lists and values, and adds to maps (v1.36)
function merge(lower: unknown, upper: unknown): unknown {
  if (!isMap(lower) || !isMap(upper)) return upper;
  const keys = new Set([...Object.keys(lower), ...Object.keys(upper)]);
  const mergedEntry = (key: string) => (Object.hasOwn(upper, key) ? merge(lower[key], upper[key]) : lower[key]);
  return Object.fromEntries([...keys].map((key) => [key, mergedEntry(key)]));
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
