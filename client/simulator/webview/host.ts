import {
  type FromPage,
  type PanelState,
  panelStateSchema,
  type ToPage,
  toPageSchema,
} from "../../../shared/protocol/panel.ts";
import { parseMessage } from "../../../shared/protocol/parse.ts";

/** What VS Code puts into the page. */
interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** The extension's side of the panel, as the page sees it. */
export interface Host {
  send(message: FromPage): void;
  /** What the page kept before a window reload; undefined: nothing, or nothing that this version understands. */
  restored(): PanelState | undefined;
  keep(state: PanelState): void;
}

/** Connects the page. May be called once: VS Code gives its handle away only once. */
export function connectHost(onMessage: (message: ToPage) => void): Host {
  const api = acquireVsCodeApi();
  const send = (message: FromPage): void => api.postMessage(message);
  window.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    const { value, problem } = parseMessage(toPageSchema, data, "message to the panel");
    if (value === undefined) send({ type: "ignored", problem });
    else onMessage(value);
  });
  return {
    send,
    restored: () => parseMessage(panelStateSchema, api.getState(), "state of the panel").value,
    keep: (state) => api.setState(state),
  };
}
