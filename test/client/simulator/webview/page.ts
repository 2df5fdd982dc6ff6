import type { IdleStep } from "../../../../client/simulator/webview/background/surroundings.ts";
import * as deferredUi from "../../../../client/simulator/webview/deferred-ui.ts";
import * as runParts from "../../../../client/simulator/webview/run-parts.ts";
import { Store } from "../../../../client/simulator/webview/store.ts";
import type { FromPage } from "../../../../shared/protocol/panel/from-page.ts";
import type { PanelState } from "../../../../shared/protocol/panel/panel.ts";

/** What a script of the page makes there. */
Object.assign(globalThis, { podCadenceRunParts: runParts });

/** The state of the page without a page: frames and idle times come when the test says so. */
export interface Page {
  readonly store: Store;
  readonly sent: readonly FromPage[];
  /** Lets real time pass, in one frame. */
  frame(nowMs: number): void;
  /** The page has time for what waits for that. */
  rest(): void;
}

interface PageOptions {
  readonly state?: PanelState;
  readonly reducedMotion?: boolean;
  /** Only `rest` gives the page time; otherwise it always has some. */
  readonly isBusy?: boolean;
}

export function createPage(options: PageOptions = {}): Page {
  const sent: FromPage[] = [];
  const frames: ((nowMs: number) => void)[] = [];
  const waiting: IdleStep[] = [];
  const store = new Store({
    host: {
      send: (message) => sent.push(message),
      restored: () => options.state,
      keep: () => undefined,
      start: () => undefined,
    },
    closedParts: () => [],
    frames: { request: (onFrame) => frames.push(onFrame), cancel: () => frames.splice(0) },
    reducedMotion: () => options.reducedMotion === true,
    changed: () => undefined,
    whenIdle: (step) => {
      if (options.isBusy === true) waiting.push(step);
      else while (step());
    },
  });
  store.receiveDeferredUi(deferredUi);
  const frame = (nowMs: number): void => {
    for (const onFrame of frames.splice(0)) onFrame(nowMs);
  };
  const rest = (): void => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) while (step());
  };
  return { store, sent, frame, rest };
}
