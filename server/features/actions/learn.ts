import { CodeActionKind } from "vscode-languageserver";
import { counted } from "../../../shared/basics/counted.ts";
import { podsOfManifest } from "../../live/manifest-pods.ts";
import type { Feature } from "../core/feature.ts";
import { podsOfFile, referenceTo, wantedPod } from "../core/pod-reference.ts";
import { isJson } from "../core/read-manifest.ts";
import { isAtHead } from "./pin-forecast.ts";

const kind = CodeActionKind.RefactorRewrite;

/** `Learn scenario from 31 pods` where a workload begins that has pods in the connected cluster. The edit is worked out when it is chosen. */
export const learning: Feature = {
  name: "learn",
  codeActions(context, { range, wants }) {
    if (!context.client.commandLinks || !wants(kind) || context.live.pods.context === undefined) return [];
    const pod = wantedPod(context, podsOfFile(context), { reference: undefined, position: range.start });
    if (pod === undefined || isJson(context.document) || !isAtHead(context, pod, range.start)) return [];
    const count = podsOfManifest(context.live.pods, pod.located).length;
    if (count === 0) return [];
    const title = `Learn scenario from ${counted(count, "pod")}`;
    const command = { title, command: "podCadence.learnFromPods", arguments: [referenceTo(context, pod)] };
    return [{ title, kind, command }];
  },
};
