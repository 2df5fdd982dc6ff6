import { type Browser, chromium, type Page } from "playwright-core";

/** Debian's Chromium, or the one that E2E_CHROMIUM names. */
const executablePath = process.env["E2E_CHROMIUM"] ?? "/usr/bin/chromium";

const args = [
  "--no-sandbox", // root has no other way
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const windowSize = { width: 1400, height: 1000 };

export interface OpenBrowser extends AsyncDisposable {
  /** The one page: the 19 MB of a workbench are compiled once, and again fast as long as the page lives. */
  readonly page: Page;
}

export async function openBrowser(): Promise<OpenBrowser> {
  const browser: Browser = await chromium.launch({ executablePath, headless: true, args });
  const page = await browser.newPage({ locale: "en-US", reducedMotion: "reduce", viewport: windowSize });
  return { page, [Symbol.asyncDispose]: () => browser.close() };
}
