import type { DocumentLink } from "vscode-languageserver";
import { findingsOfProject } from "../rules/findings.ts";
import { fileUri, folderOf, nameOf } from "../schema/find-project.ts";
import { projectFileName, readProjectFile } from "../schema/project-file.ts";
import { checkProjectFile } from "../schema/resolve.ts";
import type { Context, Feature } from "./feature.ts";
import { diagnosticOf } from "./findings.ts";

/** `.pod-cadence.yaml` open in the editor: its mistakes in their places, and links to the files that it names. */
export const projectFile: Feature = {
  name: "project file",
  async fileDiagnostics(context) {
    if (!isProjectFile(context)) return [];
    const problems = await checkProjectFile(context.document.uri, context.document.getText(), context.files);
    return findingsOfProject(problems, context.settings.rules).map((finding) => diagnosticOf(context, finding, 0));
  },
  documentLinks(context) {
    return isProjectFile(context) ? links(context) : [];
  },
};

/** Whether the file is a project file. */
export function isProjectFile({ document }: Context): boolean {
  return nameOf(document.uri) === projectFileName;
}

function links({ document }: Context): DocumentLink[] {
  const { value, placeOf } = readProjectFile(document.getText());
  const profiles = Object.entries(value.nodes ?? {}).map(([name, profile]) => ({ path: ["nodes", name], profile }));
  const layers = [{ path: [], profile: value }, ...profiles];
  return layers.flatMap(({ path, profile }) =>
    (profile.kubeletConfiguration ?? []).map((file, index) => {
      const { start, end } = placeOf([...path, "kubeletConfiguration", index]);
      const range = { start: document.positionAt(start), end: document.positionAt(end) };
      return { range, target: fileUri(file, folderOf(document.uri)) };
    }),
  );
}
