import { readFile } from "node:fs/promises";
import path from "node:path";
import type { ConsoleMessage, Page, Request } from "playwright-core";
import { afterMachineTime, limitsMs } from "../../patience.ts";

/** An open VS Code window. The other files of this folder say what can be done in it. */
export interface Workbench extends AsyncDisposable {
  readonly page: Page;
  /** The opened folder, a copy that belongs to this window. */
  readonly workspace: string;
  /** What must not happen and did: errors of the page, breaches of a content security policy, requests that left the machine. */
  readonly misdeeds: readonly string[];
  readonly console: readonly string[];
  /** Its test has passed, so that its window may serve the next one. */
  passed(): void;
}

export interface WorkbenchParts {
  readonly page: Page;
  /** Host and port at which the page is served. */
  readonly host: string;
  readonly workspace: string;
  /** Leaves the page as the next window needs it. */
  readonly leave: (workbench: Workbench, hasPassed: boolean) => Promise<void>;
}

/** A window that is open for too long loses its page: whatever its test waits for fails. */
export function watchedWorkbench({ page, host, workspace, leave }: WorkbenchParts): Workbench {
  const misdeeds: string[] = [];
  const lines: string[] = [];
  const onError = (error: Error): void => {
    if (!isFocusOfEmptyFrame(error)) misdeeds.push(`page error: ${error.stack ?? error.message}`);
  };
  const onConsole = (message: ConsoleMessage): void => {
    lines.push(`${message.type()}: ${message.text()}`);
    if (isBreach(message.text())) misdeeds.push(`policy: ${message.text()}`);
  };
  const onRequest = (request: Request): void => {
    if (leavesTheMachine(new URL(request.url()), host)) misdeeds.push(`request to ${request.url()}`);
  };
  page.on("pageerror", onError).on("console", onConsole).on("request", onRequest);
  const callOff = afterMachineTime(limitsMs.window, () => void page.close());
  let hasPassed = false;
  const workbench: Workbench = {
    page,
    workspace,
    misdeeds,
    console: lines,
    passed: () => {
      hasPassed = true;
    },
    [Symbol.asyncDispose]: async () => {
      callOff();
      page.off("pageerror", onError).off("console", onConsole).off("request", onRequest);
      await leave(workbench, hasPassed);
    },
  };
  return workbench;
}

/** Each quarter of a second, VS Code's own page around a webview asks for the body of the frame in it, also while that has none yet. */
function isFocusOfEmptyFrame({ message, stack = "" }: Error): boolean {
  return message.includes("reading 'classList'") && stack.includes("/pre/index.html");
}

/** VS Code's own preview of Markdown breaks its policy with the styles of its own extension for formulas. */
function isBreach(text: string): boolean {
  return /content security policy/i.test(text) && !/\/extensions\/markdown-math\/[\w/.-]+\.css'/.test(text);
}

export function readWorkspaceFile({ workspace }: Workbench, file: string): Promise<string> {
  return readFile(path.join(workspace, file), "utf8");
}

/** Resources of webviews have a made-up host: the workbench's service worker answers for it on this machine. */
function leavesTheMachine(url: URL, host: string): boolean {
  if (!/^(https?|wss?):$/.test(url.protocol)) return false;
  return (
    url.host !== host && !url.host.endsWith(`.${host}`) && !url.hostname.endsWith(".vscode-resource.vscode-cdn.net")
  );
}
