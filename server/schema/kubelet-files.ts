import { type ConfiguredKubelet, defaultKubeletConfiguration } from "../../shared/kubernetes/assumptions.ts";
import type { Component, Semantics } from "../../shared/kubernetes/node.ts";
import { formatPath } from "../../shared/kubernetes/path.ts";
import { dropInsInOrder } from "../../shared/validation/kubelet/drop-ins.ts";
import type { PlacedProblem } from "../../shared/validation/kubelet/merge.ts";
import { isFields } from "../../shared/validation/kubelet/model.ts";
import { engineValues, hostOf } from "../../shared/validation/kubelet/read-configuration.ts";
import { kubeletSentence } from "../../shared/validation/kubelet/words.ts";
import { parseManifest } from "../manifest/parse.ts";
import { nameOf } from "./find-project.ts";
import { startKubelet } from "./kubelet-start.ts";
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
 * Reads the configuration of a kubelet: the main file, then its drop-ins in the order of the kubelet, each over what came before.
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
  const usable: UsableFile[] = [];
  for (const [index, text] of texts.entries()) {
    if (text !== undefined && isKubeletConfiguration(text)) usable.push({ index, text });
    else problems.push({ index, message: notUsable(nameOf(uris[index] ?? ""), text) });
  }
  const [main, ...others] = usable;
  if (main === undefined) return { ...kubeletDefaults, problems };
  const dropIns = asWalked(others, uris);
  const host = hostOf(nodes.kubernetes, nodes.featureGates, semantics);
  const { fields = {}, problems: found } = startKubelet(
    main.text,
    dropIns.map(({ text }) => text),
    host,
  );
  const refused = found.filter(({ problem }) => problem.origin === "kubelet");
  return {
    ...engineValues(fields, uris.map(nameOf).join(", ")),
    problems: [
      ...problems,
      ...refused.map(({ file, problem }) => ({
        index: [main, ...dropIns][file]?.index ?? 0,
        message: inWords(problem),
      })),
    ],
  };
}

interface UsableFile {
  readonly index: number;
  readonly text: string;
}

/** The kubelet takes the files of its directory by their names; other names are applied as they are listed. */
function asWalked(files: readonly UsableFile[], uris: readonly string[]): readonly UsableFile[] {
  const names = files.map(({ index }) => uris[index] ?? "");
  const walked = dropInsInOrder(names);
  return walked.length < files.length ? files : walked.flatMap((name) => files[names.indexOf(name)] ?? []);
}

function inWords(problem: PlacedProblem["problem"]): string {
  const sentence = kubeletSentence(problem);
  return problem.path.length === 0 ? sentence : `${formatPath(problem.path)}: ${sentence}`;
}

/** As for the kubelet, only the first document counts. */
function isKubeletConfiguration(text: string): boolean {
  const first = parseManifest(text).documents.find(({ document }) => !document.empty);
  const value = first?.document.kubeletConfigurations[0]?.value;
  return isFields(value) && value["kind"] === "KubeletConfiguration";
}

function notUsable(name: string, text: string | undefined): string {
  const wrong = text === undefined ? `${name} cannot be read` : `${name} is not a KubeletConfiguration`;
  return `${wrong}, so it does not count. Write the path of a file with "kind: KubeletConfiguration".`;
}
