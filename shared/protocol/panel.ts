import * as z from "zod/mini";
import type { Path } from "../basics/path.ts";
import type { Assumptions } from "../kubernetes/node.ts";
import type { ExportParams } from "./export.ts";
import { type PodPayload, type PodReference, podPayloadSchema, podReferenceSchema } from "./pod.ts";
import { type EditedLine, type Setup, setupSchema } from "./setup.ts";
import { pathSchema } from "./values.ts";

/** From the extension to the panel's page. */
export type ToPage =
  /** Play this pod up to the horizon. The answer to `ready`, and again after every change of the manifest. */
  | { readonly type: "pod"; readonly payload: PodPayload; readonly horizonMs: number }
  /** The pod cannot be read any more; the page keeps the last good run and shows the reason. */
  | { readonly type: "stale"; readonly reason: string }
  /** The editor's cursor went to this container or probe; the empty path: to none. */
  | { readonly type: "select"; readonly path: Path }
  /** Lay this over the run: an `ObservedOverlay`, which the page reads with the code that draws it, or null for nothing any more. */
  | { readonly type: "observed"; readonly overlay: unknown }
  /** `PanelFindings`, the answer to `judge` and again after every change; the page reads them with the code that draws them. */
  | { readonly type: "findings"; readonly findings: unknown };

/** From the panel's page to the extension. */
export type FromPage =
  /** The page listens. */
  | { readonly type: "ready" }
  /** Show this place of the manifest in the editor, and go there or not. */
  | { readonly type: "reveal"; readonly path: Path; readonly focus: boolean }
  /** Show this one of the scenario's texts in the editor, by its place in the payload. */
  | { readonly type: "reveal-scenario"; readonly index: number }
  /** Write the run down in another form; the file is the address of the manifest. */
  | { readonly type: "export"; readonly request: ExportParams }
  /** Make the manifest say this, and nothing else, of what the containers do. */
  | { readonly type: "write"; readonly lines: readonly EditedLine[] }
  /** Find what is wrong with the pod as it is played now. Without lines the scenario is that of the manifest. */
  | { readonly type: "judge"; readonly assumptions: Assumptions; readonly lines?: readonly EditedLine[] | undefined }
  /** Make a fix of a finding, both by their places in the answer `id`. */
  | { readonly type: "fix"; readonly id: number; readonly finding: number; readonly fix: number }
  /** Show where a finding of the answer `id` stands. */
  | { readonly type: "reveal-finding"; readonly id: number; readonly finding: number }
  /** What was observed is not shown any more, and need not be sent. */
  | { readonly type: "unobserve" }
  /** A message was not understood and ignored. */
  | { readonly type: "ignored"; readonly problem: string }
  /** The page cannot go on; the sentence goes to the log. */
  | { readonly type: "failed"; readonly message: string };

export const toPageSchema: z.ZodMiniType<ToPage> = z.union([
  z.object({ type: z.literal("pod"), payload: podPayloadSchema, horizonMs: z.number().check(z.positive()) }),
  z.object({ type: z.literal("stale"), reason: z.string() }),
  z.object({ type: z.literal("select"), path: pathSchema }),
  z.object({ type: z.literal("observed"), overlay: z.unknown() }),
  z.object({ type: z.literal("findings"), findings: z.unknown() }),
]);

/** What a panel keeps through a window reload. The extension needs the reference, the page the rest. */
export interface PanelState {
  readonly reference: PodReference;
  readonly tMs: number;
  readonly selected: string | undefined;
  readonly fromMs: number;
  readonly toMs: number;
  readonly horizonMs: number;
  readonly scale: "linear" | "log";
  readonly view: "lanes" | "table";
  /** What an earlier version kept has none. */
  readonly setup?: Setup | undefined;
  /** Parts of the page that are closed. */
  readonly closed?: readonly string[] | undefined;
  /** Containers whose lanes are collapsed, and those whose lanes stand first. */
  readonly collapsed?: readonly string[] | undefined;
  readonly pinned?: readonly string[] | undefined;
  /** An observation was laid over the run; who makes the page again sends it again. */
  readonly isObserved?: boolean | undefined;
}

const time = z.number().check(z.gte(0));

export const panelStateSchema: z.ZodMiniType<PanelState> = z.pipe(
  z.object({
    reference: podReferenceSchema,
    tMs: time,
    selected: z.optional(z.string()),
    fromMs: time,
    toMs: time,
    horizonMs: time,
    scale: z.literal(["linear", "log"]),
    view: z.literal(["lanes", "table"]),
    setup: z.optional(setupSchema),
    closed: z.optional(z.array(z.string())),
    collapsed: z.optional(z.array(z.string())),
    pinned: z.optional(z.array(z.string())),
    isObserved: z.optional(z.boolean()),
  }),
  z.transform((state): PanelState => ({ ...state, selected: state.selected })),
);
