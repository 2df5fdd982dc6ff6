import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Dialog, Page } from "playwright-core";
import { openBrowser } from "./browser.ts";
import { clearingKeybindings, clearWindow, restoreFiles } from "./clear-window.ts";
import { startCodeServer } from "./code-server.ts";
import { openFile } from "./commands.ts";
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
  /** A window with a new extension host and the storage of a new user, or one that its test has left as it found it. */
  open(folder: OpenedFolder, options: WindowOptions): Promise<Workbench>;
}

export async function startDesktop(options: DesktopOptions): Promise<Desktop> {
  const { vsix, isRestricted = false, programs } = options;
  await using started = new AsyncDisposableStack();
  // A short path: the server puts a Unix socket into it, and such a path has at most 107 bytes.
  const root = await mkdtemp(path.join(os.tmpdir(), "pce-"));
  started.defer(() => rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  const user = path.join(root, "u/User");
  await mkdir(user, { recursive: true });
  await writeFile(path.join(user, "keybindings.json"), clearingKeybindings);
  const server = started.use(
    await startCodeServer({
      root,
      userData: path.dirname(user),
      vsix,
      asksForTrust: isRestricted,
      ...(programs !== undefined && { programs }),
    }),
  );
  const browser = started.use(await openBrowser());
  const kept = started.move();
  let left: LeftWindow | undefined;
  return {
    open: async (folder, { file, settings, workspaceSettings }) => {
      const userSettings = { ...quietSettings, ...(isRestricted ? restrictedSettings : {}), ...settings };
      const wanted = { folder, settings: JSON.stringify(userSettings), workspaceSettings };
      const page = await browser.page();
      const leave = async (workbench: Workbench, hasPassed: boolean): Promise<void> => {
        const window = { ...wanted, workspace: workbench.workspace };
        if (hasPassed && (await isAsItWas(workbench, window, user))) left = window;
        else await leavePage(page, server.url);
      };
      const { host } = new URL(server.url);
      const found = left;
      left = undefined;
      if (found !== undefined && serves(found, wanted)) {
        const workbench = watchedWorkbench({ page, host, workspace: found.workspace, leave });
        return await opened(workbench, () => (file === undefined ? undefined : show(workbench, file)));
      }
      if (found !== undefined) await leavePage(page, server.url);
      const workspace = await copied(root, wanted);
      await writeFile(path.join(user, "settings.json"), wanted.settings);
      const workbench = watchedWorkbench({ page, host, workspace, leave });
      return await opened(workbench, () => load(workbench, server.url, file));
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

interface WantedWindow {
  readonly folder: OpenedFolder;
  /** The user's, as the text of their file. */
  readonly settings: string;
  readonly workspaceSettings: WindowOptions["workspaceSettings"];
}

/** One that a test has left as it found it. */
interface LeftWindow extends WantedWindow {
  readonly workspace: string;
}

/** To load a window costs as much as most tests do in it: what lies in the folder by itself is the same for all. */
function serves(found: LeftWindow, wanted: WantedWindow): boolean {
  return isPlain(wanted) && found.folder.workspace === wanted.folder.workspace && found.settings === wanted.settings;
}

function isPlain({ folder, workspaceSettings }: WantedWindow): boolean {
  return folder.prepare === undefined && workspaceSettings === undefined;
}

/** Closes and restores what its test has left behind. False: that can't be done, or not be sure of. */
async function isAsItWas(workbench: Workbench, window: LeftWindow, user: string): Promise<boolean> {
  if (!isPlain(window) || (await readFile(path.join(user, "settings.json"), "utf8")) !== window.settings) return false;
  try {
    await clearWindow(workbench);
    return await restoreFiles(window.workspace, window.folder.workspace);
  } catch (error) {
    console.log(`a window is loaded again: ${error instanceof Error ? error.message : error}`);
    return false;
  }
}

async function copied(root: string, { folder, workspaceSettings }: WantedWindow): Promise<string> {
  const copy = path.join(await mkdtemp(path.join(root, "w")), path.basename(folder.workspace));
  await cp(folder.workspace, copy, { recursive: true });
  await folder.prepare?.(copy);
  if (workspaceSettings !== undefined) {
    await mkdir(path.join(copy, ".vscode"), { recursive: true });
    await writeFile(path.join(copy, ".vscode/settings.json"), JSON.stringify(workspaceSettings));
  }
  return copy;
}

async function load(workbench: Workbench, serverUrl: string, file: string | undefined): Promise<void> {
  const { page, workspace } = workbench;
  const url = new URL(serverUrl);
  url.searchParams.set("folder", workspace);
  if (file !== undefined) {
    const uri = `vscode-remote://${url.host}${path.join(workspace, file)}`;
    url.searchParams.set("payload", JSON.stringify([["openFile", uri]]));
  }
  await page.goto(url.href);
  await page.locator(".monaco-workbench .part.statusbar").waitFor();
  if (file === undefined) return;
  await viewLines(workbench).first().waitFor();
  // A window that is reloaded restores its editors, and opens no file besides.
  await page.evaluate(() => history.replaceState(history.state, "", location.href.replace(/&payload=.*$/, "")));
}

async function show(workbench: Workbench, file: string): Promise<void> {
  await openFile(workbench, file);
  await viewLines(workbench).first().waitFor();
}

/** The window, as soon as what opens it is done. */
async function opened(workbench: Workbench, open: () => Promise<void> | undefined): Promise<Workbench> {
  try {
    await open();
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
async function leavePage(page: Page, serverUrl: string): Promise<void> {
  if (page.isClosed()) return; // it was open for too long
  const { origin } = new URL(serverUrl);
  const agree = (dialog: Dialog): void => void dialog.accept().catch(() => undefined);
  page.on("dialog", agree);
  await page.goto("about:blank");
  page.off("dialog", agree);
  const session = await page.context().newCDPSession(page);
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "cookies,indexeddb,local_storage" });
  await session.detach();
}
