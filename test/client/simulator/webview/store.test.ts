import { describe, expect, it } from "vitest";
import { columnsOf } from "../../../../client/simulator/webview/run/kubectl.ts";
import type { PodPayload } from "../../../../shared/protocol/pod/pod.ts";
import { unchangedSetup } from "../../../../shared/protocol/pod/setup.ts";
import { statusAt } from "../../../../shared/simulation/index.ts";
import { payloadOf } from "../../../panel/payloads.ts";
import { createPage, type Page } from "./page.ts";

const minuteMs = 60_000;
const quietSpec = { containers: [{ name: "app" }] };
const crashing = payloadOf(
  { containers: [{ name: "app", livenessProbe: { tcpSocket: { port: 80 } } }] },
  { app: "crashes after 5s" },
);

const threeCrashes = payloadOf(quietSpec, { app: "crashes after 5s x3, then runs" });

function opened(payload: PodPayload = crashing, options?: Parameters<typeof createPage>[0]): Page {
  const page = createPage(options);
  page.store.receive({ type: "pod", payload, horizonMs: 10 * minuteMs });
  return page;
}

/** What is selected, as `kind run` of the entry. */
function selected({ store: { model } }: Page): string {
  const entry = model?.run.byId.get(model.view.selected ?? "");
  return entry === undefined ? "nothing" : `${entry.kind} ${entry.run ?? ""}`.trim();
}

describe("the first look", () => {
  it("stands at the first exit that is not wanted", () => {
    expect(selected(opened())).toBe("container-exited 1");
  });

  it("of a pod that only runs stands where it is ready", () => {
    const page = opened(payloadOf({ containers: [{ name: "app" }] }));
    expect(selected(page)).toBe("condition-changed");
    expect(page.store.model?.run.byId.get(page.store.model.view.selected ?? "")?.data).toMatchObject({
      condition: "Ready",
      status: "True",
    });
  });

  it("shows the story, not the long quiet after it, until everything is asked for", () => {
    const { store } = opened(threeCrashes);
    const end = () => store.model?.view.toMs;
    const lastMs = store.model?.run.story.at(-1)?.tMs ?? 0;
    expect(lastMs).toBeGreaterThan(30_000);
    expect(end()).toBe(70_000);
    store.act("zoom-fit");
    expect(end()).toBe(10 * minuteMs);
    expect(opened(payloadOf(quietSpec)).store.model?.view.toMs).toBe(minuteMs);
  });

  it("has the cursor on what is selected, and goes on to the line of kubectl that shows it", () => {
    const { store } = opened();
    const look = () => {
      if (store.model === undefined) throw new Error("there is a run");
      const { run, view } = store.model;
      const { status } = columnsOf(run, statusAt(run.timeline, view.tMs), view.tMs);
      return { tMs: view.tMs, entryMs: run.byId.get(view.selected ?? "")?.tMs, status };
    };
    const first = look();
    expect(first).toMatchObject({ entryMs: first.tMs, status: "Running" });
    store.act("kubectl-next");
    expect(look().status).toBe("Error");
    expect(look().tMs - first.tMs).toBeLessThan(2000);
    store.act("kubectl-previous");
    expect(look().status).toBe("Running");
  });

  it("of something without containers says so", () => {
    const page = opened(payloadOf({ containers: [] }));
    expect(page.store.model).toBeUndefined();
    expect(page.store.empty).toBe("This pod has no containers.");
  });
});

describe("an edit of the manifest", () => {
  /** When what is drawn for the container begins. */
  const drawn = ({ store }: Page) => {
    const lane = store.model?.geometry.lanes.find((placed) => placed.lane.kind === "container");
    return lane?.items.map(({ fromMs }) => fromMs);
  };

  it("is drawn, not only told", () => {
    const page = opened(threeCrashes);
    const before = drawn(page);
    const payload = payloadOf(quietSpec, { app: "crashes after 25s x3, then runs" });
    page.store.receive({ type: "pod", payload, horizonMs: 10 * minuteMs });
    expect(drawn(page)).not.toEqual(before);
    expect(drawn(page)).toEqual(drawn(opened(payload)));
  });
});

