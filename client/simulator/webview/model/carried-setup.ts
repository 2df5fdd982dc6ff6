import type { PodPayload } from "../../../../shared/protocol/pod/pod.ts";
import type { Setup } from "../../../../shared/protocol/pod/setup.ts";
import type { PanelRun } from "../run/run.ts";
import type { Model } from "./model.ts";

/** Another node has other lanes: only another scenario on the same one is laid over what was. The first run of several changes stays. */
export function ghostAfter({ run, ghost, setup }: Model, next: Setup): PanelRun | undefined {
  if (next.node !== setup.node || next.seed !== setup.seed) return undefined;
  return next.lines === setup.lines && next.fields === setup.fields ? ghost : (ghost ?? run);
}

/** A scenario that was edited here counts until the manifest says something else about it, and values that were tried until another pod stands there. */
export function setupFor({ scenarioTexts, written }: PodPayload, { run, setup }: Model): Setup {
  const isAsBefore = JSON.stringify(scenarioTexts) === JSON.stringify(run.payload.scenarioTexts);
  const lines = isAsBefore ? setup.lines : undefined;
  const isSamePod = setup.fields === undefined || JSON.stringify(written) === JSON.stringify(run.payload.written);
  return isAsBefore && isSamePod ? setup : { ...setup, lines, fields: isSamePod ? setup.fields : undefined };
}
