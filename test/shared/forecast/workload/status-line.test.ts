import { expect, it } from "vitest";
import { readWorkloadSpec } from "../../../../shared/controllers/objects/read-spec.ts";
import { rolloutStatusLine } from "../../../../shared/forecast/workload/status-line.ts";
import { defaultAssumptions } from "../../../../shared/kubernetes/assumptions.ts";

// The lines of kubectl v1.37.1, rollout_status.go and its test.

const web = { name: "web", spec: specOf("Deployment", { replicas: 10 }) };
const counts = { observedGeneration: 2, readyReplicas: 10, unavailableReplicas: 0, terminatingReplicas: undefined };

function specOf(kind: "Deployment" | "StatefulSet" | "DaemonSet", written: object) {
  const spec = readWorkloadSpec(kind, written, defaultAssumptions().apiServer);
  if (spec === undefined) throw new Error("no spec");
  return spec;
}

function deployment(
  replicas: number,
  updatedReplicas: number,
  availableReplicas: number,
  reason = "ReplicaSetUpdated",
) {
  const condition = {
    type: "Progressing",
    status: "True",
    reason,
    message: "",
    lastUpdateMs: 0,
    lastTransitionMs: 0,
  } as const;
  return {
    kind: "Deployment",
    ...counts,
    replicas,
    updatedReplicas,
    availableReplicas,
    conditions: [condition],
  } as const;
}

it.each([
  [
    deployment(10, 4, 9),
    'Waiting for deployment "web" rollout to finish: 4 out of 10 new replicas have been updated...',
  ],
  [deployment(11, 10, 9), 'Waiting for deployment "web" rollout to finish: 1 old replicas are pending termination...'],
  [deployment(10, 10, 9), 'Waiting for deployment "web" rollout to finish: 9 of 10 updated replicas are available...'],
  [deployment(10, 10, 10), 'deployment "web" successfully rolled out'],
  [deployment(10, 4, 9, "ProgressDeadlineExceeded"), 'error: deployment "web" exceeded its progress deadline'],
])("of a Deployment", (status, line) => {
  expect(rolloutStatusLine(web, status)).toBe(line);
});

it("waits for the controller", () => {
  expect(rolloutStatusLine({ ...web, isUnobserved: true }, deployment(10, 10, 10))).toBe(
    "Waiting for deployment spec update to be observed...",
  );
});

it("of a StatefulSet and a DaemonSet", () => {
  const db = { name: "db", spec: specOf("StatefulSet", { replicas: 3 }) };
  const revisions = { currentRevision: "a", updateRevision: "b", observedGeneration: 2 };
  const set = { kind: "StatefulSet", ...revisions, replicas: 3, availableReplicas: 3, currentReplicas: 1 } as const;
  expect(rolloutStatusLine(db, { ...set, readyReplicas: 2, updatedReplicas: 1 })).toBe(
    "Waiting for 1 pods to be ready...",
  );
  expect(rolloutStatusLine(db, { ...set, readyReplicas: 3, updatedReplicas: 2 })).toBe(
    "Waiting for partitioned roll out to finish: 2 out of 3 new pods have been updated...",
  );
  const agent = { name: "agent", spec: specOf("DaemonSet", {}) };
  const daemons = {
    kind: "DaemonSet",
    observedGeneration: 2,
    currentNumberScheduled: 3,
    numberReady: 3,
    numberUnavailable: 0,
  } as const;
  const scheduled = { ...daemons, desiredNumberScheduled: 3, numberAvailable: 3 };
  expect(rolloutStatusLine(agent, { ...scheduled, updatedNumberScheduled: 2 })).toBe(
    'Waiting for daemon set "agent" rollout to finish: 2 out of 3 new pods have been updated...',
  );
  expect(rolloutStatusLine(agent, { ...scheduled, updatedNumberScheduled: 3 })).toBe(
    'daemon set "agent" successfully rolled out',
  );
});
