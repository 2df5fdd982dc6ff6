import { describe, expect, it } from "vitest";
import type { LiveView } from "../../../../server/live/live-view.ts";
import { newestVersion } from "../../../../shared/kubernetes/versions.ts";
import { at, change, type PodWords, uidOf, viewOf } from "../../live/cluster.ts";
import { deploymentText } from "../../written-deployment.ts";
import { contextOf, diagnosticsOf, host, hoverAt, withHints, withoutHints } from "../harness.ts";

const deployment = deploymentText(`containers:
- name: app
  image: example/app:1
`);

const of = { owner: "ReplicaSet/web-7d", hash: "7d" };
const crashed = {
  ...of,
  restartCount: 2,
  last: [40, 45, 1],
  message: "back-off 20s restarting failed container=app",
} as const;

/** As a restart of all containers leaves it. */
const together = {
  restartCount: 3,
  last: [40, 45, 137],
  reason: "RestartingAllContainers",
  spec: {
    containers: [
      {
        name: "app",
        image: "example/app:1",
        restartPolicy: "Always",
        restartPolicyRules: [{ action: "RestartAllContainers", exitCodes: { operator: "In", values: [88] } }],
      },
    ],
  },
} as const;

async function lensesOf(text: string, live: LiveView): Promise<readonly (string | undefined)[]> {
  const context = await contextOf(text, { live, client: { commandLinks: true } });
  return host.codeLenses(context).map(({ command }) => command?.title);
}

describe("code lens", () => {
  it.each<[about: string, pods: PodWords[], seconds: number, title: string]>([
    ["one pod that waits", [{ ...crashed, name: "web-7d-a" }], 60, "2 restarts · next try in 5–18s"],
    ["its window has begun", [{ ...crashed, name: "web-7d-a" }], 70, "2 restarts · next try any moment"],
    ["its window is over", [{ ...crashed, name: "web-7d-a" }], 90, "2 restarts · next try overdue by 12s"],
    [
      "the first of several",
      [
        { ...crashed, name: "web-7d-a" },
        {
          ...of,
          name: "web-7d-b",
          restartCount: 3,
          last: [10, 50, 1],
          message: "back-off 1m20s restarting failed container=app",
        },
        { ...of, name: "web-7d-c", runsSince: 3, ready: true },
      ],
      60,
      "3 pods · 5 restarts · next try in 5–18s",
    ],
    [
      "all containers were restarted together",
      [{ ...of, ...together, name: "web-7d-a", runsSince: 50, ready: true }],
      60,
      "3 restarts · all containers restarted up to 3 times, triggered by app",
    ],
    ["all is well", [{ ...of, name: "web-7d-a", runsSince: 3, ready: true }], 60, "0 restarts"],
  ])("%s", async (_, pods, seconds, title) => {
    expect(await lensesOf(deployment, viewOf(pods, seconds))).toEqual([
      "Simulate pod",
      "Simulate rollout",
      "Forecast",
      title,
      "Compare with Live Pod",
    ]);
  });

  it("is not there for what the cluster does not have, nor without a cluster", async () => {
    const others = viewOf([{ ...crashed, owner: "ReplicaSet/other-7d", name: "other-7d-a" }], 60);
    const own = ["Simulate pod", "Simulate rollout", "Forecast"];
    expect(await lensesOf(deployment, others)).toEqual(own);
    expect(await lensesOf(deployment, viewOf([], 60, { context: null }))).toEqual(own);
  });

  it("has the rollout that the workload is in, beside what is predicted", async () => {
    const live = viewOf([{ ...of, name: "web-7d-a", runsSince: 3, ready: true }], 60);
    const condition = { type: "Progressing", status: "True", reason: "ReplicaSetUpdated", lastUpdateTime: at(0) };
    const status = { observedGeneration: 1, replicas: 3, updatedReplicas: 1, availableReplicas: 2 };
    const metadata = { name: "web", namespace: "default", uid: "w", generation: 1 };
    const object = {
      kind: "Deployment",
      metadata,
      spec: { replicas: 2 },
      status: { ...status, conditions: [condition] },
    };
    live.pods.apply(change({ workloads: [object] }));
    expect((await lensesOf(deployment, live))[3]).toMatch(/^1 of 2 updated, .+; deadline in 9m · 0 restarts$/);
  });

  it("counts nothing down while the connection is lost", async () => {
    const freshness = { is: "stale", sinceMs: Date.parse(at(50)), reason: "The API server does not answer." } as const;
    const live = viewOf([{ ...crashed, name: "web-7d-a" }], 60, { freshness });
    expect((await lensesOf(deployment, live))[3]).toBe("2 restarts · out of date since 2026-11-22 10:00:50 UTC");
  });
});

describe("inlay hint", () => {
  it("tells restarts in place of the forecast, and only where there were some", async () => {
    const pods = [
      { ...crashed, name: "web-7d-a" },
      { ...crashed, name: "web-7d-b" },
    ];
    const hinted = deployment.replace("- name: app", "- name: app ⟦observed 4 ↻ in 2 pods⟧");
    expect(await withHints(hinted, { live: viewOf(pods, 60) })).toBe(hinted);
    const forecast = deployment.replace("- name: app", "- name: app ⟦on crash ↻ 0s 10s 20s 40s … 5m⟧");
    expect(await withHints(forecast, { live: viewOf([{ ...of, runsSince: 2, ready: true }], 60) })).toBe(forecast);
  });

  it("can be switched off", async () => {
    const live = viewOf([{ ...crashed, name: "web-7d-a" }], 60);
    const hints = await withHints(deployment, { live, display: { observedHints: false } });
    expect(hints).not.toContain("observed");
    expect(withoutHints(hints)).toBe(deployment);
  });
});

