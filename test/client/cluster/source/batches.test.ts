import { describe, expect, it } from "vitest";
import { type Batches, createBatches } from "../../../../client/cluster/source/batches.ts";
import { trimEvent, trimPod } from "../../../../client/cluster/source/objects/trim.ts";
import { readPod } from "../../../../shared/observation/index.ts";
import type { ClusterChange } from "../../../../shared/protocol/cluster.ts";
import { fakePod, names } from "./fake-api.ts";

/** Batches whose receiver takes one when it is told to. */
function gated() {
  const taken: ClusterChange[] = [];
  const sentences: string[] = [];
  let proceed: (() => void)[] = [];
  let failures = 0;
  const batches: Batches = createBatches({
    context: "c",
    defaultNamespace: "d",
    batchMs: 0,
    onChange: async (change) => {
      await new Promise<void>((resolve) => proceed.push(resolve));
      if (failures > 0) {
        failures -= 1;
        throw new Error("the receiver is gone");
      }
      taken.push(change);
    },
    log: (sentence) => sentences.push(sentence),
  });
  return {
    batches,
    taken,
    sentences,
    fail: (times: number) => {
      failures = times;
    },
    /** The receiver has a batch and is not done with it. */
    async taking() {
      while (proceed.length === 0) await new Promise((resolve) => setImmediate(resolve));
    },
    /** Lets the receiver finish until nothing is left. */
    async drain() {
      while (!batches.isIdle) {
        await new Promise((resolve) => setImmediate(resolve));
        const now = proceed;
        proceed = [];
        for (const go of now) go();
      }
    },
  };
}

const versioned = (name: string, phase: string) => fakePod(name, { status: { phase } });

describe("batches", () => {
  it("hold what came together, and only the first one says that it is", async () => {
    const { batches, taken, drain } = gated();
    batches.addPods([fakePod("a"), fakePod("b")]);
    batches.addGone("uid-x");
    batches.addOwners([{ uid: "o", kind: "ReplicaSet", name: "o" }]);
    await drain();
    batches.addPods([fakePod("c")]);
    await drain();
    expect(taken.map(({ pods, gone, isFirst, owners }) => [names(pods), gone, isFirst, owners.length])).toEqual([
      [["a", "b"], ["uid-x"], true, 1],
      [["c"], [], false, 0],
    ]);
  });

  it("wait for their receiver; meanwhile the newest of each object is kept", async () => {
    const { batches, taken, taking, drain } = gated();
    batches.addPods([versioned("a", "Pending")]);
    await taking();
    for (const phase of ["Running", "Failed"]) batches.addPods([versioned("a", phase)]);
    batches.addPods([fakePod("b")]);
    batches.addGone("uid-b");
    batches.addGone("uid-c");
    batches.addPods([fakePod("c")]);
    await drain();
    expect(taken).toHaveLength(2);
    expect(taken[1]).toMatchObject({
      gone: ["uid-b"],
      pods: [{ status: { phase: "Failed" } }, { metadata: { name: "c" } }],
    });
  });

  it("are of 500 pods at most", async () => {
    const { batches, taken, drain } = gated();
    batches.addPods(Array.from({ length: 1201 }, (_, n) => fakePod(`p${n}`)));
    await drain();
    expect(taken.map(({ pods, isFirst }) => [pods.length, isFirst])).toEqual([
      [500, true],
      [500, false],
      [201, false],
    ]);
  });

  it("that could not be handed over come again with what is newer", async () => {
    const { batches, taken, sentences, fail, taking, drain } = gated();
    fail(1);
    batches.addPods([versioned("a", "Pending"), versioned("b", "Pending")]);
    batches.addNode({ name: "n", missing: [] });
    await taking();
    batches.addPods([versioned("a", "Running")]);
    batches.addGone("uid-b");
    await drain();
    expect(taken).toMatchObject([
      { isFirst: true, pods: [{ status: { phase: "Running" } }], gone: ["uid-b"], nodes: [{ name: "n" }] },
    ]);
    expect(sentences).toEqual(["What the cluster told could not be handed on: it is tried again."]);
  });

  it("that could not be handed over are forgotten when all is told anew", async () => {
    const { batches, taken, fail, taking, drain } = gated();
    fail(1);
    batches.addPods([fakePod("a")]);
    await taking();
    batches.startAnew();
    batches.addPods([fakePod("b")]);
    await drain();
    expect(taken.map(({ isFirst, pods }) => [isFirst, names(pods)])).toEqual([[true, ["b"]]]);
  });

  it("say when what is known is old, once", async () => {
    const { batches, taken, drain } = gated();
    batches.setFreshness({ is: "live" });
    await drain();
    batches.setFreshness({ is: "live" });
    batches.setFreshness({ is: "stale", sinceMs: 5, reason: "gone" });
    await drain();
    batches.addPods([fakePod("a")]);
    await drain();
    expect(taken.map(({ freshness, pods }) => [freshness.is, pods.length])).toEqual([
      ["live", 0],
      ["stale", 0],
      ["stale", 1],
    ]);
  });

  it("begin anew when all is told again", async () => {
    const { batches, taken, drain } = gated();
    batches.addPods([fakePod("a")]);
    batches.startAnew();
    batches.addPods([fakePod("b")]);
    await drain();
    expect(taken.map(({ isFirst, pods }) => [isFirst, names(pods)])).toEqual([[true, ["b"]]]);
  });
});

describe("a pod that is handed on", () => {
  const annotations = { "kubectl.kubernetes.io/last-applied-configuration": "SECRET", team: "a" };
  const secret = [{ name: "PASSWORD", value: "SECRET" }];
  const container = { name: "app", image: "i", env: secret, envFrom: secret, volumeMounts: secret };
  const whole = {
    kind: "Pod",
    metadata: { name: "a", uid: "u", annotations, managedFields: ["SECRET"] },
    spec: {
      restartPolicy: "Never",
      nodeName: "n",
      volumes: secret,
      tolerations: secret,
      affinity: secret,
      initContainers: [{ ...container, name: "init", restartPolicy: "Always" }],
      containers: [{ ...container, livenessProbe: { exec: { command: ["live"] } } }],
      ephemeralContainers: [container],
    },
    status: {
      phase: "Running",
      containerStatuses: [{ name: "app", restartCount: 3, state: { running: {} }, volumeMounts: secret, user: secret }],
    },
  };

  it("has lost what may be secret and what says nothing about restarts, and nothing else", () => {
    const before = readPod(structuredClone(whole)).value;
    const trimmed = trimPod(structuredClone(whole));
    expect(JSON.stringify(trimmed)).not.toContain("SECRET");
    const after = readPod(trimmed).value;
    expect({ ...after, spec: {} }).toEqual({ ...before, spec: {} });
    expect(trimmed).toMatchObject({
      metadata: { annotations: { team: "a" } },
      spec: { restartPolicy: "Never", containers: [{ image: "i", livenessProbe: { exec: { command: ["live"] } } }] },
    });
  });

  it.each([
    [undefined],
    [null],
    [3],
    ["text"],
    [[]],
    [{ spec: 3, status: [], metadata: null }],
    [{ spec: { containers: [null, 3] } }],
  ])("may be anything: %j", (object) => {
    const copy = structuredClone(object);
    trimEvent(copy);
    trimPod(copy);
    expect(copy).toEqual(object);
  });
});
