import { describe, expect, test } from "vitest";
import { forecastAnswer } from "../../../../server/features/requests/forecast-answer.ts";
import { podPayload } from "../../../../server/features/requests/pod-payload.ts";
import { rolloutPayload } from "../../../../server/features/requests/rollout-payload.ts";
import { newestVersion } from "../../../../shared/kubernetes/versions.ts";
import { contextOf, host, hoverAt, type Situation } from "../harness.ts";

const text = `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec:
  template:
    spec:
      containers:
      - name: app # cadence: crashes x5, then runs
        livenessProbe: {tcpSocket: {port: 80}}
        lifecycle: {preStop: {sleep: {seconds: 3}}}
---
apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: Pod, metadata: {name: one}, spec: {containers: [{name: a}]}}
- {apiVersion: v1, kind: Pod, metadata: {name: two}, spec: {containers: [{name: b}]}}
---
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
crashLoopBackOff: {maxContainerRestartPeriod: 4s}
`;
const uri = "file:///w/pod.yaml";
const web = { uri, kind: "Deployment", name: "web", namespace: "shop", ordinal: 0 };
const one = { uri, kind: "Pod", name: "one", namespace: "default", ordinal: 1 };
const two = { uri, kind: "Pod", name: "two", namespace: "default", ordinal: 2 };