describe("a change of the scenario", () => {
  const change = ({ store }: Page, text: string) =>
    store.change({ ...unchangedSetup, lines: [{ container: "app", text }] });

  it("is drawn before its answer is worked out", () => {
    const page = opened(threeCrashes, { isBusy: true });
    change(page, "crashes after 7s");
    expect(page.store.model?.run.scenarioTexts).toEqual([expect.objectContaining({ text: "crashes after 7s" })]);
    expect(page.store.model?.answer).toBe(threeCrashes.answer);
    expect(page.store.model?.isAnswering).toBe(true);
    page.rest();
    expect(page.store.model?.answer).toEqual(payloadOf(quietSpec, { app: "crashes after 7s" }).answer);
    expect(page.store.model?.isAnswering).toBe(false);
  });

  it("that is changed again gets no answer of its own", () => {
    const page = opened(threeCrashes, { isBusy: true });
    change(page, "crashes after 7s");
    page.store.act("undo");
    page.rest();
    expect(page.store.model?.answer).toBe(threeCrashes.answer);
  });
});

describe("stepping", () => {
  it("goes to entries, speaks, and moves the cursor there", () => {
    const page = opened();
    page.store.act("next");
    const { model } = page.store;
    const entry = model?.run.byId.get(model.view.selected ?? "");
    expect(model?.view.tMs).toBe(entry?.tMs);
    expect(model?.announced).toMatch(/^5(\.\d)?s: .+\.$/);
    page.store.act("first");
    expect(selected(page)).toBe("pod-seen");
    page.store.act("previous");
    expect(selected(page)).toBe("pod-seen");
  });

  it("goes along and across lanes", () => {
    const page = opened();
    page.store.act("expand");
    page.store.act("next-in-lane");
    expect(selected(page)).toMatch(/^container-\w+ 2$|^note/);
    page.store.act("lane-below");
    expect(selected(page)).toMatch(/^probe-/);
    page.store.act("lane-above");
    expect(selected(page)).toMatch(/^container-/);
  });

  it("reveals where the entry stands in the manifest", () => {
    const page = opened();
    page.store.act("reveal");
    expect(page.sent).toEqual([{ type: "reveal", focus: true, path: ["containers", 0] }]);
  });
});

describe("playing", () => {
  it("passes what is shown in 20 seconds, speaks nothing, and stops at the end", () => {
    const page = opened();
    page.store.act("zoom-fit");
    page.store.moveTo(0);
    page.store.act("play");
    page.frame(1000);
    page.frame(1100);
    expect(page.store.model?.view.tMs).toBe(3000);
    expect(page.store.model?.announced).toBe("");
    for (let nowMs = 1300; nowMs < 22_000; nowMs += 200) page.frame(nowMs);
    expect(page.store.model?.playing).toBe(false);
    expect(page.store.model?.view.tMs).toBe(10 * minuteMs);
  });

  it("does not make up for time in the background", () => {
    const page = opened();
    page.store.act("zoom-fit");
    page.store.moveTo(0);
    page.store.act("play");
    page.frame(1000);
    page.frame(61_000);
    expect(page.store.model?.view.tMs).toBe(7500);
  });

  it("steps from entry to entry where motion is unwelcome", () => {
    const page = opened(crashing, { reducedMotion: true });
    page.store.moveTo(0);
    page.store.act("play");
    page.frame(1000);
    page.frame(1010);
    const first = page.store.model?.view.tMs ?? 0;
    page.frame(1200);
    expect(page.store.model?.view.tMs).toBe(first);
    expect(page.store.model?.run.story.some(({ tMs }) => tMs === first)).toBe(true);
  });

  it("does not change the result", () => {
    const page = opened();
    const before = page.store.model?.run.timeline;
    page.store.act("play");
    page.frame(0);
    page.frame(200);
    expect(page.store.model?.run.timeline).toBe(before);
  });
});

