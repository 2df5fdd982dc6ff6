import { admit } from "../../shared/api-server/admission/admit.ts";
import { allContainers } from "../../shared/kubernetes/pod.ts";
import type { ObservedOverlay } from "../../shared/protocol/pod/observed.ts";
import type { PodPayload } from "../../shared/protocol/pod/pod.ts";
import { parseScenario } from "../../shared/scenario/language/parse.ts";
import { simulate } from "../../shared/simulation/index.ts";
import { containersOf, delayed } from "../shared/observation/overlays.ts";

export interface ObservationOptions {
  /** What the containers really did, by name. */
  readonly did: Readonly<Record<string, string>>;
  /** Up to when it was looked at. */
  readonly untilMs: number;
  readonly seed?: number;
  /** All that came after this was later by so much. */
  readonly late?: { readonly fromMs: number; readonly byMs: number };
  readonly notes?: readonly string[];
}

/** What the extension sends of a pod that did this: the engine under another seed, as the API would have shown it. */
export function observationOf(
  { written, assumptions }: PodPayload,
  { did, untilMs, seed = 7, late, notes = [] }: ObservationOptions,
): ObservedOverlay {
  const { pod } = admit(written, assumptions);
  if (pod === undefined) throw new Error("the pod is admitted");
  const lines = Object.entries(did).map(([container, text]) => ({ container, text }));
  const texts = lines.map((line) => ({ ...line, source: "comment" as const }));
  const { scenario } = parseScenario(texts, allContainers(pod));
  const timeline = simulate({ pod, assumptions, scenario, seed, untilMs, recording: "entries" });
  const seen = containersOf(
    timeline,
    allContainers(pod).map(({ name }) => name),
  );
  return {
    title: "web-7d4b9-x2x of context kind, seen at 12:03:22 UTC",
    untilMs: untilMs + (late?.byMs ?? 0),
    containers: late === undefined ? seen : delayed(seen, late.fromMs, late.byMs),
    lines,
    notes,
  };
}