describe("code lenses", () => {
  async function lenses(situation: Situation) {
    return host
      .codeLenses(await contextOf(text, situation))
      .map(({ range, command }) => [range.start.line, command?.title, command?.command, ...(command?.arguments ?? [])]);
  }

  test("stand above each pod and name it", async () => {
    expect(await lenses({ client: { commandLinks: true } })).toEqual([
      [1, "Simulate pod", "podCadence.simulatePod", web],
      [1, "Forecast", "podCadence.showForecast", web],
      [15, "Simulate pod", "podCadence.simulatePod", one],
      [15, "Forecast", "podCadence.showForecast", one],
      [16, "Simulate pod", "podCadence.simulatePod", two],
      [16, "Forecast", "podCadence.showForecast", two],
    ]);
  });
  test("offer the rollout of what replaces its pods, and the panel gets what decides about it", async () => {
    const whole = text
      .replace(
        "spec:\n  template:\n",
        "spec:\n  selector: {matchLabels: {app: a}}\n  template:\n    metadata: {labels: {app: a}}\n",
      )
      .concat("---\napiVersion: v1\nkind: Service\nmetadata: {name: s, namespace: shop}\nspec: {selector: {app: a}}\n");
    const context = await contextOf(whole, { client: { commandLinks: true } });
    const titles = host.codeLenses(context).map(({ command }) => command?.title);
    expect(titles.slice(0, 3)).toEqual(["Simulate pod", "Simulate rollout", "Forecast"]);
    expect(rolloutPayload(context, { uri, reference: web })).toMatchObject({
      pod: { reference: web },
      workload: { name: "web", spec: { kind: "Deployment", replicas: 1 }, services: [{ name: "s" }], budgets: [] },
    });
    expect(rolloutPayload(context, { uri, reference: one })).toBeNull();
    const large = await contextOf(whole.replace("spec:\n", "spec:\n  replicas: 6000\n"));
    const unplayed = "Rollouts are predicted for up to 5,000 pods; this workload has 6,000.";
    expect(rolloutPayload(large, { uri, reference: web })).toEqual({ unplayed });
  });
  test("say first what the status of an object says", async () => {
    const dump =
      'apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: app, image: a}]}\nstatus: {phase: Failed, reason: Evicted, startTime: "2026-11-21T12:09:55Z"}\n';
    const context = await contextOf(dump, { client: { commandLinks: true } });
    expect(host.codeLenses(context).map(({ command }) => command?.title)).toContain("failed (Evicted)");
    expect(forecastAnswer(context, {})?.markdown).toMatch(/^# Pod web\n\nfailed \(Evicted\)\n\nFix: requests near/);
  });
  test("none for a client without the commands", async () => {
    expect(await lenses({})).toEqual([]);
  });
  test("none if the setting says so", async () => {
    expect(await lenses({ client: { commandLinks: true }, display: { codeLens: false } })).toEqual([]);
  });
});

describe("the pod that the panel plays", () => {
  async function played(wanted: Omit<Parameters<typeof podPayload>[1], "uri">) {
    return podPayload(await contextOf(text), { uri, ...wanted });
  }

  test("has everything that the engine needs", async () => {
    const payload = await played({});
    expect(payload).toMatchObject({
      reference: web,
      written: { kind: "Deployment", name: "web", namespace: "shop", spec: { containers: [{ name: "app" }] } },
      specPath: ["spec", "template", "spec"],
      scenarioTexts: [{ text: "crashes x5, then runs", container: "app", source: "comment" }],
      assumptionsText: `Kubernetes ${newestVersion} · gates default · kubelet configuration: default`,
      broken: undefined,
    });
    expect(payload?.locations.map(({ path, range }) => `${path.join(".")} ${range.start.line}`)).toEqual([
      "containers.0 8",
      "containers.0.livenessProbe 9",
      "containers.0.lifecycle.preStop 10",
    ]);
    expect(payload?.fields?.map(({ path, range }) => `${path.join(".")} ${range.start.line}`)).toEqual([
      "containers.0.name 8",
      "containers.0.livenessProbe 9",
    ]);
    expect(payload?.scenarioRanges?.map((range) => range?.start)).toEqual([{ line: 8, character: 29 }]);
  });

  test.each([
    ["no wish", {}, "web"],
    ["a position", { position: { line: 16, character: 5 } }, "two"],
    ["a position before the first pod of its document", { position: { line: 13, character: 0 } }, "one"],
    ["a reference", { reference: two }, "two"],
    ["a reference whose ordinal is outdated", { reference: { ...two, ordinal: 0 } }, "two"],
    ["a reference whose name was edited", { reference: { ...two, name: "gone" } }, "two"],
    ["a reference to a pod that is gone", { reference: { ...two, name: "gone", ordinal: 9 } }, undefined],
    ["a position in a document without pods", { position: { line: 19, character: 0 } }, undefined],
  ])("%s", async (_, wanted, name) => {
    expect((await played(wanted))?.written.name).toBe(name);
  });

  test("of two with the same names is the one with the ordinal", async () => {
    const twins =
      "kind: Pod\napiVersion: v1\nmetadata: {name: a}\nspec: {restartPolicy: Never, containers: [{name: x}]}\n";
    const context = await contextOf(`${twins}---\n${twins.replace("Never", "Always")}`);
    const reference = { uri, kind: "Pod", name: "a", namespace: "default", ordinal: 1 };
    expect(podPayload(context, { uri, reference })?.written.spec).toMatchObject({ restartPolicy: "Always" });
  });

  test("takes load and training from the project file", async () => {
    const project = "load: {pods: 60 idle, nodes: 3}\ntraining: {failuresEvery: 2h, checkpointEvery: 10m}\n";
    const payload = podPayload(await contextOf(text, { files: { "/w/.pod-cadence.yaml": project } }), { uri });
    expect(payload?.load).toEqual({ pods: "60 idle", nodes: 3 });
    expect(payload?.training).toMatchObject({ failuresEveryMs: 7_200_000, checkpointEveryMs: 600_000 });
    const without = await played({});
    expect([without?.load, without?.training]).toEqual([undefined, undefined]);
  });

  test("says what is broken", async () => {
    const broken = podPayload(await contextOf(`${text.slice(0, 200)}\n\tx: [`), { uri });
    expect(broken?.broken).toMatch(/^Line \d+: ./);
  });

  test("says what is refused of it", async () => {
    const pod = (spec: string) => `kind: Pod\napiVersion: v1\nmetadata: {name: a}\nspec: ${spec}\n`;
    const refusedOf = async (spec: string) => podPayload(await contextOf(pod(spec)), { uri })?.refused;
    expect(await refusedOf("{containers: [{name: app, image: web}]}")).toBeUndefined();
    expect(await refusedOf("{restartPolicy: Sometimes, containers: [{name: app, image: web}]}")).toMatch(
      /^The API server \(1\.\d+\) rejects the object: .*Sometimes/,
    );
  });
});

describe("the forecast page", () => {
  test.each([
    [{ line: 5, character: 0 }, "Deployment web", "## app"],
    [{ line: 16, character: 5 }, "Pod two", "## b"],
    [{ line: 19, character: 0 }, "KubeletConfiguration", "0s 4s 4s …"],
  ])("at %o", async (position, title, part) => {
    const answer = forecastAnswer(await contextOf(text), { position });
    expect(answer?.title).toBe(title);
    expect(answer?.markdown).toContain(part);
  });

  test("what an outage costs is said above all containers, and by the hover of one that it reaches", async () => {
    const lines = ["at 5m database is away for 4m", "app: needs database", "log: runs"];
    const cadence = lines.map((line) => `  # cadence: ${line}\n`).join("");
    const written = (app: string, log: string): string =>
      `apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec:\n${cadence}  containers:\n  - name: ${app}\n    image: a\n  - name: ${log}\n    image: b\n`;
    const outage = /\n\nOutage: ready 4?\d.* after database is back at 9m \(back-off of app\)/;
    expect(forecastAnswer(await contextOf(written("app", "log")), {})?.markdown).toMatch(outage);
    expect(await hoverAt(written("a$0pp", "log"))).toMatch(outage);
    expect(await hoverAt(written("app", "lo$0g"))).not.toContain("Outage");
  });

  test("what the pod and its only container have in common is said once", async () => {
    const pod =
      "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec:\n  containers:\n  - name: app # cadence: crashes x5, then runs\n    image: registry.example/app:1\n";
    const page = forecastAnswer(await contextOf(pod), {})?.markdown ?? "";
    expect(page.split("app crashes 5 times, then keeps running")).toHaveLength(2);
    expect(page).toContain("## app\n\n| Event");
  });

  test("nothing where there is no pod", async () => {
    expect(forecastAnswer(await contextOf("a: 1"), {})).toBeNull();
  });
});
