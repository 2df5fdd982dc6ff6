import { describe, expect, it } from "vitest";
import { exactly } from "../../../../shared/basics/span.ts";
import type { BudgetSpec } from "../../../../shared/controllers/objects/model.ts";
import { changeRows } from "../../../../shared/forecast/workload/change-words.ts";
import { forecastWorkload } from "../../../../shared/forecast/workload/forecast.ts";
import { rolloutFigures, rolloutOutlook } from "../../../../shared/forecast/workload/headline.ts";
import type { RolloutForecast, WorkloadForecast } from "../../../../shared/forecast/workload/model.ts";
import { forecastShutdown } from "../../../../shared/forecast/workload/shutdown.ts";
import { shutdownRows, workloadRows } from "../../../../shared/forecast/workload/words.ts";
import { readWorkload } from "../../controllers/pods/written-workload.ts";
import { assume } from "../../simulation/play.ts";

const assumptions = assume({ timing: "kubelet" });

function rowsOf(text: string): Readonly<Record<string, string>> {
  const workload = readWorkload(text, assumptions);
  const rows = workloadRows(workload, forecastWorkload(workload, assumptions));
  return Object.fromEntries(rows.map(({ what, text: said }) => [what, said]));
}

function rolloutOf(text: string): RolloutForecast | undefined {
  return forecastWorkload(readWorkload(text, assumptions), assumptions).rollout;
}

const container = "- {name: app, image: a, readinessProbe: {tcpSocket: {port: 80}, periodSeconds: 10}}";
const deployment = (spec: string, scenario: string, app = container): string =>
  `kind: Deployment\nspec:\n  ${spec}\n  template:\n    spec:\n      containers:\n      # cadence: app: ${scenario}\n      ${app}\n`;

it.each(["DaemonSet", "StatefulSet"])(
  "no rollout of a %s is over before each pod has been ready for minReadySeconds",
  (kind) => {
    const replicas = kind === "StatefulSet" ? "  replicas: 3\n" : "";
    const text = deployment("minReadySeconds: 60", "starts in 10s").replace("Deployment", kind);
    const rollout = rolloutOf(text.replace("spec:\n", `spec:\n${replicas}`));
    // Three pods one after the other, each 10s until it is ready and 60s more, whose seconds the API cuts.
    expect(rollout?.completes?.bounds.earliestMs).toBeGreaterThan(3 * 69_000 - (kind === "StatefulSet" ? 69_000 : 0));
  },
);

