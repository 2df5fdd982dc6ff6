// The panel's page by itself in Chromium: what a change costs, how evenly it plays, how long runs and long playing fare.
import type { CDPSession } from "playwright-core";
import { admit } from "../../shared/api-server/admission/admit.ts";
import { allContainers } from "../../shared/kubernetes/pod.ts";
import type { PodPayload } from "../../shared/protocol/pod/pod.ts";
import { parseScenario } from "../../shared/scenario/language/parse.ts";
import { simulate } from "../../shared/simulation/index.ts";
import { type Panel, type PanelHost, startPanelHost } from "../panel/harness.ts";
import { manyContainers, payloadOf } from "../panel/payloads.ts";
import { rolloutOf } from "../panel/rollout-payloads.ts";
import { click, clickElement, complete, drawn, holdIdleWork, nextFrame } from "./page-steps.ts";

const minuteMs = 60_000;
const rounds = 15;
const draggedFrames = 160;
/** More than anything here takes: a page that does not come back to its loop is closed then. */
const openMs = 15 * minuteMs;

export interface PageNumbers {
  /** Ten containers with probes over 30 minutes, from the click or message until the frame is done. */
  readonly injectionMs: number;
  readonly editMs: number;
  /** Each frame while a fault is dragged over these runs. */
  readonly drag: Frames;
  /** A rollout of 50 pods. */
  readonly rolloutEditMs: number;
  readonly playing: Playing;
  readonly long: LongRun;
  readonly played: Played;
}

interface Dragged {
  readonly x: number;
  readonly y: number;
  readonly selector: string;
  readonly frames: number;
}

interface Frames {
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly longestMs: number;
}

/** A run of about a thousand entries. */
interface Playing {
  readonly entries: number;
  /** Of script for a frame, at the 95th percentile. */
  readonly scriptMs: number;
  readonly framesPerSecond: number;
}

/** Twenty thousand entries, each from the key or the scroll until the frame is done. */
interface LongRun {
  readonly entries: number;
  readonly openMs: number;
  readonly scrollMs: number;
  readonly zoomMs: number;
}

interface Played {
  readonly minutes: number;
  /** Of JavaScript, of the document and of buffers, after a collection. */
  readonly bytes: number;
}

/** @param minutes of playing before the memory is measured */
export async function measurePage(minutes: number): Promise<PageNumbers> {
  return {
    ...(await inBrowser(measureChanges)),
    drag: await inBrowser(measureDragging),
    rolloutEditMs: await inBrowser(measureRollout),
    playing: await inBrowser(measurePlaying),
    long: await inBrowser(measureLongRun),
    played: await inBrowser((host) => measureMemory(host, minutes)),
  };
}

/** Each has a browser of its own: a page keeps the code of the one before it compiled. */
async function inBrowser<T>(measure: (host: PanelHost) => Promise<T>): Promise<T> {
  const host = await startPanelHost();
  try {
    return await measure(host);
  } finally {
    await host.close();
  }
}

interface Shown {
  readonly panel: Panel;
  readonly session: CDPSession;
}

