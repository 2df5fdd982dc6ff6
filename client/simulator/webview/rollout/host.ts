import { firstMessageId } from "../../../../shared/protocol/page-parts.ts";
import { parseMessage } from "../../../../shared/protocol/parse.ts";
import {
  type FromRolloutPage,
  type RolloutState,
  rolloutStateSchema,
  type ToRolloutPage,
  toRolloutPageSchema,
} from "../../../../shared/protocol/rollout.ts";

/** What VS Code puts into the page. */
interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** The extension's side of the panel, as the page of a rollout sees it. */
export interface RolloutHost {
  send(message: FromRolloutPage): void;
  restored(): RolloutState | undefined;
  keep(state: RolloutState): void;
  start(): void;
}

/** Connects the page. May be called once: VS Code gives its handle away only once. */
export function connectRolloutHost(onMessage: (message: ToRolloutPage) => void): RolloutHost {
  const api = acquireVsCodeApi();
  const send = (message: FromRolloutPage): void => api.postMessage(message);
  const receive = (data: unknown): void => {
    const { value, problem } = parseMessage(toRolloutPageSchema, data, "message to the panel");
    if (value === undefined) send({ type: "ignored", problem });
    else onMessage(value);
  };
  window.addEventListener("message", ({ data }: MessageEvent<unknown>) => receive(data));
  return {
    send,
    restored: () => {
      const kept = api.getState();
      return kept === undefined ? undefined : parseMessage(rolloutStateSchema, kept, "state of the panel").value;
    },
    keep: (state) => api.setState(state),
    start: () => {
      const first = document.querySelector(`#${firstMessageId}`)?.textContent;
      if (first != null && api.getState() === undefined) receive(JSON.parse(first));
      send({ type: "ready" });
    },
  };
}
