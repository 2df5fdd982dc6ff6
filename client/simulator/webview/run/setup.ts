import type { Answer } from "../../../../shared/forecast/answer/model.ts";
import type { PodPayload } from "../../../../shared/protocol/pod/pod.ts";
import { type Setup, unchangedSetup } from "../../../../shared/protocol/pod/setup.ts";
import type { PanelPlay } from "./run.ts";

/** Everything as in the manifest; the drawn run is the one that stands for all. */
export function openingSetup({ answer }: PodPayload): Setup {
  return answer === undefined ? unchangedSetup : { ...unchangedSetup, seed: answer.typicalSeed };
}

/** Whether the run is that of the manifest, for which the server has the answer. */
export function isAsWritten({ node, lines, fields }: Setup): boolean {
  return lines === undefined && fields === undefined && Object.keys(node).length === 0;
}

/** The server's answer, if the run is that of the manifest and of the horizon that it is about. */
export function knownAnswer({ payload, setup, horizonMs }: PanelPlay): Answer | undefined {
  return isAsWritten(setup) && payload.answer?.horizonMs === horizonMs ? payload.answer : undefined;
}
