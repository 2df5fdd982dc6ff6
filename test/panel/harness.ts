import { existsSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { type Browser, type ConsoleMessage, chromium, type Page, type Request } from "playwright-core";
import { type PageTexts, pageFiles, pageHtml, rolloutPageFiles } from "../../client/simulator/page.ts";
import type { FromPage } from "../../shared/protocol/panel/from-page.ts";
import type { ToPage } from "../../shared/protocol/panel/panel.ts";
import type { ToRolloutPage } from "../../shared/protocol/pod/rollout.ts";
import { firstMessageId } from "../../shared/protocol/values/page-parts.ts";
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
  /** The message in its HTML; it must be short. */
  readonly first?: object;
  /** How long it may be open: more than a test needs, for a measurement. */
  readonly openMs?: number;
}

export interface Panel {
  readonly page: Page;
  /** Console messages of level error, uncaught errors, violations of the policy and requests for anything but the page. */
  readonly errors: readonly string[];
  send(message: ToPage | ToRolloutPage): Promise<void>;
  /** What the page sent to the extension so far. */
  received(): Promise<FromPage[]>;
  kept(): Promise<unknown>;
  /** Of the page, not of the browser. */
  close(): Promise<void>;
}

const defaultTheme: ThemeName = "light-modern";

export const chromiumPath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
  existsSync,
);

/** What is opened one after the other is one page of the browser, which keeps the code of ours compiled: a third of the work. */
export async function startPanelHost(dist = fileURLToPath(new URL("../../dist", import.meta.url))): Promise<PanelHost> {
  if (chromiumPath === undefined) throw new Error("The tests of the panel need Chromium: apt-get install chromium");
  const server = await serve(dist);
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ["--no-sandbox", "--disable-gpu"],
    timeout: 0,
  });
  const address = `http://127.0.0.1:${addressOf(server).port}`;
  const free: KeptPage[] = [];
  return {
    open: async (options = {}) => {
      const { deviceScaleFactor = 1 } = options;
      const index = free.findIndex((kept) => kept.deviceScaleFactor === deviceScaleFactor);
      const [kept = await newPage(browser, deviceScaleFactor)] = index === -1 ? [] : free.splice(index, 1);
      return await openPanel(kept.page, address, options, () => free.push(kept));
    },
    close: async () => {
      await browser.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface KeptPage {
  readonly page: Page;
  readonly deviceScaleFactor: number;
}

/** Playwright's own limits are off: `openPanel` has one. */
async function newPage(browser: Browser, deviceScaleFactor: number): Promise<KeptPage> {
  const context = await browser.newContext({ deviceScaleFactor });
  context.setDefaultTimeout(0);
  const page = await context.newPage();
  await page.addInitScript(actAsVsCode);
  return { page, deviceScaleFactor };
}

/** A page that is open for too long is closed: whatever its test waits for fails. */
async function openPanel(page: Page, address: string, options: OpenOptions, release: () => void): Promise<Panel> {
  const errors: string[] = [];
  const callOff = afterMachineTime(options.openMs ?? limitsMs.page, () => {
    errors.push("the page was open for too long");
    void page.close();
  });
  const onRequest = (request: Request): void => {
    if (!isOwn(new URL(request.url()), address)) errors.push(`request for ${request.url()}`);
  };
  const onConsole = (message: ConsoleMessage): void => {
    if (message.type() === "error") errors.push(message.text());
  };
  const onError = (error: Error): void => void errors.push(error.message);
  page.on("request", onRequest).on("console", onConsole).on("pageerror", onError);
  await page.setViewportSize({ width: options.widthPx ?? 1200, height: options.heightPx ?? 800 });
  await page.emulateMedia({ reducedMotion: options.reducedMotion === true ? "reduce" : "no-preference" });
  const query = new URLSearchParams({ theme: options.theme ?? defaultTheme, kind: options.kind ?? "pod" });
  if (options.first !== undefined) query.set("first", JSON.stringify(options.first));
  await page.goto(`${address}/?${query}#${encodeURIComponent(JSON.stringify(options.state ?? null))}`);
  await page.waitForFunction(() =>
    Reflect.get(globalThis, "sentByPage").some(({ type }: FromPage) => type === "ready"),
  );
  return {
    page,
    errors,
    send: (message) => page.evaluate((data) => window.postMessage(data, "*"), message),
    received: () => page.evaluate(() => Reflect.get(globalThis, "sentByPage")),
    kept: () => page.evaluate(() => Reflect.get(globalThis, "keptByPage")),
    close: async () => {
      callOff();
      page.off("request", onRequest).off("console", onConsole).off("pageerror", onError);
      if (page.isClosed()) return;
      await page.mouse.move(0, 0);
      await page.goto("about:blank"); // where no page before it is, and nothing goes on
      release();
    },
  };
}

/** Runs in the page before its scripts: what VS Code puts there. */
function actAsVsCode(): void {
  const sent: unknown[] = [];
  const state: unknown = JSON.parse(decodeURIComponent(location.hash.slice(1) || "null")) ?? undefined;
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
    response.end(pathname === "/" ? testPage(texts, searchParams) : "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

function isOwn({ origin, pathname }: URL, address: string): boolean {
  return origin === address && pathname === "/";
}

function textsIn(dist: string): PageTexts {
  const read = (file: string): string => readFileSync(`${dist}/${file}`, "utf8");
  const { styles, first, runParts, later } = pageFiles;
  return { styles: read(styles), first: read(first), runParts: read(runParts), later: read(later) };
}

function rolloutTextsIn(dist: string): PageTexts {
  const { styles, first } = rolloutPageFiles;
  return {
    styles: readFileSync(`${dist}/${styles}`, "utf8"),
    first: readFileSync(`${dist}/${first}`, "utf8"),
    runParts: "",
    later: "",
  };
}

/** VS Code's own styles stand before those of the page. */
function testPage(texts: PageTexts, wanted: URLSearchParams): string {
  const name = wanted.get("theme");
  const theme = isThemeName(name) ? name : defaultTheme;
  const first = wanted.get("first");
  const data = first === null ? "" : `<script type="application/json" id="${firstMessageId}">${first}</script>`;
  const html = pageHtml(texts, { nonce: "test", title: "Simulate web", message: undefined });
  return html
    .replace("<head>", () => `<head>\n<style nonce="test">${themeStyles(theme)}</style>`)
    .replace("<body>", () => `<body class="${themes[theme].bodyClass}">${data}`);
}

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return address;
}
