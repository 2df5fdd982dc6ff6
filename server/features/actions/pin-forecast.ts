import { CodeActionKind, type Position } from "vscode-languageserver";
import type { PodPlace } from "../../../shared/protocol/request.ts";
import type { Writing } from "../../../shared/protocol/values/values.ts";
import { rangeOf } from "../../manifest/text/ranges.ts";
import { pinEdits } from "../../repairs/pin-forecast.ts";
import type { Context, Feature } from "../core/feature.ts";
import { pause } from "../core/pause.ts";
import { rangeInFile } from "../core/places.ts";
import { type PodOfFile, podsOfFile, referenceTo, wantedPod } from "../core/pod-reference.ts";
import { isJson, noCommentsInJson } from "../core/read-manifest.ts";
import { analyzed } from "../core/subjects.ts";

/** `Pin forecast` where a pod begins, where its containers do and on what is said of them. The edit is worked out when it is chosen: twenty runs. */
export const pinForecastAction: Feature = {
  name: "pin forecast",
  codeActions(context, { range, wants }) {
    if (!context.client.commandLinks || !wants(kind)) return [];
    const pod = wantedPod(context, podsOfFile(context), { reference: undefined, position: range.start });
    if (pod === undefined || !isAtHead(context, pod, range.start)) return [];
    const title = "Pin forecast as expect lines";
    const command = { title, command: "podCadence.pinForecast", arguments: [referenceTo(context, pod)] };
    return [{ title, kind, command }];
  },
};

const kind = CodeActionKind.RefactorRewrite;

export async function pinAnswer(context: Context, { reference, position }: PodPlace): Promise<Writing | null> {
  const pod = wantedPod(context, podsOfFile(context), { reference, position });
  const ofDocument = pod && analyzed(context, pod.placed);
  const analyzedPod = ofDocument?.pods.find(({ located }) => located === pod?.located);
  if (pod === undefined || ofDocument === undefined || analyzedPod === undefined) return null;
  if (isJson(context.document)) return { version: context.document.version, edits: [], message: noCommentsInJson };
  const { edits, message } = await pinEdits(ofDocument, analyzedPod, pause);
  return {
    version: context.document.version,
    edits: edits.map((edit) => ({ range: rangeInFile(context, pod.placed, edit), newText: edit.newText })),
    message,
  };
}

/** Where a pod begins, where its containers do, and on what is said of them. */
export function isAtHead(context: Context, { placed, located }: PodOfFile, { line }: Position): boolean {
  const text = context.document.getText({ start: { line, character: 0 }, end: { line: line + 1, character: 0 } });
  if (/#\s*cadence:/.test(text)) return true;
  const heads = [
    [...located.objectPath, "kind"],
    [...located.objectPath, "metadata", "name"],
    ...["containers", "initContainers"].map((list) => [...located.prefix, list]),
  ];
  return heads.some((path) => {
    const { start } = rangeInFile(context, placed, rangeOf(placed.document, path, "key"));
    return start.line === line;
  });
}