describe("the forecast of a Deployment", () => {
  it("waits for as long as a scenario lets a pod start, and longer than its crashes last", () => {
    const exact = assume({ timing: "ideal" });
    const forecastOf = (scenario: string, spec = "replicas: 4") => {
      const workload = readWorkload(deployment(spec, scenario), exact);
      return forecastWorkload(workload, exact);
    };
    const slow = forecastOf("starts in 3h", "replicas: 4\n  strategy: {rollingUpdate: {maxSurge: 4}}");
    expect(slow.rollout).toMatchObject({ stuckAt: undefined, completes: { span: { nominalMs: 3 * 3_600_000 } } });
    expect(slow.firstDeployment.completes?.bounds.nominalMs).toBe(3 * 3_600_000);
    expect(slow.drain).toMatchObject({ availableAtLeast: 2, completes: { span: { nominalMs: 3 * 3_600_000 } } });
    const crashing = forecastOf("starts in 5s, crashes after 5s x12, then starts in 5s");
    expect(crashing.rollout?.completes).toBeDefined();
    const missing = forecastOf("image missing 20 times");
    expect(missing.firstDeployment.completes?.bounds.nominalMs).toBeGreaterThan(3_600_000);
  });

  describe("of a pull of which nobody says how long it takes", () => {
    const spec = "replicas: 2\n  progressDeadlineSeconds: 60";
    const textsOf = (text: string, on = assumptions): readonly string[] => {
      const workload = readWorkload(text, on);
      return workloadRows(workload, forecastWorkload(workload, on)).flatMap(({ text: said }) =>
        /image|pull/.test(said) ? said : [],
      );
    };

    it("says where it comes on top, and what is left for it", () =>
      expect(textsOf(deployment(spec, "starts in 5s"))).toEqual([
        expect.stringMatching(/^\S+ once the image is on the node, /),
        expect.stringMatching(/, at least \d+s to spare for image pulls$/),
        expect.stringMatching(/: the default timeout of 5m has at least 4m\d+s to spare for image pulls$/),
        expect.stringMatching(/: the default timeout of 5m has at least 4m\d+s to spare for image pulls$/),
        expect.stringMatching(/^all 2 available .*, plus the image pull;/),
      ]));

    const never = container.replace("image: a", "image: a, imagePullPolicy: Never");
    it.each([
      ["the scenario says it", deployment(spec, "image takes 12s, starts in 5s"), assumptions],
      [
        "the assumptions say it",
        deployment(spec, "starts in 5s"),
        { ...assumptions, imagePull: { minMs: 0, maxMs: 9 } },
      ],
      ["there is none", deployment(spec, "starts in 5s", never), assumptions],
    ])("is silent where %s", (_, text, on) => expect(textsOf(text, on)).toEqual([]));
  });

  it("goes on for as long as pods become available, however many there are", () => {
    const text = deployment(
      "replicas: 100\n  minReadySeconds: 30\n  strategy: {rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}",
      "starts in 60s",
    );
    const exact = assume({ timing: "ideal" });
    const rollout = forecastWorkload(readWorkload(text, exact), exact).rollout;
    expect(rollout).toMatchObject({ stuckAt: undefined, completes: { span: { nominalMs: 100 * 90_000 } } });
    expect(rolloutOf(text)?.stuckAt).toBeUndefined();
  });

  it("does not play what takes too many steps, and says so", () => {
    const exact = assume({ timing: "ideal" });
    const of = (replicas: number) =>
      readWorkload(
        deployment(
          `replicas: ${replicas}\n  strategy: {rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}`,
          "starts in 20s",
        ),
        exact,
      );
    const [few, many] = [of(100), of(501)];
    expect(forecastWorkload(few, exact).crash).toBeDefined();
    const forecast = forecastWorkload(many, exact);
    expect(forecast.crash).toBeUndefined();
    expect(workloadRows(many, forecast)).toContainEqual({
      id: "crash",
      what: "if the new version crashes",
      text: "not predicted: 501 pods, replaced one at a time, crash too often to be simulated",
    });
  });

  it("expects no progress for as long as a pod may take to be ready, images to be pulled included", () => {
    const text = deployment(
      "replicas: 3\n  strategy: {rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}",
      "starts in 1s",
      "- {name: app, image: a}",
    );
    const { pod, rollout, crash } = forecastWorkload(readWorkload(text, assumptions), assumptions);
    expect(rollout?.quietMs).toBeGreaterThan((pod.ready?.bounds.latestMs ?? 0) - 1000);
    expect(crash?.rollout.completes?.bounds.latestMs).toBe(rollout?.completes?.bounds.latestMs);
  });

  it("says how long a rollout takes and what is to spare, as people ask", () => {
    const rows = rowsOf(
      deployment(
        "replicas: 10\n  minReadySeconds: 30\n  strategy: {rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}",
        "starts in 55s, stops in 15s",
      ),
    );
    expect(rows).toMatchInlineSnapshot(`
      {
        "Helm 3 --wait": "needs --timeout 16m plus the image pulls; the default 5m gives up at 3 of 10",
        "Helm 4 --wait": "needs --timeout 17m plus the image pulls; the default 5m gives up at 3 of 10",
        "available": "always 10; up to 12 pods at a time (1 surge, 1 that takes 15s to stop)",
        "deadline": "progressDeadlineSeconds 600: at most 1m8s without progress, at least 8m50s to spare for image pulls",
        "drain of a node": "4 pods gone after 16–18s, at least 6 of 10 available; all 10 available again after 1m29s–1m31s",
        "endpoints": "no traffic from web within 2s; the endpoint stays as terminating until the containers have stopped",
        "first deployment": "all 10 available after 1m29s–1m31s, plus the image pull; Helm 3 --wait returns after 1m–1m2s; Helm 4 --wait returns after 1m29s–1m31s",
        "if the new version crashes after 1m20s": "stuck at 1 of 10 updated, the old pods serve; never reported as failed: each short Ready counts as progress (every 6m50s, deadline 10m)",
        "pod deleted": "SIGTERM within 2s, gone after 15–19s (grace period 30s)",
        "rollback": "a version that never starts stays at 1 of 10 with 10 available; the old template is back within 2s",
        "rollout": "14m50s–15m10s once the image is on the node, one pod at a time, each available 1m29s–1m31s after it is created",
        "scale": "to 20: all available after 1m30s–1m31s; to 5: the others have stopped after 15–16s",
      }
    `);
  });

  it("says that a version which never becomes ready is stuck, and when that is reported", () => {
    const rollout = rolloutOf(deployment("replicas: 4\n  progressDeadlineSeconds: 60", "fails readiness"));
    expect(rollout).toMatchObject({ completes: undefined, stuckAt: { updated: 2, of: 4 }, availableAtLeast: 3 });
    // The deadline and up to a second, after the new pods were created.
    expect(rollout?.deadlineExceeded?.span.earliestMs).toBeGreaterThanOrEqual(60_000);
    expect(rollout?.deadlineExceeded?.span.latestMs).toBeLessThanOrEqual(63_000);
  });

  it("says that a start longer than the deadline is reported as failed and completes all the same", () => {
    const rollout = rolloutOf(deployment("replicas: 2\n  progressDeadlineSeconds: 60", "starts in 5m"));
    expect(rollout?.deadlineExceeded).toBeDefined();
    expect(rollout?.completes).toBeDefined();
  });

  it("completes also where no deadline watches it", () => {
    const unwatched = deployment("replicas: 3\n  progressDeadlineSeconds: 2147483647", "starts in 20s");
    expect(rolloutOf(unwatched)).toMatchObject({ stuckAt: undefined, deadlineExceeded: undefined });
  });

  it("says that each short Ready of a crash loop renews the default deadline", () => {
    const crashing = "starts in 20s, crashes after 45s";
    const usual = rolloutOf(deployment("replicas: 3\n  minReadySeconds: 60", crashing));
    expect(usual).toMatchObject({ deadlineExceeded: undefined, stuckAt: { updated: 1, of: 3 } });
    const short = rolloutOf(deployment("replicas: 3\n  minReadySeconds: 60\n  progressDeadlineSeconds: 90", crashing));
    expect(short?.deadlineExceeded?.span.nominalMs).toBeGreaterThan(90_000);
  });

  describe("of which runs end in different ways", () => {
    const probed = "- {name: app, image: a, readinessProbe: {httpGet: {port: 80}, periodSeconds: 10}}";
    const recreate = "replicas: 2\n  progressDeadlineSeconds: 60\n  strategy: {type: Recreate}";

    it("says in how many it completes, and where it stays in the others", () => {
      const pulling = { ...assumptions, imagePull: { minMs: 0, maxMs: 30_000 } } as const;
      const text = deployment(recreate, "starts in 5m, crashes after 5m25s", probed);
      const workload = readWorkload(text, pulling);
      const forecast = forecastWorkload(workload, pulling);
      expect(forecast.rollout).toMatchObject({ completes: undefined, stuckAt: { updated: 2, of: 2 }, runs: 20 });
      expect(rolloutOutlook(forecast)).toBe("varies");
      expect(rolloutFigures(workload, forecast)).toMatchInlineSnapshot(`
        [
          {
            "text": "completes in 18 of 20 runs",
            "what": "Rollout",
          },
          {
            "text": "≥ 0 of 2",
            "what": "Serving",
          },
          {
            "text": "exceeded",
            "what": "Deadline",
          },
          {
            "text": "≥ 17m in 18 of 20 runs",
            "what": "Helm 3 --timeout",
          },
        ]
      `);
      expect(workloadRows(workload, forecast).slice(0, 4)).toMatchInlineSnapshot(`
        [
          {
            "id": "rollout",
            "text": "completes in 18 of 20 runs, after 5m5s–16m30s; in the others all 2 updated, but not available together after 43m10s",
            "what": "rollout",
          },
          {
            "id": "deadline",
            "text": "progressDeadlineSeconds 60: reported as failed (ProgressDeadlineExceeded) after 1m–1m1s",
            "what": "deadline",
          },
          {
            "id": "available",
            "text": "for a while none of 2; Service web has no usable endpoint for 5m–7m25s",
            "what": "available",
          },
          {
            "id": "waiter",
            "text": "returns in 18 of 20 runs, after 5m5s–16m30s; in the others it times out",
            "what": "Helm 3 --wait",
          },
        ]
      `);
    });

    it("says the same of a scale, a first deployment, a drain, and the way back", () => {
      const pulling = { ...assumptions, imagePull: { minMs: 0, maxMs: 30_000 } } as const;
      const rowOf = (text: string, what: string): string | undefined => {
        const workload = readWorkload(text, pulling);
        return workloadRows(workload, forecastWorkload(workload, pulling)).find((row) => row.what === what)?.text;
      };
      const crashing = deployment("replicas: 2", "starts in 5m, crashes after 5m25s", probed);
      expect(rowOf(crashing, "scale")).toBe(
        "to 4: all available in 10 of 20 runs, after 10m30s–22m40s; in the others never all available; to 1: the others have stopped within 2s",
      );
      const set = deployment("replicas: 3\n  minReadySeconds: 20", "starts in 20s, crashes after 48s", probed);
      expect(rowOf(set.replace("kind: Deployment", "kind: StatefulSet"), "drain of a node")).toMatch(
        /all 3 available again in \d+ of 20 runs, (?:after|within) /,
      );
    });

    it("says in how many it is reported as failed, and that it may be where none was", () => {
      const oneByOne = "replicas: 3\n  strategy: {rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}";
      const deadline = (seconds: number) =>
        rowsOf(deployment(`${oneByOne}\n  progressDeadlineSeconds: ${seconds}`, "starts in 55s", probed))["deadline"];
      expect(deadline(60)).toMatchInlineSnapshot(
        `"progressDeadlineSeconds 60: reported as failed (ProgressDeadlineExceeded) in 18 of 20 runs, after 1m–3m5s; the rollout goes on and completes later"`,
      );
      expect(deadline(65)).toMatchInlineSnapshot(
        `"progressDeadlineSeconds 65: up to 1m7s without progress, so it may be reported as failed (ProgressDeadlineExceeded)"`,
      );
      expect(deadline(80)).toMatchInlineSnapshot(
        `"progressDeadlineSeconds 80: at most 1m8s without progress, at least 12s to spare for image pulls"`,
      );
    });
  });

  it("says that Recreate leaves nobody to serve for as long as the old pods stop and the new ones start", () => {
    const rows = rowsOf(deployment("replicas: 2\n  strategy: {type: Recreate}", "starts in 20s, stops in 15s"));
    expect(rows["available"]).toBe("for a while none of 2; Service web has no usable endpoint for 20–21s");
  });

  it("says why a paused one rolls out nothing", () => {
    expect(rowsOf(deployment("paused: true", "runs"))["rollout"]).toBe(
      "paused: a change of the template replaces no pods",
    );
  });
});

