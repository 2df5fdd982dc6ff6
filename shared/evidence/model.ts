import type { Span } from "../basics/span.ts";
import type { ObservedEvent } from "../observation/objects/event-object.ts";
import type { KubectlPod } from "./text/pod-rows.ts";

/** Where something was read. Nothing is reported without it. */
export interface Place {
  /** As it was given; `-` is standard input. */
  readonly path: string;
  /** From 1. */
  readonly line: number;
}

/** What an input is. */
export type InputKind = "objects" | "watch" | "describe" | "events" | "pods" | "audit" | "unknown";

/** A pod as it was at one moment. */
export interface PodSighting {
  readonly place: Place;
  readonly is: "object" | "watch" | "describe" | "audit";
  /** As the API has it, as far as it is known. */
  readonly object: Readonly<Record<string, unknown>>;
  /** What this source does not say, though the API has it: it is unknown, not its default. */
  readonly unknown: readonly string[];
  /** The watch said that it is gone. */
  readonly isDeleted: boolean;
  /** Ages in it count from here; undefined if nobody knows. In ms since 1970. */
  readonly taken: Span | undefined;
}

/** An event, and when it came as far as its source says that. */
export interface EventSighting {
  readonly place: Place;
  readonly event: ObservedEvent;
  /** Ages, where the source has no times: from the last and the first one to the moment at which it was taken. */
  readonly ages: { readonly last: Span | undefined; readonly first: Span | undefined } | undefined;
  /** The number of equal events is not in the source. */
  readonly isUncounted: boolean;
}

/** A row of a table of pods. */
export interface PodRowSighting {
  readonly place: Place;
  readonly row: KubectlPod;
}

/** What somebody did to a pod, or tried, by an audit log. */
export interface PodAct {
  readonly is:
    | "created"
    | "bound"
    | "evicted"
    | "eviction-refused"
    | "deleted"
    | "removed"
    | "changed"
    | "workload-changed";
  /** As the API server knows it. */
  readonly user: string;
  /** `evicted`; its user follows. */
  readonly text: string;
}

export interface ActSighting {
  readonly place: Place;
  readonly name: string;
  readonly namespace: string;
  /** Undefined if no request before it said it. */
  readonly uid: string | undefined;
  readonly at: Span;
  readonly act: PodAct;
}

/** The spec of a pod in a manifest beside the evidence: it says what kubectl does not print. */
export interface TemplateSighting {
  readonly place: Place;
  readonly kind: string;
  readonly name: string;
  readonly spec: Readonly<Record<string, unknown>>;
}

/** What one input says. */
export interface Reading {
  readonly path: string;
  readonly is: InputKind;
  readonly pods: readonly PodSighting[];
  readonly events: readonly EventSighting[];
  readonly rows: readonly PodRowSighting[];
  readonly acts: readonly ActSighting[];
  readonly templates: readonly TemplateSighting[];
  /** Sentences about what could not be read. */
  readonly notes: readonly string[];
}