async function show(host: PanelHost, payload: PodPayload, horizonMs: number): Promise<Shown> {
  const panel = await host.open({ openMs });
  const session = await panel.page.context().newCDPSession(panel.page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  await panel.send({ type: "pod", payload, horizonMs });
  await complete(panel.page);
  return { panel, session };
}

async function measureChanges(host: PanelHost): Promise<{ injectionMs: number; editMs: number }> {
  const shown = await show(host, tenContainers("exits 1 after 25s"), 30 * minuteMs);
  const { page } = shown.panel;
  await page.evaluate(holdIdleWork);
  const injectionMs = await median(async () => {
    await page.keyboard.press("i");
    await drawn(page, ".menu .item");
    const time = await workMs(shown, () => page.evaluate(clickElement, { selector: ".menu .item", label: "OOM kill" }));
    await page.keyboard.press("u");
    return time;
  });
  let edits = 0;
  const editMs = await median(() => {
    edits += 1;
    const payload = tenContainers(`exits 1 after ${25 + edits}s`);
    return workMs(shown, () => page.evaluate(sendToPage, { type: "pod", payload, horizonMs: 30 * minuteMs }));
  });
  await shown.panel.close();
  return { injectionMs, editMs };
}

/** To and fro, a few pixels with each frame. */
async function measureDragging(host: PanelHost): Promise<Frames> {
  const shown = await show(host, tenContainers("exits 1 after 25s"), 30 * minuteMs);
  const { page } = shown.panel;
  await page.evaluate(holdIdleWork);
  await page.keyboard.press("i");
  await drawn(page, ".menu .item");
  await click(page, ".menu .item", "Hang");
  await drawn(page, ".fault-bar");
  const bar = await page.evaluate(middleOf, ".fault-bar");
  await page.mouse.move(bar.x, bar.y);
  await page.mouse.down();
  const times = await page.evaluate(dragFrames, { ...bar, selector: ".fault-bar", frames: draggedFrames });
  await page.mouse.up();
  await shown.panel.close();
  return { medianMs: quantile(times, 0.5), p95Ms: quantile(times, 0.95), longestMs: Math.max(...times) };
}

async function measureRollout(host: PanelHost): Promise<number> {
  const panel = await host.open({ kind: "rollout", openMs });
  const session = await panel.page.context().newCDPSession(panel.page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  let edits = 0;
  const edited = () => {
    edits += 1;
    return rolloutOf({ replicas: 50, surge: "25%", scenario: `starts in ${20 + edits}s, stops in 5s` });
  };
  const answered = () => drawn(panel.page, ".answer-block[aria-busy=false]");
  await panel.send({ type: "rollout", payload: edited() });
  const editMs = await median(async () => {
    await answered();
    return workMs({ panel, session }, () => panel.page.evaluate(sendToPage, { type: "rollout", payload: edited() }));
  });
  await panel.close();
  return editMs;
}

async function measurePlaying(host: PanelHost): Promise<Playing> {
  const payload = tenContainers("exits 1 after 25s");
  const horizonMs = 10 * minuteMs;
  const { panel } = await show(host, payload, horizonMs);
  const { page } = panel;
  await page.keyboard.press("Home");
  await page.evaluate(recordFrames);
  await playOnce(panel);
  const frames = await page.evaluate((): { scriptMs: number; atMs: number }[] =>
    Reflect.get(globalThis, "benchFrames"),
  );
  await panel.close();
  const lastedMs = (frames.at(-1)?.atMs ?? 0) - (frames[0]?.atMs ?? 0);
  return {
    entries: entriesOf(payload, horizonMs),
    scriptMs: quantile(
      frames.map(({ scriptMs }) => scriptMs),
      0.95,
    ),
    framesPerSecond: ((frames.length - 1) / lastedMs) * 1000,
  };
}

async function measureLongRun(host: PanelHost): Promise<LongRun> {
  const horizonMs = 60 * minuteMs;
  const shown = await show(host, tenContainers("exits 1 after 25s"), minuteMs);
  const { page } = shown.panel;
  const openMs = await workMs(shown, () =>
    page.evaluate(sendToPage, { type: "pod", payload: manyContainers, horizonMs }),
  );
  await page.keyboard.press("0");
  let turns = 0;
  const zoomMs = await median(() => workMs(shown, () => page.evaluate(pressKey, turns++ % 6 < 3 ? "+" : "-")));
  const scrollMs = await median(() => workMs(shown, () => page.evaluate(scrollLanes, (turns++ % 8) * 400)));
  await shown.panel.close();
  return { entries: entriesOf(manyContainers, horizonMs), openMs, scrollMs, zoomMs };
}

async function measureMemory(host: PanelHost, minutes: number): Promise<Played> {
  const { panel, session } = await show(host, tenContainers("exits 1 after 25s"), 10 * minuteMs);
  const untilMs = performance.now() + minutes * minuteMs;
  do await playOnce(panel);
  while (performance.now() < untilMs);
  await session.send("HeapProfiler.collectGarbage");
  const usage: Readonly<Record<string, number>> = { ...(await session.send("Runtime.getHeapUsage")) };
  await panel.close();
  const parts = ["usedSize", "embedderHeapUsedSize", "backingStorageSize"];
  return { minutes, bytes: parts.reduce((sum, part) => sum + (usage[part] ?? 0), 0) };
}

/** From the cursor to the end, or from the beginning where it is at the end. */
async function playOnce({ page }: Panel): Promise<void> {
  await click(page, '.playback [aria-label="Play"]');
  await drawn(page, '.playback [aria-label="Pause"]');
  await drawn(page, '.playback [aria-label="Pause"]', { isGone: true });
}

function tenContainers(script: string): PodPayload {
  const probe = { httpGet: { path: "/healthz", port: 8080 } };
  const probes = { startupProbe: probe, livenessProbe: probe, readinessProbe: probe };
  const names = Array.from({ length: 10 }, (_, index) => `app-${index}`);
  const containers = names.map((name) => ({ name, ...probes }));
  return payloadOf({ containers }, Object.fromEntries(names.slice(0, 5).map((name) => [name, script])));
}

function entriesOf({ written, assumptions, scenarioTexts }: PodPayload, untilMs: number): number {
  const { pod } = admit(written, assumptions);
  if (pod === undefined) return 0;
  const { scenario } = parseScenario(scenarioTexts, allContainers(pod));
  return simulate({ pod, assumptions, scenario, seed: 1, untilMs, recording: "entries" }).entries.length;
}

/** What the page's thread works because of an action until the frame that shows it is done: script, style, layout, painting. */
async function workMs({ panel, session }: Shown, act: () => Promise<unknown>): Promise<number> {
  await panel.page.evaluate(nextFrame);
  const beforeMs = await taskMs(session);
  await act();
  await panel.page.evaluate(nextFrame);
  return (await taskMs(session)) - beforeMs;
}

async function taskMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1000;
}

/** Runs in the page, as do all below. */
function middleOf(selector: string): { x: number; y: number } {
  const { left, top, width, height } = document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** Moves come with each frame, as from a mouse; each takes from there until the frame is painted. */
async function dragFrames({ x, y, selector, frames }: Dragged): Promise<number[]> {
  const times: number[] = [];
  for (let frame = 1; frame <= frames; frame += 1) {
    const clientX = x + Math.abs((frame % 80) - 40) * 5;
    const moved = new PointerEvent("pointermove", { clientX, clientY: y, pointerId: 1, bubbles: true });
    const time = await new Promise<number>((resolve) => {
      requestAnimationFrame(() => {
        const fromMs = performance.now();
        document.querySelector(selector)?.dispatchEvent(moved);
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - fromMs);
        port2.postMessage(undefined);
      });
    });
    times.push(time);
  }
  return times;
}

function sendToPage(message: unknown): Promise<void> {
  return new Promise((resolve) => {
    window.addEventListener("message", () => resolve(), { once: true });
    window.postMessage(message, "*");
  });
}

function pressKey(key: string): void {
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
}

function scrollLanes(topPx: number): void {
  document.querySelector(".lanes-scroll")?.scrollTo({ top: topPx });
}

/** The page renders in a microtask behind the frame's callback. */
function recordFrames(): void {
  const frames: { scriptMs: number; atMs: number }[] = [];
  Reflect.set(globalThis, "benchFrames", frames);
  const request = globalThis.requestAnimationFrame;
  globalThis.requestAnimationFrame = (onFrame) =>
    request((nowMs) => {
      const startMs = performance.now();
      onFrame(nowMs);
      const ended = (): void => void frames.push({ scriptMs: performance.now() - startMs, atMs: nowMs });
      queueMicrotask(() => queueMicrotask(ended));
    });
}

async function median(measure: () => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await measure());
  return quantile(times, 0.5);
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? 0;
}
