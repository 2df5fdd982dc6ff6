import type { ParamsOf, serverRequests } from "../../../shared/protocol/request.ts";
import type { Writing } from "../../../shared/protocol/values/values.ts";
import { writeFields } from "../../repairs/write-fields.ts";
import { writeScenario } from "../../repairs/write-scenario.ts";
import type { Context } from "../core/feature.ts";
import { rangeInFile } from "../core/places.ts";
import { podsOfFile, wantedPod } from "../core/pod-reference.ts";
import { isJson, noCommentsInJson } from "../core/read-manifest.ts";
import { analyzed } from "../core/subjects.ts";

/** The edits that make the comments of a pod say what the simulator's panel shows. */
export function writeScenarioAnswer(
  context: Context,
  { reference, lines, fields }: ParamsOf<typeof serverRequests.writeScenario>,
): Writing | null {
  const pod = wantedPod(context, podsOfFile(context), { reference, position: undefined });
  const ofDocument = pod && analyzed(context, pod.placed);
  const ofPod = ofDocument?.pods.find(({ located }) => located === pod?.located);
  if (pod === undefined || ofDocument === undefined || ofPod === undefined) return null;
  if (isJson(context.document) && lines !== undefined)
    return { version: context.document.version, edits: [], message: noCommentsInJson };
  const { edits, message } =
    lines === undefined ? writeFields(ofDocument, ofPod, fields) : writeScenario(ofDocument, ofPod, lines, fields);
  return {
    version: context.document.version,
    edits: edits.map((edit) => ({ range: rangeInFile(context, pod.placed, edit), newText: edit.newText })),
    message,
  };
}
