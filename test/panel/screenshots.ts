// `npm run screenshots`: every state of the panel in every theme, as PNGs in .build/screenshots, for people to look at.
// `npm run screenshots -- dark` makes only those whose names have the word.
import { mkdirSync } from "node:fs";
import path from "node:path";
import type { PodPayload } from "../../shared/protocol/pod/pod.ts";
import { answerAbout } from "../server/features/alerts/panel-alerts.ts";
import { type OpenOptions, type Panel, startPanelHost } from "./harness.ts";
import { observationOf } from "./observations.ts";
import { crashing, manyContainers, payloadHorizonMs, payloadOf, retriedJob, training } from "./payloads.ts";
import { type ThemeName, themes } from "./themes.ts";

const folder = path.resolve(import.meta.dirname, "../../.build/screenshots");

interface Shot {
  readonly name: string;
  readonly payload?: PodPayload;
  readonly options?: OpenOptions;
  /** In every theme, or in one. */
  readonly theme?: ThemeName;
  readonly act?: (panel: Panel) => Promise<void>;
}

async function press({ page }: Panel, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

async function outOfMemory(panel: Panel): Promise<void> {
  await press(panel, "n", "n", "n", "i");
  await panel.page.getByRole("button", { name: "OOM kill" }).click();
  await panel.page.locator(".ghost-note").waitFor();
}

/** The third restart came later than it may. */
async function observed(panel: Panel): Promise<void> {
  const did = { app: "exits 1 after 25s x2, then oom after 40s" };
  const notes = ["app: the back-off is that of the node gpu-1, whose kubelet is v1.37.1."];
  const overlay = observationOf(crashing, { did, untilMs: 240_000, late: { fromMs: 115_000, byMs: 14_000 }, notes });
  await panel.send({ type: "observed", overlay });
  await panel.page.locator(".part-observed .outside-list").waitFor();
}

/** The mixin's alerts over half an hour of crashes on a node with a maximum of 30s, and one that fires. */
const unseen = payloadOf(
  { containers: [{ name: "app" }] },
  { app: "exits 1 after 5s" },
  { maxContainerRestartPeriodMs: 30_000 },
);

async function alerts(panel: Panel, payload: PodPayload): Promise<void> {
  const answer = await answerAbout(payload, halfHourMs);
  await panel.send({ type: "pod", payload, horizonMs: halfHourMs });
  await panel.send({ type: "alerts", answer });
  await panel.page.locator(".alerts-content").waitFor();
  await press(panel, "0");
  await panel.page.locator(".part-alerts .chain button").first().click();
}

const halfHourMs = 1_800_000;

const inEveryTheme: readonly Shot[] = [
  { name: "first-look" },
  { name: "restart-all", payload: training },
  { name: "job", payload: retriedJob },
  { name: "fault", act: outOfMemory },
  {
    name: "compare",
    act: async (panel) => {
      await press(panel, "c");
      await panel.page.getByRole("button", { name: "Back-off capped at 30s" }).click();
      await press(panel, "Escape");
      await panel.page.locator(".compared").waitFor();
    },
  },
  { name: "observed", act: observed },
  {
    name: "observed-outside",
    act: async (panel) => {
      await observed(panel);
      await panel.page.locator(".outside-list button").first().click();
      await panel.page.locator(".details .verdict").waitFor();
    },
  },
  { name: "alerts-silent", payload: unseen, act: (panel) => alerts(panel, unseen) },
  { name: "alerts-firing", payload: crashing, act: (panel) => alerts(panel, crashing) },
  { name: "inject-menu", act: (panel) => press(panel, "n", "i") },
  { name: "node-menu", act: ({ page }) => page.getByRole("button", { name: "10m·1.37" }).click() },
  {
    name: "scenario",
    act: async (panel) => {
      await panel.page.getByLabel("log", { exact: true }).click();
      await panel.page.keyboard.type("crashes afer 5s, ");
      await panel.page.locator(".row-problem").waitFor();
    },
  },
  { name: "table", act: (panel) => press(panel, "t") },
  { name: "help", act: (panel) => press(panel, "?") },
  {
    name: "broken-manifest",
    act: (panel) => panel.send({ type: "stale", reason: "Line 3: a colon is missing." }),
  },
];

const once: readonly Shot[] = [
  { name: "narrow", theme: "light-modern", options: { widthPx: 400, heightPx: 1600 } },
  {
    name: "narrow-inject",
    theme: "dark-modern",
    options: { widthPx: 400, heightPx: 900 },
    act: (panel) => press(panel, "i"),
  },
  { name: "narrow-observed", theme: "light-modern", options: { widthPx: 400, heightPx: 1800 }, act: observed },
  {
    name: "observed-table",
    theme: "dark-modern",
    act: async (panel) => {
      await observed(panel);
      await press(panel, "t");
    },
  },
  { name: "beside-an-editor", theme: "dark-modern", options: { widthPx: 640, heightPx: 1000 } },
  { name: "4k", theme: "dark-modern", options: { widthPx: 3840, heightPx: 2160 } },
  { name: "fifty-containers", theme: "light-modern", payload: manyContainers },
  { name: "reduced-motion", theme: "dark-modern", options: { reducedMotion: true }, act: (panel) => press(panel, " ") },
];

function themeNames(): readonly ThemeName[] {
  return Object.keys(themes).filter((name): name is ThemeName => Object.hasOwn(themes, name));
}

const host = await startPanelHost();
mkdirSync(folder, { recursive: true });
const shots = [
  ...inEveryTheme.flatMap((shot) => themeNames().map((theme) => ({ ...shot, theme, name: `${shot.name}-${theme}` }))),
  ...once,
];
for (const shot of shots.filter(({ name }) => process.argv.slice(2).every((word) => name.includes(word)))) {
  const panel = await host.open({ heightPx: 900, ...shot.options, ...(shot.theme && { theme: shot.theme }) });
  await panel.send({ type: "pod", payload: shot.payload ?? crashing, horizonMs: payloadHorizonMs });
  await panel.page.locator(".part").first().waitFor();
  await shot.act?.(panel);
  await panel.page.waitForFunction(() => document.fonts.status === "loaded");
  await panel.page.screenshot({ path: path.join(folder, `${shot.name}.png`) });
  console.log(`${shot.name}.png`);
  for (const error of panel.errors) console.error(`${shot.name}: ${error}`);
  if (panel.errors.length > 0) process.exitCode = 1;
  await panel.close();
}
await host.close();
