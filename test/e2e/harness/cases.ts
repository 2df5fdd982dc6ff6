import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { after, test } from "node:test";
import { type Desktop, type DesktopOptions, type OpenedFolder, startDesktop, type WindowOptions } from "./desktop.ts";
import type { Workbench } from "./workbench.ts";

const here = path.resolve(import.meta.dirname, "..");

export const fixtures = path.join(here, "fixtures");
export const output = path.join(here, "output");
/** This repository. */
export const repository = path.resolve(here, "../..");

/** Keeps what the window shows as `output/<name>.png`. */
export async function keepPicture({ page }: Workbench, name: string): Promise<void> {
  mkdirSync(output, { recursive: true });
  await page.screenshot({ animations: "disabled", path: path.join(output, `${name}.png`) });
}

export type Check = (workbench: Workbench) => Promise<void>;

/** By their options, as text: the files that run.mjs runs together share them. */
const desktops = new Map<string, Promise<Desktop>>();

/** The first test that asks for it starts it. */
function desktopOf(options: DesktopOptions): Promise<Desktop> {
  const key = JSON.stringify(options);
  const desktop = desktops.get(key) ?? startDesktop(options);
  desktops.set(key, desktop);
  return desktop;
}

async function endDesktops(): Promise<void> {
  const started = [...desktops.values()];
  desktops.clear();
  for (const desktop of started) await (await desktop)[Symbol.asyncDispose]();
}

after(endDesktops);

export interface FileOptions extends Omit<DesktopOptions, "vsix">, Pick<OpenedFolder, "prepare"> {}

/**
 * Tests share one VS Code with the packaged extension. Each has a window of its own, or one that the test before it left empty.
 * A test also fails when its page did what no page of ours may do; the window of a failed test is kept as a picture.
 * @param folder of the fixtures: what the windows open, each in a copy
 * @param others paths of further extensions
 */
export function windowTests(
  folder = "workspace",
  others: readonly string[] = [],
  { prepare, ...options }: FileOptions = {},
): (name: string, options: WindowOptions, check: Check) => void {
  const opened = { workspace: path.join(fixtures, folder), prepare };
  let tests = 0;
  after(() => assert.ok(tests > 0, "a file has no tests"));
  return (name, window, check) => {
    tests += 1;
    test(name, async () => {
      const desktop = await desktopOf({ vsix: [packaged(), ...others], ...options });
      await using workbench = await desktop.open(opened, window);
      await checked(workbench, name, check);
    });
  };
}

export async function checked(workbench: Workbench, name: string, check: Check): Promise<void> {
  try {
    await check(workbench);
    assert.deepEqual(workbench.misdeeds, [], "the page misbehaved");
    const toasts = workbench.page.locator(".notification-toast");
    assert.deepEqual(await toasts.allInnerTexts(), [], "a notification came up");
    workbench.passed();
  } catch (error) {
    if (!workbench.page.isClosed()) await keepPicture(workbench, `failed-${name.replace(/\W+/g, "-")}`);
    throw error;
  }
}

/** run.mjs packages the extension and names the file. */
function packaged(): string {
  const file = process.env["POD_CADENCE_VSIX"];
  if (file === undefined) throw new Error("POD_CADENCE_VSIX names no VSIX: `npm run e2e` packages one and names it.");
  return file;
}
