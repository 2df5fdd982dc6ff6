import type { Diagnostic, DocumentLink } from "vscode-languageserver";
import type { Finding } from "../../rules/core/model.ts";
import { findingsOfProject } from "../../rules/findings.ts";
import { fileUri, folderOf, nameOf, projectFileName } from "../../schema/files/find-project.ts";
import { readProjectFile } from "../../schema/project-file.ts";
import { checkProjectFile } from "../../schema/resolve.ts";
import type { Context, Feature } from "../core/feature.ts";
import { diagnosticOf } from "../diagnostics/findings.ts";
import type { FixData } from "../diagnostics/fix-data.ts";

/** `.pod-cadence.yaml` open in the editor: its mistakes in their places, and links to the files that it names. */
export const projectFile: Feature = {
  name: "project file",
  async fileDiagnostics(context) {
    if (!isProjectFile(context)) return [];
    const problems = await checkProjectFile(context.document.uri, context.document.getText(), context.files);
    return findingsOfProject(problems, context.settings.rules).map((finding, index) => ({
      ...diagnosticOf(context, finding, 0),
      ...payload(context, finding, problems[index]?.meant),
    }));
  },
  documentLinks(context) {
    return isProjectFile(context) ? links(context) : [];
  },
};

/** Whether the file is a project file. */
export function isProjectFile({ document }: Context): boolean {
  return nameOf(document.uri) === projectFileName;
}

/** The word that was meant goes in the place of the wrong one, in its quotes. */
function payload(
  { document, manifest }: Context,
  { start, end }: Finding,
  meant: string | undefined,
): Pick<Diagnostic, "data"> {
  const index = manifest.documents.findLastIndex(({ startOffset }) => startOffset <= start);
  const offset = manifest.documents[index]?.startOffset ?? 0;
  const wrong = document.getText().slice(start, end);
  if (meant === undefined || index === -1) return {};
  const quote = /^["']/.exec(wrong)?.[0] ?? "";
  const place = { start: start - offset, end: end - offset, wrong, right: quote + meant + quote };
  const data: FixData = { document: index, fix: { kind: "replace-word", title: `Change to ${meant}`, ...place } };
  return { data };
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
