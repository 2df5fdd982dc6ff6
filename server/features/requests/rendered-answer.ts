import { capitalized } from "../../../shared/basics/capitalized.ts";
import type { ParamsOf, serverRequests } from "../../../shared/protocol/request.ts";
import type { Message } from "../../../shared/protocol/values/parse.ts";
import { parseManifest } from "../../manifest/documents/parse.ts";
import { createPositions } from "../../manifest/text/positions.ts";
import { rangeOf } from "../../manifest/text/ranges.ts";
import type { RenderTarget } from "../../render/model.ts";
import type { RenderSource } from "../../render/render-source.ts";
import { sourceNames } from "../../render/source-names.ts";
import { manifestOptions } from "../../schema/manifest-options.ts";
import type { ResolvedSettings } from "../../schema/model.ts";
import type { Session } from "../session/session.ts";

type RenderedAnswer = NonNullable<Message<typeof serverRequests.rendered.answer>>;

/** The output of Helm or Kustomize for a file that is a part of a chart or an overlay, now or in Git HEAD, or a sentence. */
export async function renderedAnswer(
  { settings, sources }: Session,
  render: RenderSource | undefined,
  { uri, at = "disk" }: ParamsOf<typeof serverRequests.rendered>,
): Promise<RenderedAnswer> {
  if (render === undefined || !uri.startsWith("file:"))
    return { problem: "Only files on disk can be rendered, and not in a browser." };
  const { resolved } = await settings.ofClosed(uri);
  const { assumptions, assumptionsSource } = resolved;
  // Helm has its own default. It gets only what somebody configured.
  const kubernetes = assumptionsSource === "default" ? undefined : assumptions.apiServer.kubernetes;
  const rendered = await render({ uri, root: sources.rootOf(uri), kubernetes, at });
  if (rendered === undefined)
    return {
      problem:
        "This file belongs to no Helm chart and no Kustomize overlay: no folder above it has a Chart.yaml or a kustomization.yaml.",
      isOfNone: true,
    };
  const { target, folder, result } = rendered;
  if ("problem" in result) return { problem: result.missing ? missingProgram(target) : capitalized(result.problem) };
  const { text } = result.value;
  return { folder, text, line: lineOfPod(text, decodeURIComponent(uri.slice(folder.length + 1)), resolved) };
}

function missingProgram({ tool }: RenderTarget): string {
  return tool === "helm"
    ? "helm is not on the PATH of VS Code. Install it (https://helm.sh/docs/intro/install), then restart VS Code."
    : "Neither kustomize nor kubectl is on the PATH of VS Code. Install one (https://kubectl.docs.kubernetes.io/installation/kustomize), then restart VS Code.";
}

/** Where the first pod begins that the template makes, else the first of the templates beside a values file, else of all. Undefined if nothing is a pod. */
function lineOfPod(text: string, file: string, settings: ResolvedSettings): number | undefined {
  const positionAt = createPositions(text);
  const { documents } = parseManifest(text, undefined, manifestOptions(settings));
  const lines = documents.flatMap(({ document, startOffset }) =>
    document.pods.map(({ objectPath }) => positionAt(startOffset + rangeOf(document, objectPath, "value").start).line),
  );
  const names = sourceNames(text.split("\n"));
  const sourceOf = (line: number): string => names[line]?.split("/").slice(1).join("/") ?? "";
  const ownTemplates = `${file.slice(0, file.lastIndexOf("/") + 1)}templates/`;
  const ofFile = lines.find((line) => sourceOf(line) === file);
  return ofFile ?? lines.find((line) => sourceOf(line).startsWith(ownTemplates)) ?? lines[0];
}