it("the hover tells the last runs of the pod that does worst, and for which node that is predicted", async () => {
  const pods = [
    { ...crashed, name: "web-7d-a" },
    { ...of, name: "web-7d-b", runsSince: 3, ready: true },
  ];
  const hover = await hoverAt(deployment.replace("name: app\n", "name: $0app\n"), { live: viewOf(pods, 60) });
  const observed = hover?.split("\n\n").filter((part) => /Observed|Run \d|Node:/.test(part));
  expect(observed?.join("\n\n").replace(newestVersion, "NEWEST")).toMatchInlineSnapshot(`
    "Observed at 2026-11-22 10:01:00 UTC in pod web-7d-a of context kind, the worst of 2 pods: is in a crash loop, waits since 10:00:45 (exit code 1 after 5s, 2 restarts), next start 10:01:05–10:01:18 UTC. Back-off: 20s, from the kubelet's message.

    - Run 3: ran 5s from 2026-11-22 10:00:40 UTC, exit code 1

    Node: Kubernetes NEWEST · gates default · kubelet configuration: default."
  `);
});

it.each<[about: string, seconds: number, worst: string]>([
  ["the pod with the most restarts comes first", 60, "web-7d-b"],
  ["but one that did what cannot be comes before it, however few restarts it has", 120, "web-7d-a"],
])("%s", async (_, seconds, worst) => {
  const pods = [
    { ...of, name: "web-7d-b", restartCount: 7, runsSince: 30, ready: true },
    { ...crashed, name: "web-7d-a" },
  ];
  const hover = await hoverAt(deployment.replace("name: app\n", "name: $0app\n"), { live: viewOf(pods, seconds) });
  expect(/in pod (\S+) of context/.exec(hover ?? "")?.[1]).toBe(worst);
});

describe("diagnostics", () => {
  const found = async (text: string, live: LiveView) =>
    (await diagnosticsOf(text, { live }))
      .filter(({ code }) => String(code).startsWith("observed"))
      .map(({ range, severity, code, message }) => `${range.start.line}: ${severity} ${code}: ${message}`);

  it("say where a pod did what the prediction excludes", async () => {
    const late = { ...crashed, name: "web-7d-a" };
    expect(await found(deployment, viewOf([late], 60))).toEqual([]);
    expect(await found(deployment, viewOf([late], 120))).toMatchInlineSnapshot(`
      [
        "9: 3 observed-contradiction: Pod web-7d-a in context kind: app should have restarted at least 42s ago. The kubelet may be down or busy, or the data is out of date.",
      ]
    `);
  });

  it("say where the newest pod follows another spec than the file", async () => {
    const spec = { terminationGracePeriodSeconds: 5, containers: [{ name: "app", image: "example/app:old" }] };
    const live = viewOf([{ ...of, name: "web-7d-a", runsSince: 3, ready: true, spec }], 60);
    expect(await found(deployment, live)).toMatchInlineSnapshot(`
      [
        "7: 3 observed-other-spec: Pod web-7d-a in context kind: terminationGracePeriodSeconds is 5 in the cluster and 30 in this file. The live pod does not match the file.",
        "10: 3 observed-other-spec: Pod web-7d-a in context kind: containers[0].image is example/app:old in the cluster and example/app:1 in this file. The live pod does not match the file.",
      ]
    `);
  });
});

it("nothing is said against the document of a pod that the cluster has", async () => {
  const refused = deployment.replace("image: example/app:1", "image: 7\n        nonsense: {}");
  expect((await diagnosticsOf(refused)).length).toBeGreaterThan(0);
  expect(await diagnosticsOf(refused, { uri: "pod-cadence-pod:/kind/default/web-1.yaml" })).toEqual([]);
});

it("a manifest of one pod that says its UID means that one", async () => {
  const { owner: _, ...alone } = crashed;
  const live = viewOf([{ ...alone, name: "web-1" }], 60);
  const manifest = (uid: string) => `apiVersion: v1
kind: Pod
metadata: {name: web-1, uid: "${uid}"}
spec: {containers: [{name: app, image: example/app:1}]}
`;
  expect((await lensesOf(manifest(uidOf("web-1")), live)).length).toBe(4);
  expect((await lensesOf(manifest("an earlier one"), live)).length).toBe(2);
});

it("a hover says what a failing pod did before what it could do, and of a healthy one the other way round", async () => {
  const hover = (pod: PodWords) => hoverAt(deployment.replace("name: app", "name: $0app"), { live: viewOf([pod], 60) });
  expect(await hover({ ...crashed, name: "web-7d-a" })).toMatch(/^Observed at [\s\S]*the kubelet/);
  expect(await hover({ ...of, name: "web-7d-a", runsSince: 3, ready: true })).toMatch(
    /^(?!Observed at)[\s\S]*Observed at/,
  );
});