describe("the forecast of a StatefulSet", () => {
  const set = (spec: string, scenario: string): string =>
    deployment(spec, scenario).replace("kind: Deployment", "kind: StatefulSet");

  it("goes from the highest ordinal down, one after the other", () => {
    const { rollout } = rowsOf(set("replicas: 3", "starts in 20s, stops in 8s"));
    expect(rollout).toMatchInlineSnapshot(
      `"1m27s–1m34s once the image is on the node, one pod at a time, from the highest ordinal down, each available 20–22s after it is created"`,
    );
  });

  it("stays at the first broken pod", () => {
    expect(rolloutOf(set("replicas: 3", "fails readiness"))).toMatchObject({ stuckAt: { updated: 1, of: 3 } });
  });

  it("updates from the partition on only", () => {
    expect(
      rolloutOf(set("replicas: 3\n  updateStrategy: {rollingUpdate: {partition: 2}}", "runs"))?.completes,
    ).toBeDefined();
    expect(rowsOf(set("replicas: 3\n  updateStrategy: {type: OnDelete}", "runs"))["rollout"]).toContain("OnDelete");
  });
});

describe("the forecast of a shutdown", () => {
  const stopping = (scenario: string, app: string) => {
    const workload = readWorkload(deployment("replicas: 1", scenario, app), assumptions);
    return forecastWorkload(workload, assumptions).shutdown;
  };

  it("has preStop inside the grace period, then SIGTERM, then SIGKILL", () => {
    const app = "- {name: app, image: a, lifecycle: {preStop: {sleep: {seconds: 5}}}}";
    const { preStop, sigterm, sigkill, gone, isKilled } = stopping("ignores SIGTERM", app);
    expect([preStop, sigterm, sigkill].map((span) => span?.nominalMs)).toEqual([5000, 5000, 30_000]);
    expect(gone?.nominalMs).toBeGreaterThanOrEqual(30_000);
    expect(isKilled).toBe(true);
  });

  it("counts what the command of a hook sleeps in every number, as it counts a sleep of the kubelet", () => {
    const app = (hook: string) =>
      `- {name: app, image: a, readinessProbe: {tcpSocket: {port: 5672}, periodSeconds: 5}, lifecycle: {preStop: ${hook}}}`;
    const rowsWith = (hook: string) =>
      rowsOf(
        `kind: StatefulSet\nspec:\n  replicas: 3\n  template:\n    spec:\n      terminationGracePeriodSeconds: 120\n      containers:\n      # cadence: app: stops in 10s\n      ${app(hook)}\n`,
      );
    const rows = rowsWith("{exec: {command: [sleep, '60']}}");
    expect(rows["rollout"]).toMatch(/^3m30s–/);
    expect(rows["pod deleted"]).toMatch(/^preStop ends after 1m–1m2s, SIGTERM after 1m–1m2s, gone after 1m10s–/);
    expect(rows).toEqual(rowsWith("{sleep: {seconds: 60}}"));
  });

  it("says that the grace period cuts a hook off", () => {
    const app = "- {name: app, image: a, lifecycle: {preStop: {exec: {command: [sleep, '35']}}}}";
    const [row] = shutdownRows(
      { ...readWorkload(deployment("replicas: 1", "runs", app), assumptions) },
      stopping("runs", app),
    );
    expect(row?.text).toMatch(/^preStop is cut off after 30–.*; the grace period of 30s is not enough$/);
  });

  it("ends when the container has stopped", () => {
    const { gone, isKilled, sigkill } = stopping("stops in 8s", container);
    expect(gone).toMatchObject({ nominalMs: 8000, earliestMs: 8000 });
    expect({ isKilled, sigkill: sigkill?.nominalMs }).toEqual({ isKilled: false, sigkill: 30_000 });
  });
});

