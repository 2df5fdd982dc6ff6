import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Dialog, Page } from "playwright-core";
import { openBrowser } from "./browser.ts";
import { startCodeServer } from "./code-server.ts";
import { viewLines } from "./editor.ts";
import { quietSettings, restrictedSettings } from "./settings.ts";
import { type Workbench, watchedWorkbench } from "./workbench.ts";

export interface DesktopOptions {
  readonly vsix: readonly string[];
  /** Its windows are in Restricted Mode. */
  readonly isRestricted?: boolean;
  /** Folder of programs that come first on the PATH. */
  readonly programs?: string;
}

export interface OpenedFolder {
  /** Its path. Each window gets a copy, so that no test changes it for another. */
  readonly workspace: string;
  /** What is done to the copy before its window opens. */
  readonly prepare?: ((folder: string) => Promise<void>) | undefined;
}

export interface WindowOptions {
  /** File to open, relative to the workspace. */
  readonly file?: string;
  /** User settings over the quiet ones. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Of the workspace: those of a machine do not come from a user whose editor is elsewhere, as here. */
  readonly workspaceSettings?: Readonly<Record<string, unknown>>;
}

/** The desktop-like VS Code: the packaged extension in a Node extension host. One window at a time. */
export interface Desktop extends AsyncDisposable {
  /** A window with a new extension host and the storage of a new user. */
  open(folder: OpenedFolder, options: WindowOptions): Promise<Workbench>;
}

export async function startDesktop(options: DesktopOptions): Promise<Desktop> {
  const { vsix, isRestricted = false, programs } = options;
  await using started = new AsyncDisposableStack();
  // A short path: the server puts a Unix socket into it, and such a path has at most 107 bytes.
  const root = await mkdtemp(path.join(os.tmpdir(), "pce-"));
  started.defer(() => rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  const userData = path.join(root, "u");
  await mkdir(path.join(userData, "User"), { recursive: true });
  const server = started.use(
    await startCodeServer({
      root,
      userData,
      vsix,
      asksForTrust: isRestricted,
      ...(programs !== undefined && { programs }),
    }),
  );
  const browser = started.use(await openBrowser());
  const kept = started.move();
  let opened = 0;
  return {
    open: async ({ workspace, prepare }, { file, settings, workspaceSettings }) => {
      opened += 1;
      const copy = path.join(root, String(opened), path.basename(workspace));
      await cp(workspace, copy, { recursive: true });
      await prepare?.(copy);
      const settingsFile = path.join(userData, "User/settings.json");
      await writeFile(
        settingsFile,
        JSON.stringify({ ...quietSettings, ...(isRestricted ? restrictedSettings : {}), ...settings }),
      );
      if (workspaceSettings !== undefined) {
        await mkdir(path.join(copy, ".vscode"), { recursive: true });
        await writeFile(path.join(copy, ".vscode/settings.json"), JSON.stringify(workspaceSettings));
      }
      return await openWindow(await browser.page(), server.url, { workspace: copy, file });
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

interface Opened {
  readonly workspace: string;
  readonly file: string | undefined;
}

async function openWindow(page: Page, serverUrl: string, { workspace, file }: Opened): Promise<Workbench> {
  const url = new URL(serverUrl);
  url.searchParams.set("folder", workspace);
  if (file !== undefined) {
    const uri = `vscode-remote://${url.host}${path.join(workspace, file)}`;
    url.searchParams.set("payload", JSON.stringify([["openFile", uri]]));
  }
  const leave = (): Promise<void> => leavePage(page, url.origin);
  const workbench = watchedWorkbench({ page, host: url.host, workspace, leave });
  try {
    await page.goto(url.href);
    await page.locator(".monaco-workbench .part.statusbar").waitFor();
    if (file !== undefined) await viewLines(workbench).first().waitFor();
    return workbench;
  } catch (error) {
    await workbench[Symbol.asyncDispose]();
    throw error;
  }
}

/**
 * Leaving the page says goodbye to the server, which ends the extension host at once. Unsaved editors ask first.
 * The next window starts with the storage of a new user; compiled code and the service worker stay.
 */
async function leavePage(page: Page, origin: string): Promise<void> {
  const agree = (dialog: Dialog): void => void dialog.accept().catch(() => undefined);
  page.on("dialog", agree);
  await page.goto("about:blank");
  page.off("dialog", agree);
  const session = await page.context().newCDPSession(page);
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "cookies,indexeddb,local_storage" });
  await session.detach();
}
