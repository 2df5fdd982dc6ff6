import { labelsKey, withoutName } from "./labels.ts";
import type { Vector, VectorSample } from "./model.ts";
import { PromqlError } from "./promql-error.ts";

/** A vector without two samples of the same labels. Models github.com/prometheus/prometheus/promql/engine.go ContainsSameLabelset (Prometheus v0.316.0). */
export function uniqueVector(samples: readonly VectorSample[], withName = true): Vector {
  const vector = withName ? samples : samples.map(({ labels, value }) => ({ labels: withoutName(labels), value }));
  if (vector.length > 1 && new Set(vector.map(({ labels }) => labelsKey(labels))).size < vector.length)
    throw new PromqlError("vector cannot contain metrics with the same labelset");
  return vector;
}
