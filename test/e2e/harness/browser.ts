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
  page(): Promise<Page>;
}

export async function openBrowser(): Promise<OpenBrowser> {
  const browser: Browser = await chromium.launch({ executablePath, headless: true, args, timeout: 0 });
  let page: Page | undefined;
  return {
    page: async () => {
      if (page === undefined || page.isClosed()) page = await openPage(browser);
      return page;
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

/** Waits have no limit of their own: `watchedWorkbench` ends them. */
async function openPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ locale: "en-US", reducedMotion: "reduce", viewport: windowSize });
  page.setDefaultTimeout(0);
  return page;
}
