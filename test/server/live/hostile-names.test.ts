import { describe, expect, it } from "vitest";
import { observeJson } from "../../../server/cli/observe/observe-json.ts";
import { detailsText, tableText } from "../../../server/cli/observe/observe-text.ts";
import { createStyle } from "../../../server/cli/terminal/style.ts";
import { printable } from "../../../server/cli/terminal/terminal.ts";
import { prettyJson } from "../../../server/exports/pretty-json.ts";
import { detailsOf } from "../../../server/live/details.ts";
import type { LivePod } from "../../../server/live/live-pod.ts";
import { overlayOf } from "../../../server/live/overlay.ts";
import { rowOf } from "../../../server/live/rows.ts";
import { timedTextAt } from "../../../shared/observation/index.ts";
import type { DetailItem } from "../../../shared/protocol/cluster.ts";
import { hostileTexts } from "../../hostile-texts.ts";
import { contextOf, host } from "../features/harness.ts";
import { deploymentText } from "../written-deployment.ts";
import { at, beginMs, viewOf } from "./cluster.ts";

const nowMs = beginMs + 60_000;

/** A pod that has the text wherever a cluster can put one. */
function viewWith(text: string) {
  const words = { name: text, namespace: text, node: text, owner: `ReplicaSet/${text}`, reason: text, message: text };
  const containers = [{ name: text, image: text }];
  const state = { waiting: { reason: text, message: text } };
  const lastState = {
    terminated: { exitCode: 1, reason: text, message: text, startedAt: at(40), finishedAt: at(45) },
  };
  const status = {
    phase: "Running",
    reason: text,
    message: text,
    podIP: text,
    startTime: at(0),
    conditions: [{ type: text, status: "False", reason: text, message: text, lastTransitionTime: at(1) }],
    containerStatuses: [{ name: text, restartCount: 2, ready: false, image: text, state, lastState }],
  };
  const view = viewOf([{ ...words, restartCount: 2, last: [40, 45, 1], spec: { containers } }], 60, {
    context: text,
    defaultNamespace: text,
    nodes: [{ name: text, readiness: { status: "False", reason: text, message: text }, missing: [text] }],
  });
  const [pod] = view.pods.all();
  const involvedObject = { kind: "Pod", uid: pod?.uid, fieldPath: `spec.containers{${text}}` };
  const ownerReferences = [{ kind: "ReplicaSet", name: "web-7d", uid: "ReplicaSet/web-7d", controller: true }];
  const labels = { "pod-template-hash": "7d" };
  const metadata = { name: text, namespace: text, uid: pod?.uid, creationTimestamp: at(0), labels, ownerReferences };
  view.pods.apply({
    ...{ context: text, isFirst: false, gone: [], owners: [], nodes: [], freshness: { is: "live" } },
    pods: [{ apiVersion: "v1", kind: "Pod", metadata, spec: { nodeName: text, containers }, status }],
    events: [{ involvedObject, type: "Warning", reason: text, message: text, lastTimestamp: at(50) }],
  });
  const [live] = view.pods.all();
  if (live === undefined) throw new Error("no pod");
  return { view, live };
}

const orders = /(?![\n\t])\p{Cc}|[\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
/** A cell of a table and a line of a tree; tooltips and details have room. */
const lineMax = 3000;

function expectPlain(lines: readonly string[], { isLine = true } = {}): void {
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) {
    expect(line).not.toMatch(orders);
    if (!isLine) continue;
    expect(line).not.toContain("\n");
    expect(line.length).toBeLessThanOrEqual(lineMax);
  }
}

function itemsOf(items: readonly DetailItem[]): readonly DetailItem[] {
  return items.flatMap((item) => [item, ...itemsOf(item.items)]);
}

function terminalLines(live: LivePod, isColored: boolean): readonly string[] {
  const style = createStyle(isColored);
  const lines = [...tableText([live], { nowMs, hasNamespaces: true, style }), ...detailsText(live, nowMs, style)];
  return lines.flatMap((line) => printable(`${line}\n`, isColored).split("\n").slice(0, -1));
}

describe.each(Object.entries(hostileTexts))("%s", (_, text) => {
  const { view, live } = viewWith(text);

  it("is one plain line in the tree, and obeyed by nothing in its tooltips", () => {
    const { state, short, about } = rowOf(live);
    expectPlain([state, short, ...about].map((line) => timedTextAt(line, nowMs)));
    const items = itemsOf(detailsOf(live, nowMs).items);
    expectPlain(items.flatMap(({ label, description }) => [label, timedTextAt(description, nowMs)]));
    expectPlain(
      items.map(({ tooltip }) => tooltip),
      { isLine: false },
    );
  });

  it("is a cell in a terminal, and never a row, a color or a command", () => {
    const plain = terminalLines(live, false);
    expectPlain(plain);
    // As many as of an honest pod.
    const honest = terminalLines(viewWith("web").live, false);
    expect(plain).toHaveLength(honest.length);
    const colored = terminalLines(live, true).map((line) =>
      line.replaceAll("\u001b[1m", "").replaceAll("\u001b[22m", ""),
    );
    expectPlain(colored);
  });

  it("is whole in JSON, in letters that no terminal obeys", () => {
    const freshness = { is: "stale", sinceMs: nowMs, reason: text } as const;
    const seen = { context: text, namespaces: [text], atMs: nowMs, missing: [text], freshness };
    const json = observeJson([live], seen);
    for (const told of [prettyJson(json), JSON.stringify(json)].map((each) => printable(each))) {
      expect(told).not.toMatch(orders);
      expect(JSON.parse(told)).toMatchObject({ context: text, pods: [{ name: text, phase: "Running" }] });
    }
  });

  it("is text in the title of the panel", () => {
    const overlay = overlayOf(live, { context: text, atMs: nowMs, freshness: { is: "live" } });
    expectPlain([overlay?.title ?? ""]);
  });

  it("does no harm in lenses, hints and problems of a manifest", async () => {
    const manifest = deploymentText("containers: [{name: app, image: example/app}]\n");
    const context = await contextOf(manifest, { live: view, client: { commandLinks: true } });
    const titles = host.codeLenses(context).flatMap(({ command }) => command?.title ?? []);
    expect(titles.join(" ")).toContain("2 restarts");
    const range = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
    const labels = host.inlayHints(context, range).map(({ label }) => `${label}`);
    expectPlain([...titles, ...labels]);
    const problems = (await host.diagnostics(context, () => false)).filter(({ code }) =>
      `${code}`.startsWith("observed"),
    );
    for (const { message } of problems) expectPlain([`${message}`]);
  });
});
