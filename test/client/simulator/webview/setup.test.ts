import { describe, expect, it } from "vitest";
import { withFault } from "../../../../client/simulator/webview/by-hand/faults.ts";
import type { Model } from "../../../../client/simulator/webview/model/model.ts";
import { withNode } from "../../../../client/simulator/webview/run/node-setup.ts";
import { judgmentOf, scenarioRows, withRow } from "../../../../client/simulator/webview/scenario/scenario-rows.ts";
import type { PanelState } from "../../../../shared/protocol/panel/panel.ts";
import { unchangedSetup } from "../../../../shared/protocol/pod/setup.ts";
import { payloadOf } from "../../../panel/payloads.ts";
import { createPage, type Page } from "./page.ts";

const minuteMs = 60_000;
const spec = { containers: [{ name: "app", livenessProbe: { tcpSocket: { port: 80 } } }, { name: "log" }] };
const running = payloadOf(spec, { app: "starts in 3s" });

function opened(payload = running, state?: PanelState): Page {
  const page = createPage(state === undefined ? {} : { state });
  page.store.receive({ type: "pod", payload, horizonMs: 10 * minuteMs });
  return page;
}

function modelOf({ store: { model } }: Page): Model {
  if (model === undefined) throw new Error("there is a run");
  return model;
}

/** The rows of the scenario's editor as text. */
function rowsOf(page: Page): readonly string[] {
  return scenarioRows(modelOf(page)).map(({ label, text }) => `${label}: ${text}`);
}

function exits(page: Page): readonly string[] {
  const { entries } = modelOf(page).run.timeline;
  return entries.flatMap(({ kind, container, tMs, data }) =>
    kind === "container-exited" ? [`${container} ${data.exitCode} at ${Math.floor(tMs / 1000)}s`] : [],
  );
}

function crashAt(page: Page, tMs: number): void {
  page.store.moveTo(tMs);
  const fault = { kind: "crash", exitCode: 3 } as const;
  page.store.change(withFault(modelOf(page), { kind: "container-fault", atMs: tMs, container: "app", fault }));
}

describe("an injected crash", () => {
  it("happens at the cursor, stands in the scenario and leaves the former run as a ghost", () => {
    const page = opened();
    const former = modelOf(page).run;
    crashAt(page, 2 * minuteMs);
    expect(exits(page)).toEqual(["app 3 at 120s"]);
    expect(rowsOf(page)).toEqual(["app: starts in 3s", "log: ", "pod: at 2m app: exits 3", "pod: "]);
    const { ghost, geometry } = modelOf(page);
    expect(ghost).toBe(former);
    const lane = geometry.lanes.find((placed) => placed.lane.id === "container:app");
    expect(lane?.ghosts.map(({ kind }) => kind)).toEqual(["running"]);
    expect(geometry.lanes.find((placed) => placed.lane.id === "container:log")?.ghosts).toEqual([]);
  });

  it("can be undone and redone", () => {
    const page = opened();
    crashAt(page, 2 * minuteMs);
    const changed = exits(page);
    page.store.act("undo");
    expect(exits(page)).toEqual([]);
    expect(modelOf(page).ghost).toBeUndefined();
    page.store.act("redo");
    expect(exits(page)).toEqual(changed);
    page.store.act("redo");
    expect(exits(page)).toEqual(changed);
  });

  it("follows another: the ghost stays the run before both, until Escape", () => {
    const page = opened();
    const former = modelOf(page).run;
    crashAt(page, 2 * minuteMs);
    crashAt(page, 4 * minuteMs);
    expect(exits(page)).toEqual(["app 3 at 120s", "app 3 at 240s"]);
    expect(modelOf(page).ghost).toBe(former);
    page.store.act("close");
    expect(modelOf(page).ghost).toBeUndefined();
  });
});

