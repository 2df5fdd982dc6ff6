import { nearest } from "../../shared/basics/nearest.ts";
import type { Path } from "../../shared/basics/path.ts";
import { adviseGate } from "../../shared/kubelet-configuration/advice/advice-gates.ts";
import { makeNode } from "../../shared/kubernetes/assumptions.ts";
import { checkFeatureGates } from "../../shared/kubernetes/gates/feature-gates.ts";
import type { Component, Node } from "../../shared/kubernetes/node.ts";
import { newestVersion } from "../../shared/kubernetes/versions.ts";
import type { FileAccess } from "./files/file-access.ts";
import { fileUri, folderOf } from "./files/find-project.ts";
import { type KubeletFile, readKubeletFiles } from "./kubelet-files.ts";
import type { FeatureGates, Overrides, ResolvedSettings, SettingsProblem } from "./model.ts";
import type { ProjectFile, ReadProjectFile } from "./project-file.ts";

export interface Project extends ReadProjectFile {
  readonly uri: string;
}

/** Where the node's version, gates and files were written; later ones win. */
interface NodeSources {
  readonly overrides: Overrides;
  readonly baseUri: string | undefined;
  readonly project: Project | undefined;
}

interface AssumedNode {
  readonly node: Node;
  /** As written, without those of the kubelet's own configuration: what the API server is assumed to have, too. */
  readonly written: Component;
  readonly source: ResolvedSettings["assumptionsSource"];
  /** Addresses of the kubelet configuration files. */
  readonly reads: readonly string[];
  /** Those of them that count, in the order in which they apply. */
  readonly files: readonly KubeletFile[];
  /** The path in its configuration. */
  readonly staticPodPath: string | undefined;
  readonly problems: readonly SettingsProblem[];
}

interface Layer {
  readonly value: NonNullable<ProjectFile["nodes"]>[string];
  readonly path: Path;
}

/** The node that the manifest will meet: the editor's settings over the chosen profile over the project file over the defaults. */
export async function assumedNode(sources: NodeSources, files: FileAccess): Promise<AssumedNode> {
  const { overrides } = sources;
  const { layers, problems } = layersOf(sources);
  const version = layers.find((layer) => layer.value.kubernetes !== undefined)?.value.kubernetes;
  const gates = Object.assign({}, ...layers.map((layer) => layer.value.featureGates).reverse(), overrides.featureGates);
  const written: Component = { kubernetes: overrides.kubernetes ?? version ?? newestVersion, featureGates: gates };
  const named = kubeletFiles(sources, layers);
  const semantics = overrides.semantics ?? sources.project?.value.semantics ?? "released";
  const kubelet = await readKubeletFiles(named.uris, written, semantics, files);
  return {
    node: makeNode({ ...written, kubeletConfiguration: kubelet }),
    written,
    source: sourceOfVersion(overrides, version),
    reads: [...new Set([...named.uris, ...kubelet.files.map(({ uri }) => uri).filter((uri) => uri !== "")])],
    files: kubelet.files,
    staticPodPath: kubelet.staticPodPath,
    problems: [
      ...problems,
      ...gateProblems(written, sources, layers),
      ...kubelet.problems.map(({ index, message }) => named.problem(index, message)),
    ],
  };
}

function sourceOfVersion(overrides: Overrides, version: string | undefined): ResolvedSettings["assumptionsSource"] {
  if (overrides.kubernetes !== undefined) return "setting";
  return version === undefined ? "default" : "project file";
}

/** The chosen profile, then the project file itself. */
function layersOf({ overrides, project }: NodeSources): { layers: Layer[]; problems: SettingsProblem[] } {
  const file = project?.value ?? {};
  const base: Layer = { value: file, path: [] };
  if (overrides.node === undefined) return { layers: [base], problems: [] };
  const profiles = file.nodes ?? {};
  const profile = Object.hasOwn(profiles, overrides.node) ? profiles[overrides.node] : undefined;
  if (profile !== undefined)
    return { layers: [{ value: profile, path: ["nodes", overrides.node] }, base], problems: [] };
  return {
    layers: [base],
    problems: [{ in: "setting", key: "node", message: unknownProfile(overrides.node, Object.keys(profiles)) }],
  };
}

function unknownProfile(name: string, known: readonly string[]): string {
  if (known.length === 0) return `Unknown node profile "${name}": the project file has no "nodes".`;
  const meant = nearest(name, known);
  return `Unknown node profile "${name}". ${meant === undefined ? `Known: ${known.join(", ")}.` : `Did you mean "${meant}"?`}`;
}

interface NamedFiles {
  readonly uris: readonly string[];
  readonly problem: (index: number, message: string) => SettingsProblem;
}

function kubeletFiles({ overrides, baseUri, project }: NodeSources, layers: readonly Layer[]): NamedFiles {
  if (overrides.kubeletConfiguration !== undefined) {
    const uris = overrides.kubeletConfiguration.map((path) => fileUri(path, baseUri));
    return { uris, problem: (_, message) => ({ in: "setting", key: "kubeletConfiguration", message }) };
  }
  const layer = layers.find(({ value }) => value.kubeletConfiguration !== undefined);
  if (project === undefined || layer === undefined)
    return { uris: [], problem: (_, message) => ({ in: "setting", key: "", message }) };
  const uris = (layer.value.kubeletConfiguration ?? []).map((path) => fileUri(path, folderOf(project.uri)));
  // A single path has no index, and then the range of the deepest ancestor is the right place.
  const path = (index: number) => [...layer.path, "kubeletConfiguration", index];
  return { uris, problem: (index, message) => inProject(project, path(index), message) };
}

function gateProblems(
  written: Component,
  { overrides, project }: NodeSources,
  layers: readonly Layer[],
): SettingsProblem[] {
  return checkFeatureGates(written).map((problem) => {
    const { gate, message } = problem;
    const [repair] = adviseGate([problem], written.featureGates, written.kubernetes).repairs ?? [];
    const meant = repair?.kind === "key" ? repair.name : undefined;
    const advice = meant === undefined ? "" : ` Did you mean ${meant}?`;
    const text = `A node with Kubernetes ${written.kubernetes} does not start with these feature gates: ${message}.${advice}`;
    const layer = layers.find(({ value }) => Object.hasOwn(value.featureGates ?? {}, gate));
    const isSetting = Object.hasOwn(overrides.featureGates ?? {}, gate) || layer === undefined || project === undefined;
    if (isSetting) return { in: "setting", key: `featureGates.${gate}`, message: text };
    const path = [...layer.path, "featureGates", gate];
    const inFile = inProject(project, path, text);
    return meant === undefined ? inFile : { ...inFile, ...project.keyOf(path), meant };
  });
}

function inProject(project: Project, path: Path, message: string): SettingsProblem {
  return { in: "project", uri: project.uri, path, message, ...project.placeOf(path) };
}

/** The API server: as the nodes where nothing is said. */
export function assumedApiServer(overrides: Overrides, file: ProjectFile, nodes: Component): Component {
  const gates: FeatureGates | undefined = file.apiServer?.featureGates ?? overrides.apiServer?.featureGates;
  return {
    kubernetes: overrides.apiServer?.kubernetes ?? file.apiServer?.kubernetes ?? nodes.kubernetes,
    featureGates:
      gates === undefined
        ? nodes.featureGates
        : { ...file.apiServer?.featureGates, ...overrides.apiServer?.featureGates },
  };
}
