// How the measurements act on the panel's page: each wait ends after so many frames, with an error that says what was not there.
import type { Page } from "playwright-core";

/** What is there when the page of a pod with a problem is complete. */
export const opened = [".answer", ".fact", ".kubectl-line", ".tracks .item", ".axis .tick", ".part-status"];

/** A minute of frames: what is not there by then never comes. */
const framesMost = 3600;

/** Until an element of this selector is there or, with `isGone`, none is. */
export async function drawn(
  page: Page,
  selector: string,
  { isGone = false, framesMax = framesMost } = {},
): Promise<void> {
  const wanted = { selector, isGone, framesMax };
  if (await page.evaluate(drawnWithin, wanted)) return;
  throw new Error(`the page has ${isGone ? "still" : "no"} ${selector} after ${framesMax} frames`);
}

/** Until the script behind the first picture has run. */
export async function complete(page: Page): Promise<void> {
  await drawn(page, ".part-status");
  if (await page.evaluate(globalWithin, { name: "podCadenceDeferredUi", framesMax: framesMost })) return;
  throw new Error(`the page's last script has not run after ${framesMost} frames`);
}

/** A click by script: it waits for nothing. Items of menus also say what they lead to, so a label is what the text begins with. */
export async function click(page: Page, selector: string, label = ""): Promise<void> {
  if (await page.evaluate(clickElement, { selector, label })) return;
  throw new Error(`the page has no ${selector} that begins with "${label}"`);
}

/** Runs in the page, as do all below: done when the next frame is painted, before the page has time for what waits behind it. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve();
      port2.postMessage(undefined);
    });
  });
}

/** What the page does when it has time is not of a redraw, and on a busy machine it would come between: it waits for ever. */
export function holdIdleWork(): void {
  globalThis.requestIdleCallback = () => 0;
}

export function clickElement({ selector, label }: { selector: string; label: string }): boolean {
  const elements = [...document.querySelectorAll<HTMLElement>(selector)];
  const element = elements.find(({ textContent }) => textContent.trim().startsWith(label));
  element?.click();
  return element !== undefined;
}

function drawnWithin(wanted: { selector: string; isGone: boolean; framesMax: number }): Promise<boolean> {
  const isSo = (): boolean => (document.querySelector(wanted.selector) === null) === wanted.isGone;
  return new Promise((resolve) => {
    const look = (frame: number): void => {
      if (isSo() || frame >= wanted.framesMax) resolve(isSo());
      else requestAnimationFrame(() => look(frame + 1));
    };
    look(0);
  });
}

function globalWithin({ name, framesMax }: { name: string; framesMax: number }): Promise<boolean> {
  return new Promise((resolve) => {
    const look = (frame: number): void => {
      if (name in globalThis || frame >= framesMax) resolve(name in globalThis);
      else requestAnimationFrame(() => look(frame + 1));
    };
    look(0);
  });
}
