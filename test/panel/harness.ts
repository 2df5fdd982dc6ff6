import { existsSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { type PageTexts, pageFiles, pageHtml, rolloutPageFiles } from "../../client/simulator/page.ts";
import type { FromPage } from "../../shared/protocol/from-page.ts";
import type { ToPage } from "../../shared/protocol/panel.ts";
import type { ToRolloutPage } from "../../shared/protocol/rollout.ts";
import { afterMachineTime, limitsMs } from "../patience.ts";
import { isThemeName, type ThemeName, themeStyles, themes } from "./themes.ts";

/** A browser and a server that gives out the page as VS Code does: same policy, same files. */
export interface PanelHost {
  open(options?: OpenOptions): Promise<Panel>;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** Default: that of a pod. */
  readonly kind?: "pod" | "rollout";
  readonly theme?: ThemeName;
  readonly widthPx?: number;
  readonly heightPx?: number;
  readonly reducedMotion?: boolean;
  /** Of the screen's pixels to the page's: 2 at a zoom of 200 %. */
  readonly deviceScaleFactor?: number;
  /** What a page before this one kept. */
  readonly state?: unknown;
}

export interface Panel {
  readonly page: Page;
  /** Console messages of level error, uncaught errors, violations of the policy and requests for anything but the page. */
  readonly errors: readonly string[];
  send(message: ToPage | ToRolloutPage): Promise<void>;
  /** What the page sent to the extension so far. */
  received(): Promise<FromPage[]>;
  kept(): Promise<unknown>;
}

const defaultTheme: ThemeName = "light-modern";

export const chromiumPath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
  existsSync,
);

export async function startPanelHost(dist = fileURLToPath(new URL("../../dist", import.meta.url))): Promise<PanelHost> {
  if (chromiumPath === undefined) throw new Error("The tests of the panel need Chromium: apt-get install chromium");
  const server = await serve(dist);
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ["--no-sandbox", "--disable-gpu"],
    timeout: 0,
  });
  const { port } = addressOf(server);
  return {
    open: (options = {}) => openPanel(browser, `http://127.0.0.1:${port}`, options),
    close: async () => {
      await browser.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A page that is open for too long is closed: whatever its test waits for fails. Playwright's own limits are off. */
async function openPanel(browser: Browser, address: string, options: OpenOptions): Promise<Panel> {
  const context = await browser.newContext({
    viewport: { width: options.widthPx ?? 1200, height: options.heightPx ?? 800 },
    deviceScaleFactor: options.deviceScaleFactor ?? 1,
    reducedMotion: options.reducedMotion === true ? "reduce" : "no-preference",
  });
  context.setDefaultTimeout(0);
  const page = await context.newPage();
  const errors: string[] = [];
  const callOff = afterMachineTime(limitsMs.page, () => {
    errors.push("the page was open for too long");
    void context.close();
  });
  context.on("close", callOff);
  context.on("request", (request) => {
    if (!isOwn(new URL(request.url()), address)) errors.push(`request for ${request.url()}`);
  });
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(error.message));
  await page.addInitScript(actAsVsCode, options.state);
  await page.goto(`${address}/?theme=${options.theme ?? defaultTheme}&kind=${options.kind ?? "pod"}`);
  await page.waitForFunction(() =>
    Reflect.get(globalThis, "sentByPage").some(({ type }: FromPage) => type === "ready"),
  );
  return {
    page,
    errors,
    send: (message) => page.evaluate((data) => window.postMessage(data, "*"), message),
    received: () => page.evaluate(() => Reflect.get(globalThis, "sentByPage")),
    kept: () => page.evaluate(() => Reflect.get(globalThis, "keptByPage")),
  };
}

/** Runs in the page before its scripts: what VS Code puts there. */
function actAsVsCode(state: unknown): void {
  const sent: unknown[] = [];
  Reflect.set(globalThis, "sentByPage", sent);
  Reflect.set(globalThis, "keptByPage", state);
  Reflect.set(globalThis, "acquireVsCodeApi", () => ({
    postMessage: (message: unknown) => sent.push(structuredClone(message)),
    getState: () => Reflect.get(globalThis, "keptByPage"),
    setState: (kept: unknown) => Reflect.set(globalThis, "keptByPage", kept),
  }));
  // Some breaches are told to nobody else: who tries whether code can be made from text catches the error.
  document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
    console.error(`the policy's ${effectiveDirective} forbids ${blockedURI}`),
  );
}

async function serve(dist: string): Promise<Server> {
  const pages = { pod: textsIn(dist), rollout: rolloutTextsIn(dist) };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    response.writeHead(pathname === "/" ? 200 : 404, { "content-type": "text/html" });
    const texts = pages[searchParams.get("kind") === "rollout" ? "rollout" : "pod"];
    response.end(pathname === "/" ? testPage(texts, searchParams.get("theme")) : "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

function isOwn({ origin, pathname }: URL, address: string): boolean {
  return origin === address && pathname === "/";
}

function textsIn(dist: string): PageTexts {
  const read = (file: string): string => readFileSync(`${dist}/${file}`, "utf8");
  const { styles, first, later } = pageFiles;
  return { styles: read(styles), first: read(first), later: read(later) };
}

function rolloutTextsIn(dist: string): PageTexts {
  const { styles, first } = rolloutPageFiles;
  return {
    styles: readFileSync(`${dist}/${styles}`, "utf8"),
    first: readFileSync(`${dist}/${first}`, "utf8"),
    later: "",
  };
}

/** VS Code's own styles stand before those of the page. */
function testPage(texts: PageTexts, wanted: string | null): string {
  const theme = isThemeName(wanted) ? wanted : defaultTheme;
  const html = pageHtml(texts, { nonce: "test", title: "Simulate web", message: undefined });
  return html
    .replace("<head>", () => `<head>\n<style nonce="test">${themeStyles(theme)}</style>`)
    .replace("<body>", `<body class="${themes[theme].bodyClass}">`);
}

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return address;
}
