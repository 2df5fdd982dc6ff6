import * as z from "zod/mini";
import { podPayloadSchema, podReferenceSchema } from "../pod/pod.ts";
import { setupSchema } from "../pod/setup.ts";
import { alertRuleSources } from "../values/alert-rule-sources.ts";
import type { Message } from "../values/parse.ts";
import { pathSchema } from "../values/values.ts";

/** From the extension to the panel's page. */
export const toPageSchema = z.union([
  /** Play this pod up to the horizon. The answer to `ready`, and again after every change of the manifest. */
  z.object({ type: z.literal("pod"), payload: podPayloadSchema, horizonMs: z.number().check(z.positive()) }),
  /** The pod cannot be read any more; the page keeps the last good run and shows the reason. */
  z.object({ type: z.literal("stale"), reason: z.string() }),
  /** The editor's cursor went to this container or probe; the empty path: to none. */
  z.object({ type: z.literal("select"), path: pathSchema }),
  /** Lay this over the run: an `ObservedOverlay`, which the page reads with the code that draws it, or null for nothing any more. */
  z.object({ type: z.literal("observed"), overlay: z.unknown() }),
  /** `PanelFindings`, the answer to `judge` and again after every change; the page reads them with the code that draws them. */
  z.object({ type: z.literal("findings"), findings: z.unknown() }),
  /** An `AlertsAnswer`, the answer to `ask-alerts`, or null: there is none. The page reads it with the code that draws it. */
  z.object({ type: z.literal("alerts"), answer: z.unknown() }),
]);

export type ToPage = Message<typeof toPageSchema>;

const time = z.number().check(z.gte(0));

const writtenState = z.object({
  reference: podReferenceSchema,
  tMs: time,
  selected: z.optional(z.string()),
  fromMs: time,
  toMs: time,
  horizonMs: time,
  view: z.literal(["lanes", "table"]),
  /** What an earlier version kept has none. */
  setup: z.optional(setupSchema),
  /** Parts of the page that are closed. */
  closed: z.optional(z.array(z.string())),
  /** Containers whose probes have lanes, and those whose lanes stand first. */
  expanded: z.optional(z.array(z.string())),
  pinned: z.optional(z.array(z.string())),
  /** An observation was laid over the run; who makes the page again sends it again. */
  isObserved: z.optional(z.boolean()),
  /** Rules that somebody chose. */
  alertRules: z.optional(z.literal(alertRuleSources)),
});

/** What a panel keeps through a window reload. The extension needs the reference, the page the rest. */
export const panelStateSchema = z.pipe(
  writtenState,
  z.transform((state) => ({ ...state, selected: state.selected })),
);

export type PanelState = Message<typeof panelStateSchema>;
