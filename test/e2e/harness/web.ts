import { once } from "node:events";
import { createServer } from "node:net";
import path from "node:path";
import { open } from "@vscode/test-web";
import type { Page } from "playwright-core";
import { openBrowser } from "./browser.ts";
import { viewLines } from "./editor.ts";
import { quietSettings } from "./settings.ts";
import { buildsFolder, prepareWebBuild, type WebBuild } from "./web-build.ts";
import { type Workbench, watchedWorkbench } from "./workbench.ts";

/** What is in the package, as `npm run package` lays it out. */
const extension = path.resolve(import.meta.dirname, "../../../.build/extension");

export interface WebOptions {
  readonly build: WebBuild;
  /** Folder to open. The page sees a copy in memory; nothing is written back. */
  readonly workspace: string;
  /** File to open, relative to the workspace. ("Go to File" finds nothing here.) */
  readonly file: string;
  /** Defaults over the quiet ones. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** VS Code for the browser without a server behind it: the extension's browser entry in a web worker. */
export async function openWebWorkbench({ build, workspace, file, settings }: WebOptions): Promise<Workbench> {
  await using started = new AsyncDisposableStack();
  const port = await freePort();
  const server = await open({
    browserType: "none", // Playwright's own Chromium would have to be downloaded
    quality: "stable",
    commit: prepareWebBuild(build),
    testRunnerDataDir: buildsFolder,
    host: "127.0.0.1",
    port,
    extensionDevelopmentPath: extension,
    folderPath: workspace,
  });
  started.defer(() => server.dispose());
  const page = await started.use(await openBrowser()).page();
  // Webviews live on sub-domains of the page's host. Chromium takes x.localhost for a third party to localhost and denies it
  // the service worker; x.web.localhost and web.localhost are one site.
  const host = `web.localhost:${port}`;
  await useSettings(page, { ...quietSettings, ...settings });
  const kept = started.move();
  const workbench = watchedWorkbench({ page, host, workspace, leave: () => kept.disposeAsync() });
  try {
    const payload = JSON.stringify([["openFile", `vscode-test-web://mount/${file}`]]);
    await page.goto(`http://${host}/?payload=${encodeURIComponent(payload)}`);
    await viewLines(workbench).first().waitFor();
    return workbench;
  } catch (error) {
    await workbench[Symbol.asyncDispose]();
    throw error;
  }
}

/**
 * Changes the configuration that test-web writes into the page, as soon as its element is there. (Not with page.route:
 * Chromium counts a page that Playwright answers as public and then keeps it from this machine's own network.)
 */
async function useSettings(page: Page, settings: Readonly<Record<string, unknown>>): Promise<void> {
  await page.addInitScript((defaults) => {
    if (window !== window.top) return;
    const observer = new MutationObserver(() => {
      const element = document.getElementById("vscode-workbench-web-configuration");
      if (element === null) return;
      observer.disconnect();
      const configuration = JSON.parse(element.dataset["settings"] ?? "{}");
      element.dataset["settings"] = JSON.stringify({ ...configuration, configurationDefaults: defaults });
    });
    observer.observe(document, { childList: true, subtree: true });
  }, settings);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no free port on 127.0.0.1");
  return address.port;
}
