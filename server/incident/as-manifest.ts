import type { Span } from "../../shared/basics/span.ts";
import { type IncidentPod, incidentOf } from "../../shared/evidence/incident.ts";
import type { Reading } from "../../shared/evidence/model.ts";
import { isoText } from "../../shared/evidence/text/iso-text.ts";
import { withFreeGrace } from "../../shared/incident/free-grace.ts";
import { defaultAssumptions } from "../../shared/kubernetes/assumptions.ts";
import { kubeletModelOf } from "../../shared/observation/index.ts";
import { readInput } from "./read-input.ts";

/** A text that is no manifest, as the objects that the API would have given. */
interface EvidenceManifest {
  readonly text: string;
  /** Sentences: what it does not say. */
  readonly notes: readonly string[];
}

/** A describe, or watch events, or several looks at one pod; a plain object is cheaper read as it is. */
const marks = /^[> \t]{0,200}Name:[ \t]{1,80}\S|"type"\s*:\s*"(?:ADDED|MODIFIED|DELETED)"|"resourceVersion"/m;

/**
 * The newest look at each pod, and its events, of a text that is a describe, a watch, or a row of dumps. Undefined for a manifest. `at`:
 * when a describe was taken, if that is known.
 */
export function asManifest(path: string, text: string, at: Span | undefined): EvidenceManifest | undefined {
  if (!marks.test(text)) return undefined;
  const reading = readInput(path, text, at);
  const { pods } = incidentOf([reading], at);
  if (!isEvidence(reading, pods)) return undefined;
  const lines = pods.flatMap((pod) => {
    const last = newestObject(reading, pod);
    return last === undefined ? [] : [last, ...pod.events.map(({ event }) => eventObject(pod, event))];
  });
  const unknown = pods.some((pod) => pod.unknown.length > 0 && pod.look !== undefined);
  const defaults = `${path}: a describe does not say the restart policy, the grace period, and hooks; their defaults are assumed`;
  const notes = [...reading.notes, ...(unknown ? [defaults] : [])];
  return { text: lines.map((line) => JSON.stringify(line)).join("\n"), notes };
}

function isEvidence({ is, pods: sightings }: Reading, pods: readonly IncidentPod[]): boolean {
  if (pods.every(({ look }) => look === undefined)) return false;
  return is === "describe" || is === "watch" || (sightings.length > 1 && pods.some(({ looks }) => looks.length > 1));
}

function newestObject({ pods }: Reading, pod: IncidentPod): unknown {
  const place = pod.looks.at(-1)?.place;
  const found = pods.findLast((sighting) => sighting.place.line === place?.line && sighting.place.path === place.path);
  return found && { ...found.object, ...withGrace(pod) };
}

/** The default contradicts a kill that came sooner. */
function withGrace({ look, unknown }: IncidentPod): { readonly spec?: unknown } {
  const model = look && kubeletModelOf(look.pod, defaultAssumptions());
  if (look === undefined || model === undefined) return {};
  const { terminationGracePeriodSeconds } = withFreeGrace(model, look, unknown).pod;
  if (terminationGracePeriodSeconds === model.pod.terminationGracePeriodSeconds) return {};
  return { spec: { ...look.pod.spec, terminationGracePeriodSeconds } };
}

function eventObject({ name, namespace, uid }: IncidentPod, event: IncidentPod["events"][number]["event"]): unknown {
  return {
    apiVersion: "v1",
    kind: "Event",
    metadata: { namespace },
    involvedObject: {
      kind: "Pod",
      name,
      namespace,
      ...(uid !== undefined && { uid }),
      ...(event.container !== undefined && { fieldPath: `spec.containers{${event.container}}` }),
    },
    type: event.type,
    reason: event.reason,
    message: event.message,
    count: event.count,
    ...(event.first && { firstTimestamp: timeOf(event.first) }),
    ...(event.last && { lastTimestamp: timeOf(event.last) }),
  };
}

function timeOf({ nominalMs }: Span): string {
  return isoText(nominalMs);
}
