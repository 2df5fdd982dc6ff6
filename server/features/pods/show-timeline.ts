import { CodeActionKind, type Command } from "vscode-languageserver";
import { rangeOf } from "../../manifest/text/ranges.ts";
import type { Context, Feature } from "../core/feature.ts";
import { positionOf } from "../core/places.ts";
import { type PodOfFile, podsOfFile, referenceTo, wantedPod } from "../core/pod-reference.ts";

export const showTimelineCommand = "podCadence.showTimeline";

/** The timeline of a pod as a text, in editors that have neither the panel nor our commands, and can show a document that we name. */
export const showTimeline: Feature = {
  name: "show timeline",
  codeLenses(context) {
    if (!context.client.showsDocuments || !context.display.codeLens) return [];
    return podsToPlay(context).map((pod) => {
      const { placed, located } = pod;
      const object = rangeOf(placed.document, located.objectPath, "key");
      const start = positionOf(context.document, placed.startOffset + object.start);
      return { range: { start, end: start }, command: commandFor(context, pod) };
    });
  },
  codeActions(context, { range, wants }) {
    if (!context.client.showsDocuments || !wants(kind)) return [];
    const pod = wantedPod(context, podsToPlay(context), { reference: undefined, position: range.start });
    if (pod === undefined) return [];
    const command = commandFor(context, pod);
    return [{ title: command.title, kind, command }];
  },
};

const kind = CodeActionKind.RefactorRewrite;

function podsToPlay(context: Context): readonly PodOfFile[] {
  return podsOfFile(context).filter(({ located }) => located.spec !== undefined);
}

function commandFor(context: Context, pod: PodOfFile): Command {
  const { uri } = context.document;
  return {
    title: "Show timeline as text",
    command: showTimelineCommand,
    arguments: [{ uri, reference: referenceTo(context, pod) }],
  };
}
