import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { itemInWords } from "../../../../shared/drawing/lanes/words.ts";
import type { AlertsAnswer } from "../../../../shared/protocol/panel/alerts.ts";
import { payloadOf } from "../../../panel/payloads.ts";
import { createPage, type Page } from "./page.ts";

const minuteMs = 60_000;
const payload = payloadOf({ containers: [{ name: "app" }] }, { app: "crashes after 5s" });
const shared = { from: "mixin", expression: "up", forMs: 900_000 };
const because = "CrashLoopBackOff is in the status 0.02 % of the time";

const answer: AlertsAnswer = {
  rules: "mixin",
  hasFiles: false,
  problems: [],
  alerts: [
    {
      ...shared,
      name: "KubePodNotReady",
      periods: [
        { is: "pending", fromMs: 2 * minuteMs, toMs: 17 * minuteMs },
        { is: "firing", fromMs: 17 * minuteMs, toMs: 30 * minuteMs },
      ],
      because: "",
    },
    { ...shared, name: "KubePodCrashLooping", periods: [], because },
    {
      ...shared,
      name: "Flapping",
      periods: [{ is: "pending", fromMs: 3 * minuteMs, toMs: 4 * minuteMs }],
      because: "its condition holds for at most 1m at a time, not the 15m that it needs",
    },
  ],
};

// The page asks when nothing has changed for a moment.
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function opened(options?: Parameters<typeof createPage>[0]): Page {
  const page = createPage(options);
  page.store.receive({ type: "pod", payload, horizonMs: 30 * minuteMs });
  vi.runAllTimers();
  return page;
}

function asked({ sent }: Page): readonly (string | undefined)[] {
  return sent.flatMap((message) => (message.type === "ask-alerts" ? [message.rules] : []));
}

function lanesOf({ store }: Page): readonly string[] {
  return (store.model?.lanes ?? []).filter(({ kind }) => kind === "alert").map(({ label }) => label);
}

describe("alerts in the panel", () => {
  it("are asked for with the run that is shown, and again when it changes", () => {
    const page = opened();
    expect(asked(page)).toEqual([undefined]);
    page.store.setHorizon(20 * minuteMs);
    vi.runAllTimers();
    const horizons = page.sent.flatMap((message) => (message.type === "ask-alerts" ? [message.play.untilMs] : []));
    expect(horizons).toEqual([30 * minuteMs, 20 * minuteMs]);
  });

  it("have a lane each, below all others, with words for who does not see it", () => {
    const page = opened();
    page.store.receive({ type: "alerts", answer });
    expect(lanesOf(page)).toEqual(["KubePodNotReady", "KubePodCrashLooping", "Flapping"]);
    page.store.act("zoom-fit");
    const { model } = page.store;
    if (model?.alerts === undefined) throw new Error("there are alerts");
    const { alerts, geometry } = model;
    const placed = geometry.lanes.filter(({ lane }) => lane.kind === "alert");
    expect(placed.flatMap(({ lane, items }) => items.map((item) => itemInWords(alerts, lane, item)))).toEqual([
      "2m to 17m: KubePodNotReady is pending: it fires when its condition has held for 15m.",
      "17m to 30m: KubePodNotReady is firing: its condition has held for 15m.",
      `0s to 30m: KubePodCrashLooping never: ${because}.`,
      "3m to 4m: Flapping is pending for 1m. It needs 15m to fire.",
    ]);
    expect(geometry.lanes.at(-1)?.lane.kind).toBe("alert");
  });

  it("are reached by keys, say why, and go on to what comes next in the run", () => {
    const page = opened();
    page.store.receive({ type: "alerts", answer });
    page.store.selectId("alert-0-1");
    expect(page.store.model?.announced).toContain("KubePodNotReady is firing");
    expect(page.store.model?.view.tMs).toBe(17 * minuteMs);
    const entry = page.store.model?.alerts?.byId.get("alert-0-0");
    const cause = page.store.model?.run.byId.get(entry?.cause ?? "");
    expect(cause?.tMs).toBeLessThanOrEqual(2 * minuteMs);
    page.store.act("lane-below");
    expect(page.store.model?.view.selected).toBe("alert-1-0");
    page.store.act("lane-below");
    page.store.act("next");
    expect(page.store.model?.run.byId.has(page.store.model.view.selected ?? "")).toBe(true);
  });

  it("are exported as they are drawn", () => {
    const page = opened();
    page.store.receive({ type: "alerts", answer });
    page.store.exportAs("svg");
    expect(page.sent.at(-1)).toMatchObject({ type: "export", request: { alerts: answer.alerts } });
    page.store.setClosed("alerts", true);
    page.store.exportAs("svg");
    expect(page.sent.at(-1)).not.toHaveProperty("request.alerts");
  });

  it("are neither drawn nor asked for while their part of the page is closed, which a reload remembers", () => {
    const page = opened();
    page.store.receive({ type: "alerts", answer });
    page.store.setClosed("alerts", true);
    expect(lanesOf(page)).toEqual([]);
    const state = page.store.state();
    if (state === undefined) throw new Error("there is a state");
    const again = opened({ state });
    expect(asked(again)).toEqual([]);
    again.store.setClosed("alerts", false);
    vi.runAllTimers();
    expect(asked(again)).toEqual([undefined]);
  });

  it("are those of the rules that somebody chose, which a reload remembers", () => {
    const page = opened();
    page.store.chooseAlertRules("aks");
    vi.runAllTimers();
    expect(asked(page)).toEqual([undefined, "aks"]);
    const state = page.store.state();
    if (state === undefined) throw new Error("there is a state");
    expect(asked(opened({ state }))).toEqual(["aks"]);
  });

  it("that cannot be read change nothing", () => {
    const page = opened();
    page.store.receive({ type: "alerts", answer });
    page.store.receive({ type: "alerts", answer: { alerts: "all" } });
    expect(lanesOf(page)).toHaveLength(3);
    expect(page.sent.at(-1)?.type).toBe("ignored");
    page.store.receive({ type: "alerts", answer: null });
    expect(lanesOf(page)).toEqual([]);
  });
});