describe("changes of the size, ways back, and drained nodes", () => {
  const probed = "- {name: app, image: a, readinessProbe: {tcpSocket: {port: 80}, periodSeconds: 5}}";
  const statefulSet = (spec: string): string =>
    `kind: StatefulSet\nspec:\n  replicas: 3\n  ${spec}\n  template:\n    spec:\n      containers:\n      # cadence: app: starts in 20s, stops in 8s\n      ${probed}\n`;
  const exact = assume({ timing: "ideal" });
  const forecastOf = (text: string, ...budgets: readonly BudgetSpec[]) => {
    const workload = { ...readWorkload(text, exact), budgets };
    return forecastWorkload(workload, exact);
  };

  it("starts the pods of an ordered StatefulSet one after the other, those of a Parallel one together", () => {
    expect(forecastOf(statefulSet("podManagementPolicy: OrderedReady")).scale?.up.completes?.bounds.nominalMs).toBe(
      60_000,
    );
    expect(forecastOf(statefulSet("podManagementPolicy: Parallel")).scale?.up.completes?.bounds.nominalMs).toBe(20_000);
  });

  it("says what happens in the other runs", () => {
    const exact20s = { span: exactly(20_000), bounds: exactly(20_000) };
    const some = (runs: number) => ({ completes: undefined, completesIn: { runs, ...exact20s }, runs: 20 });
    const stuck = { updated: 1, availableAtLeast: 2, left: ["web-2"], afterDeletion: undefined };
    const base = forecastOf(statefulSet("podManagementPolicy: OrderedReady"));
    const rowOf = (changed: Partial<WorkloadForecast>, what: string) =>
      changeRows({ ...base, scale: undefined, rollback: undefined, drain: undefined, ...changed }).find(
        (row) => row.what === what,
      )?.text;
    const helped = { runs: 2, span: exactly(0), bounds: exactly(0) };
    expect(rowOf({ rollback: { ...stuck, ...some(17), afterDeletionIn: helped } }, "rollback")).toBe(
      "a version that never starts stays at 1 of 3 with 2 available; the old template is back in 17 of 20 runs, after 20s; in the others the old template alone does not help: delete web-2, then it is back in 2 of 3 runs, immediately",
    );
    const drain = { pods: 2, left: undefined, leftIn: some(15).completesIn, availableAtLeast: 1, ...some(15) };
    const refusal = "The disruption budget web needs 2 healthy pods";
    const refused = { refusedRuns: 9, refusedMs: 45_000, refusal, fails: false };
    expect(rowOf({ drain: { ...drain, ...refused } }, "drain of a node")).toBe(
      "2 pods gone in 15 of 20 runs, after 20s, evictions refused for up to 45s in 9 of 20 runs, at least 1 of 3 available; all 3 available again in 15 of 20 runs, after 20s; in the others it never ends: The disruption budget web needs 2 healthy pods",
    );
  });

  it("says which pod to delete where the old template alone does not help", () => {
    const { rollback } = forecastOf(statefulSet("podManagementPolicy: OrderedReady"));
    expect(rollback).toMatchObject({ updated: 1, availableAtLeast: 2, completes: undefined, left: ["web-2"] });
    expect(rollback?.afterDeletion?.bounds.nominalMs).toBe(20_000);
  });

  it("goes back at once where pods need no deletion", () => {
    const { rollback } = forecastOf(deployment("replicas: 4", "starts in 20s", probed));
    expect(rollback).toMatchObject({ updated: 2, availableAtLeast: 3, left: [] });
    expect(rollback?.completes?.bounds.nominalMs).toBe(20_000);
  });

  it("says when all are available again after a drain, in every run, and not when the last old pod is gone", () => {
    const drainOf = (text: string) => forecastWorkload(readWorkload(text, assumptions), assumptions).drain;
    const ordered = drainOf(statefulSet("podManagementPolicy: OrderedReady"));
    expect(ordered?.completes?.bounds.nominalMs).toBe(28_000);
    for (const replicas of [3, 4, 7, 10]) {
      const drain = drainOf(deployment(`replicas: ${replicas}`, "starts in 5s, stops in 25s", probed));
      expect(drain?.left?.bounds.nominalMs).toBe(25_000);
      expect(drain?.completes?.bounds.nominalMs).toBe(5000);
    }
  });

  it("waits for readiness gates that a controller sets, which those of the version before have", () => {
    const gated = (scenario: string): string =>
      deployment("replicas: 3", "starts in 5s", probed).replace(
        "      containers:\n",
        `      readinessGates: [{conditionType: example.com/lb}]\n      # cadence: ${scenario}\n      containers:\n`,
      );
    const { rollout } = forecastOf(gated("at 40s readiness gates are true"));
    expect(rollout).toMatchObject({ completes: { span: { nominalMs: 120_000 } }, availableAtLeast: 3 });
    // Where nobody says when they are set, they are.
    const unsaid = forecastOf(gated("expect rollout within 5m")).rollout;
    expect(unsaid?.completes?.bounds.latestMs).toBeLessThan(40_000);
    expect(unsaid?.availableAtLeast).toBe(3);
  });

  it("drains as fast as a budget lets it, which may be never", () => {
    const text = deployment("replicas: 6", "starts in 20s, stops in 8s", probed);
    const allow = (count: number): BudgetSpec => ({
      name: "web",
      minAvailable: undefined,
      maxUnavailable: { count },
      unhealthyPodEvictionPolicy: "IfHealthyBudget",
    });
    expect(forecastOf(text).drain).toMatchObject({ pods: 2, refusedMs: 0, availableAtLeast: 4 });
    expect(forecastOf(text, allow(1)).drain).toMatchObject({ refusedMs: 25_000, availableAtLeast: 5 });
    expect(forecastOf(text, allow(0)).drain).toMatchObject({
      left: undefined,
      refusal: "The disruption budget web needs 6 healthy pods and has 6 currently",
      fails: false,
    });
  });

  it("asks a budget for pods in the middle of their crash loop, which a policy may let go", () => {
    const text = deployment("replicas: 2", "crashes after 20s");
    const drainOf = (unhealthyPodEvictionPolicy: BudgetSpec["unhealthyPodEvictionPolicy"]) => {
      const budget = { name: "web", minAvailable: { count: 1 }, maxUnavailable: undefined, unhealthyPodEvictionPolicy };
      const workload = { ...readWorkload(text, assumptions), budgets: [budget] };
      return forecastWorkload(workload, assumptions).drain;
    };
    const [protective, lenient] = [drainOf("IfHealthyBudget"), drainOf("AlwaysAllow")];
    expect(protective?.availableAtLeast).toBe(0);
    expect(protective?.refusedRuns).toBeGreaterThan((protective?.runs ?? 0) / 2);
    expect(lenient?.refusedRuns).toBeLessThan((lenient?.runs ?? 0) / 2);
    expect(lenient?.left?.bounds.latestMs).toBeLessThan(300_000);
  });

  it("fails where two budgets select the same pods", () => {
    const text = deployment("replicas: 6", "starts in 20s, stops in 8s", probed);
    const none = { minAvailable: undefined, maxUnavailable: { count: 1 } } as const;
    const budgets = ["web", "all"].map((name) => ({
      ...none,
      name,
      unhealthyPodEvictionPolicy: "IfHealthyBudget" as const,
    }));
    const forecast = forecastOf(text, ...budgets);
    expect(forecast.drain).toMatchObject({ left: undefined, fails: true });
    expect(changeRows(forecast).find(({ what }) => what === "drain of a node")?.text).toBe(
      "fails: This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.",
    );
  });
});

