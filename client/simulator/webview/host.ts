import type * as z from "zod/mini";
import type { FromPage } from "../../../shared/protocol/panel/from-page.ts";
import type { PanelState } from "../../../shared/protocol/panel/panel.ts";
import { firstMessageId } from "../../../shared/protocol/values/page-parts.ts";
import { parseMessage } from "../../../shared/protocol/values/parse.ts";

/** What VS Code puts into the page. */
interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** The extension's side of a panel, as its page sees it. */
export interface PageHost<Sent, State> {
  send(message: Sent): void;
  /** What the page kept before a window reload; undefined if that is nothing, or nothing that this version understands. */
  restored(): State | undefined;
  keep(state: State): void;
  /** Takes the message that came with the page, and asks for the next ones. */
  start(): void;
}

export type PodPageHost = PageHost<FromPage, PanelState>;

/** What every page says. */
type Notice =
  | { readonly type: "ready"; readonly hasFirst: boolean }
  | { readonly type: "ignored"; readonly problem: string };

interface PageSchemas<Received, State> {
  readonly message: z.ZodMiniType<Received>;
  readonly state: z.ZodMiniType<State>;
}

/** Connects a page. May be called once: VS Code gives its handle away only once. */
export function connectHost<Received, Sent, State>(
  schemas: PageSchemas<Received, State>,
  onMessage: (message: Received) => void,
): PageHost<Sent, State> {
  const api = acquireVsCodeApi();
  const send = (message: Sent | Notice): void => api.postMessage(message);
  /** Whether the message was understood. */
  const receive = (data: unknown): boolean => {
    const { value, problem } = parseMessage(schemas.message, data, "message to the panel");
    if (problem === undefined) onMessage(value);
    else send({ type: "ignored", problem });
    return problem === undefined;
  };
  window.addEventListener("message", ({ data }: MessageEvent<unknown>) => receive(data));
  return {
    send,
    restored: () => {
      const kept = api.getState();
      // Refusing undefined would cost the browser 20 ms, for the places in the script that an error names.
      return kept === undefined ? undefined : parseMessage(schemas.state, kept, "state of the panel").value;
    },
    keep: (state) => api.setState(state),
    start: () => {
      // A page that VS Code makes again has what it kept, and the pod in its HTML is an old one.
      const first = document.querySelector(`#${firstMessageId}`)?.textContent;
      const hasFirst = first != null && api.getState() === undefined && receive(JSON.parse(first));
      send({ type: "ready", hasFirst });
    },
  };
}
