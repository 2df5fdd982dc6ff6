import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import type { FromPage } from "../../shared/protocol/panel/from-page.ts";
import type { ToPage } from "../../shared/protocol/panel/panel.ts";
import type { PodPayload } from "../../shared/protocol/pod/pod.ts";
import type { ToRolloutPage } from "../../shared/protocol/pod/rollout.ts";
import { type OpenOptions, type Panel, type PanelHost, startPanelHost } from "./harness.ts";
import { payloadHorizonMs } from "./payloads.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export interface PayloadOptions extends OpenOptions {
  readonly horizonMs?: number;
}

/** The page of the running test, and what tests do with it. */
export interface Driver {
  /** Opens the page, and sends it a pod. Returns when all of the page's code is there. */
  open(payload: PodPayload, options?: PayloadOptions): Promise<Page>;
  /** Opens the page without a pod. */
  openEmpty(options?: OpenOptions): Promise<Page>;
  close(): Promise<void>;
  readonly page: Page;
  send(message: ToPage | ToRolloutPage): Promise<void>;
  /** What the page sent to the extension so far, but for what each page asks by itself a moment after it has a pod. */
  received(): Promise<FromPage[]>;
  /** The pods that the page wanted to be judged. */
  judged(): Promise<FromPage[]>;
  kept(): Promise<unknown>;
  press(...keys: readonly string[]): Promise<void>;
  /** Presses Tab until what has the focus is called so. */
  tabTo(name: string | RegExp): Promise<void>;
  /** What has the focus, as a screen reader calls it; `body`: it is lost. */
  focused(): Promise<string>;
  textOf(selector: string): Promise<string>;
  /** The time in the field below the lanes. */
  clock(): Promise<string>;
  /** Opens the table, with all entries. */
  openTable(): Promise<void>;
  /** What axe finds wrong with the page, or with a part of it. */
  violations(part?: string): Promise<string[]>;
}

/** A browser for the tests of a file. An error on the console of its page ends each of them. */
export function panelDriver(): Driver {
  let host: PanelHost;
  let panel: Panel | undefined;
  const opened = (): Panel => {
    if (panel === undefined) throw new Error("no page is open");
    return panel;
  };
  const close = async (): Promise<void> => {
    const { errors, close: leave } = opened();
    panel = undefined;
    await leave();
    expect(errors, "errors on the console, breaches of the policy, foreign requests").toEqual([]);
  };
  const openEmpty = async (options?: OpenOptions): Promise<Page> => {
    panel = await host.open(options);
    return panel.page;
  };
  beforeAll(async () => {
    host = await startPanelHost();
  });
  afterAll(() => host.close());
  afterEach(() => (panel === undefined ? undefined : close()));
  return {
    openEmpty,
    open: async (payload, { horizonMs = payloadHorizonMs, ...options } = {}) => {
      const page = await openEmpty(options);
      await opened().send({ type: "pod", payload, horizonMs });
      await page.locator(".part-status").waitFor();
      await page.waitForFunction(() => "podCadenceDeferredUi" in globalThis);
      return page;
    },
    close,
    get page() {
      return opened().page;
    },
    send: (message) => opened().send(message),
    received: async () => (await opened().received()).filter(({ type }) => !isAskedByItself(type)),
    judged: async () => (await opened().received()).filter(({ type }) => type === "judge"),
    kept: () => opened().kept(),
    press: (...keys) => press(opened().page, keys),
    tabTo: (name) => tabTo(opened().page, name),
    focused: () => focused(opened().page),
    textOf: (selector) => opened().page.locator(selector).innerText(),
    openTable: async () => {
      const { page } = opened();
      await press(page, ["t"]);
      await page.getByLabel("Show", { exact: true }).selectOption("all");
    },
    clock: () => opened().page.locator(".playback .now").inputValue(),
    violations: (part) => violations(opened().page, part),
  };
}

async function press(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** What a page asks a moment after it has a pod. */
function isAskedByItself(type: FromPage["type"]): boolean {
  return type === "judge" || type === "ask-alerts";
}

const tabsMax = 120;

async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const passed: string[] = [];
  for (let tabs = 0; tabs < tabsMax; tabs += 1) {
    await page.keyboard.press("Tab");
    const now = await focused(page);
    if (typeof name === "string" ? now === name : name.test(now)) return;
    passed.push(now);
  }
  throw new Error(`Tab does not reach ${name}, only ${[...new Set(passed)].join(", ")}`);
}

function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return "body";
    const field = element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element : undefined;
    const [label] = field?.labels ?? [];
    const own = field === undefined ? element.textContent : label?.innerText;
    return (element.getAttribute("aria-label") ?? own ?? element.tagName).replace(/\s+/g, " ").trim();
  });
}

/** Axe runs in the page's own world, where the policy does not hold it back. */
async function violations(page: Page, part = "html"): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe);
  const results = await page.evaluate(
    (place): Promise<AxeResults> => Reflect.get(globalThis, "axe").run(place, { resultTypes: ["violations"] }),
    part,
  );
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${any[0]?.message} ${html.slice(0, 200)}`),
  );
}

/** Sizes of what can be clicked, the smaller of both sides. */
export function targetSizesPx(targets: Locator): Promise<number[]> {
  return targets.evaluateAll((elements) =>
    elements.map((element) => element.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height)),
  );
}