describe("the end of a pod", () => {
  const exact = assume({ timing: "ideal" });

  it("has no traffic, but of a Service that publishes addresses which are not ready", () => {
    const services = [
      { name: "web", publishNotReadyAddresses: false },
      { name: "peers", publishNotReadyAddresses: true },
    ];
    const shutdown = forecastShutdown(readWorkload(deployment("replicas: 2", "runs"), exact), exact);
    const workload = { ...readWorkload(deployment("replicas: 2", "runs"), exact), services };
    const endpoints = shutdownRows(workload, shutdown).find(({ what }) => what === "endpoints")?.text;
    expect(endpoints).toBe(
      "no traffic from web immediately; the endpoint stays as terminating until the containers have stopped; traffic from peers until the containers have stopped (publishNotReadyAddresses)",
    );
  });

  it("is killed when its sidecar is, and not when one would be whose app ignores SIGTERM, too", () => {
    const text = deployment("replicas: 1", "stops in 3s").replace(
      "      containers:\n",
      "      # cadence: proxy: ignores SIGTERM\n      initContainers: [{name: proxy, image: a, restartPolicy: Always}]\n      containers:\n",
    );
    const { isKilled, sigkill } = forecastShutdown(readWorkload(text, exact), exact);
    expect({ isKilled, sigkill }).toMatchObject({ isKilled: true, sigkill: { nominalMs: 30_000 } });
  });
});

describe("a load balancer that sends requests to a deleted pod", () => {
  const exact = assume({ timing: "ideal" });
  const requestsOf = (container: string): string | undefined => {
    const workload = { ...readWorkload(deployment("replicas: 2", "runs", container), exact), trafficDelayMs: 30_000 };
    const rows = workloadRows(workload, forecastWorkload(workload, exact));
    return rows.find(({ what }) => what === "requests")?.text;
  };

  it("has its requests cut from SIGTERM on", () => {
    expect(requestsOf("- {name: app, image: a}")).toBe(
      "still come for 30s after the deletion (trafficDelay); cut for up to 30s, from SIGTERM on: add a preStop sleep of 30s or more",
    );
    expect(requestsOf("- {name: app, image: a, lifecycle: {preStop: {sleep: {seconds: 12}}}}")).toContain(
      "cut for up to 18s",
    );
  });

  it("has none cut if a preStop hook lasts longer", () => {
    const slow =
      "- {name: app, image: a, lifecycle: {preStop: {sleep: {seconds: 30}}}}\n      terminationGracePeriodSeconds: 60";
    expect(requestsOf(slow)).toBe(
      "still come for 30s after the deletion (trafficDelay); none is cut, because SIGTERM comes later",
    );
  });
});