describe("an edit", () => {
  const edited = payloadOf(crashing.written.spec, { app: "crashes after 8s" });

  it("keeps cursor, zoom and what is selected", () => {
    const page = opened();
    page.store.zoomAt(30_000, 0.1);
    page.store.act("next");
    const before = page.store.model;
    const wasSelected = selected(page);
    page.store.receive({ type: "pod", payload: edited, horizonMs: 10 * minuteMs });
    expect(page.store.model?.view).toMatchObject({ fromMs: before?.view.fromMs, toMs: before?.view.toMs });
    expect(selected(page)).toBe(wasSelected);
    const { view, run } = page.store.model ?? {};
    expect(view?.tMs, "the cursor stays at what is selected").toBe(run?.byId.get(view?.selected ?? "")?.tMs);
    expect(page.store.model?.run.timeline).not.toEqual(before?.run.timeline);
  });

  it("that changes the story shows the whole new one, unless somebody zoomed", () => {
    const { store } = opened(threeCrashes);
    const quiet = payloadOf(threeCrashes.written.spec);
    store.receive({ type: "pod", payload: quiet, horizonMs: 10 * minuteMs });
    expect(store.model?.view).toMatchObject({ fromMs: 0, toMs: minuteMs });
    store.act("zoom-fit");
    store.receive({ type: "pod", payload: threeCrashes, horizonMs: 10 * minuteMs });
    expect(store.model?.view).toMatchObject({ fromMs: 0, toMs: 10 * minuteMs });
  });

  it("keeps a selected event, if it is still one of that kind", () => {
    const page = opened();
    page.store.selectId("event0");
    page.store.receive({ type: "pod", payload: edited, horizonMs: 10 * minuteMs });
    expect(page.store.model?.view.selected).toBe("event0");
    page.store.selectId("event5");
    page.store.receive({ type: "pod", payload: payloadOf(quietSpec), horizonMs: 10 * minuteMs });
    expect(page.store.model?.view.selected).toBeUndefined();
  });

  it("that breaks the manifest keeps the last good run, with the reason, until it is repaired", () => {
    const page = opened();
    const good = page.store.model?.run;
    page.store.receive({
      type: "pod",
      payload: { ...edited, broken: "Line 3: a colon is missing." },
      horizonMs: minuteMs,
    });
    expect(page.store.model?.run).toBe(good);
    expect(page.store.model?.stale).toBe("Line 3: a colon is missing.");
    page.store.receive({ type: "stale", reason: "web.yaml has no Deployment web any more." });
    expect(page.store.model?.stale).toBe("web.yaml has no Deployment web any more.");
    page.store.receive({ type: "pod", payload: edited, horizonMs: 10 * minuteMs });
    expect(page.store.model?.stale).toBeUndefined();
    expect(page.store.model?.run).not.toBe(good);
  });

  it("shows what could be read of a manifest that was broken from the start", () => {
    const page = opened({ ...crashing, broken: "Line 3: a colon is missing." });
    expect(page.store.model?.stale).toBe("Line 3: a colon is missing.");
    expect(page.store.model?.run.timeline.entries.length).toBeGreaterThan(0);
  });
});

describe("the horizon", () => {
  it("that somebody chooses is shown to its end", () => {
    const { store } = opened(threeCrashes);
    store.setHorizon(20 * minuteMs);
    expect(store.model?.view).toMatchObject({ fromMs: 0, toMs: 20 * minuteMs });
  });

  it("that was chosen here stays through edits, until the setting changes", () => {
    const page = opened();
    page.store.setHorizon(minuteMs);
    expect(page.store.model?.run.timeline.untilMs).toBe(minuteMs);
    page.store.receive({ type: "pod", payload: crashing, horizonMs: 10 * minuteMs });
    expect(page.store.model?.run.timeline.untilMs).toBe(minuteMs);
    page.store.receive({ type: "pod", payload: crashing, horizonMs: 20 * minuteMs });
    expect(page.store.model?.run.timeline.untilMs).toBe(20 * minuteMs);
  });
});

describe("a window reload", () => {
  it("finds cursor, zoom, selection and horizon again", () => {
    const before = opened();
    before.store.setHorizon(5 * minuteMs);
    before.store.zoomAt(30_000, 0.2);
    before.store.act("next");
    const state = before.store.state();
    const after = opened(crashing, state === undefined ? {} : { state });
    expect(after.store.state()).toEqual(state);
    expect(state).toMatchObject({ horizonMs: 5 * minuteMs, reference: crashing.reference });
  });
});

describe("zooming", () => {
  it("keeps the time under the pointer, ends at the edges and at a tenth of a second", () => {
    const { store } = opened();
    store.act("zoom-fit");
    store.zoomAt(150_000, 0.5);
    expect(store.model?.view).toMatchObject({ fromMs: 75_000, toMs: 375_000 });
    store.zoomAt(0, 100);
    expect(store.model?.view).toMatchObject({ fromMs: 0, toMs: 10 * minuteMs });
    store.zoomAt(0, 1e-9);
    expect(store.model?.view).toMatchObject({ fromMs: 0, toMs: 100 });
    store.panBy(1e9);
    expect(store.model?.view).toMatchObject({ fromMs: 10 * minuteMs - 100, toMs: 10 * minuteMs });
  });

  it("follows the cursor when it steps out of sight", () => {
    const { store } = opened();
    store.act("first");
    store.zoomAt(0, 0.001);
    store.act("last");
    const view = store.model?.view;
    expect(view !== undefined && view.tMs >= view.fromMs && view.tMs <= view.toMs).toBe(true);
  });
});
