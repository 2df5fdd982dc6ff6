import { expect, it } from "vitest";
import { nodeName } from "../../../../client/simulator/webview/comparison/node-name.ts";
import { assumptionsWith } from "../../../../client/simulator/webview/run/changed-node.ts";
import { tidied } from "../../../../client/simulator/webview/run/node-setup.ts";
import { type PanelPlay, type PanelRun, playPod } from "../../../../client/simulator/webview/run/run.ts";
import { type NodeChanges, unchangedSetup } from "../../../../shared/protocol/pod/setup.ts";
import { crashing, payloadHorizonMs } from "../../../panel/payloads.ts";
// What plays a scenario is a script of the page.
import "./page.ts";

/** Each field that people can change of the node, with a value that is not the default: a new field needs a line here. */
const everyChange: Required<NodeChanges> = {
  kubernetes: "1.36",
  featureGates: { ReduceDefaultCrashLoopBackOffDecay: true },
  maxContainerRestartPeriodMs: 30_000,
  syncFrequencyMs: 20_000,
  timing: "ideal",
  semantics: "kep",
  imagePull: { minMs: 2000, maxMs: 30_000 },
};

const fields = Object.entries(everyChange).map(([name, value]): [string, NodeChanges] => [name, { [name]: value }]);

it.each(fields)("the choice of %s counts", (_, change) => {
  const { assumptions } = crashing;
  expect(tidied(change, assumptions), "tidied keeps it").toEqual(change);
  const changed = assumptionsWith(assumptions, change);
  expect(changed, "assumptionsWith applies it").not.toEqual(assumptions);
  expect(tidied(change, changed), "tidied removes what changes nothing").toEqual({});
});

it.each(fields)("the comparison names %s", (_, change) => {
  expect(nodeName(played({}).assumptions, played(change).assumptions)).not.toContain("The same node");
});

function played(node: NodeChanges): PanelRun {
  const play: PanelPlay = { payload: crashing, setup: { ...unchangedSetup, node }, horizonMs: payloadHorizonMs };
  const run = playPod(play);
  if (run === undefined) throw new Error("the pod has containers");
  return run;
}