describe("the scenario's editor", () => {
  const told = payloadOf(spec, { app: "crashes x2, then runs" });

  it("has a row for each container, for what is expected, and an empty one", () => {
    const payload = {
      ...told,
      scenarioTexts: [
        ...told.scenarioTexts,
        { text: "expect ready within 90s", container: undefined, source: "comment" as const },
        { text: "at 5m kubelet restarts", container: undefined, source: "project" as const },
      ],
    };
    expect(rowsOf(opened(payload))).toEqual([
      "app: crashes x2, then runs",
      "log: ",
      "pod: at 5m kubelet restarts",
      "pod: expect ready within 90s",
      "pod: ",
    ]);
  });

  it("plays what is typed, and typing in one row is one step back", () => {
    const page = opened();
    for (const text of ["exits 5 af", "exits 5 after 2", "exits 5 after 20s, then runs"])
      page.store.change(withRow(modelOf(page), 1, text), "line 1");
    expect(exits(page)).toEqual([expect.stringMatching(/^log 5 at 2\ds$/)]);
    page.store.act("undo");
    expect(exits(page)).toEqual([]);
    expect(modelOf(page).setup).toEqual({ ...unchangedSetup, seed: modelOf(page).run.payload.answer?.typicalSeed });
  });

  it("can be undone a hundred steps back, from the newest", () => {
    const page = createPage({ isBusy: true });
    page.store.receive({ type: "pod", payload: running, horizonMs: 10 * minuteMs });
    const written = Array.from({ length: 103 }, (_, step) => `runs for ${step + 1}h`);
    for (const text of written) page.store.change(withRow(modelOf(page), 0, text));
    page.store.act("undo");
    expect(rowsOf(page)[0]).toBe("app: runs for 102h");
    for (let step = 0; step < 200; step += 1) page.store.act("undo");
    expect(rowsOf(page)[0]).toBe("app: runs for 3h");
  });

  it("says what is wrong with a row, and plays the rest", () => {
    const page = opened();
    page.store.change(withRow(modelOf(page), 0, "crashes after 20s, tehn runs"));
    const [row] = scenarioRows(modelOf(page));
    expect(row?.problems.join()).toMatch(/tehn|then/);
    expect(row?.text).toBe("crashes after 20s, tehn runs");
  });

  it("knows the verdict of each container where two expect the same", () => {
    const same = "expect restarts <= 0 within 5m";
    const texts = ["app", "log"].map((container) => ({ text: same, container, source: "comment" as const }));
    const page = opened({ ...told, scenarioTexts: [...told.scenarioTexts, ...texts] });
    const rows = scenarioRows(modelOf(page)).filter(({ text }) => text === same);
    const verdicts = rows.map((row) => `${row.container} ${judgmentOf(modelOf(page), row)?.holds}`);
    expect(verdicts).toEqual(["app false", "log true"]);
  });

  it("takes an event or an expectation in the empty row", () => {
    const page = opened();
    page.store.change(withRow(modelOf(page), 2, "at 1m kubelet restarts"));
    expect(rowsOf(page)).toEqual(["app: starts in 3s", "log: ", "pod: at 1m kubelet restarts", "pod: "]);
    expect(modelOf(page).run.timeline.entries.some(({ kind }) => kind === "kubelet-stopped")).toBe(true);
    page.store.change(withRow(modelOf(page), 2, ""));
    expect(rowsOf(page)).toEqual(["app: starts in 3s", "log: ", "pod: "]);
  });

  it("yields to a manifest that says something else, and stays when anything else is edited", () => {
    const page = opened();
    crashAt(page, minuteMs);
    const rows = rowsOf(page);
    const other = payloadOf({ ...spec, terminationGracePeriodSeconds: 5 }, { app: "starts in 3s" });
    page.store.receive({ type: "pod", payload: other, horizonMs: 10 * minuteMs });
    expect(rowsOf(page)).toEqual(rows);
    page.store.receive({ type: "pod", payload: payloadOf(spec, { app: "starts in 4s" }), horizonMs: 10 * minuteMs });
    expect(rowsOf(page)).toEqual(["app: starts in 4s", "log: ", "pod: "]);
  });

  it("asks the extension to write the whole scenario", () => {
    const page = opened();
    page.store.change(withRow(modelOf(page), 1, "crashes"));
    page.store.write();
    expect(page.sent.at(-1)).toEqual({
      type: "write",
      lines: [
        { container: "app", text: "starts in 3s" },
        { container: "log", text: "crashes" },
      ],
    });
  });
});

describe("another node", () => {
  const looping = payloadOf({ containers: [{ name: "app" }] }, { app: "crashes after 1s" });
  const restarts = ({ second, run }: Model, of: "run" | "second" = "run") =>
    (of === "run" ? run : second)?.timeline.counts.restarts["app"];

  it("is played at once, and back again by Undo", () => {
    const page = opened(looping);
    const before = restarts(modelOf(page));
    page.store.change(withNode(modelOf(page), { maxContainerRestartPeriodMs: 10_000 }));
    expect(restarts(modelOf(page))).toBeGreaterThan(20);
    page.store.act("undo");
    expect(restarts(modelOf(page))).toBe(before);
  });

  it("that is the manifest's again is no change", () => {
    const page = opened(looping);
    page.store.change(withNode(modelOf(page), { kubernetes: "1.30" }));
    expect(modelOf(page).run.assumptions).toMatchObject({
      node: { kubernetes: "1.30" },
      apiServer: { kubernetes: "1.30" },
    });
    page.store.change(withNode(modelOf(page), { kubernetes: "1.37" }));
    expect(modelOf(page).setup).toEqual({ ...unchangedSetup, seed: modelOf(page).run.payload.answer?.typicalSeed });
  });

  it("stands below the first one to be compared, with entries of its own", () => {
    const page = opened(looping);
    page.store.change({ ...modelOf(page).setup, compared: { maxContainerRestartPeriodMs: 30_000 } });
    const model = modelOf(page);
    expect(model.lanes.map(({ id }) => id)).toEqual([
      "condition:Ready",
      "difference:Ready",
      "second-condition:Ready",
      "kubectl",
      "second-kubectl",
      "container:app",
      "second-container:app",
      "events",
      "second-events",
    ]);
    expect(restarts(model, "second")).toBeGreaterThan(restarts(model) ?? 0);
    const own = model.second?.timeline.entries.find(({ kind }) => kind === "container-exited");
    page.store.selectId(own?.id ?? "");
    expect(own?.id).toMatch(/^second-e\d+$/);
    expect(modelOf(page).view.selected).toBe(own?.id);
    page.store.act("next");
    expect(modelOf(page).view.selected).toMatch(/^second-/);
    expect(modelOf(page).announced).not.toBe("");
  });
});

it("a window reload finds the setup again", () => {
  const page = opened();
  crashAt(page, 2 * minuteMs);
  page.store.change({ ...modelOf(page).setup, seed: 7, compared: { semantics: "kep" } });
  page.store.setClosed("status", true);
  const state = page.store.state();
  const again = opened(running, state);
  expect(modelOf(again).setup).toEqual(modelOf(page).setup);
  expect(exits(again)).toEqual(exits(page));
  expect(modelOf(again).closed).toEqual(new Set(["status"]));
  expect(modelOf(again).second).toBeDefined();
});
