import { describe, expect, test } from "vitest";
import { newestVersion } from "../../../shared/kubernetes/versions.ts";
import { hoverAt, type Situation } from "./harness.ts";

/** The gaps between the columns of tables are left out of what is expected. */
async function checkHover(written: string, expected: string, situation: Situation = {}): Promise<void> {
  const text = await hoverAt(written, situation);
  expect(text?.replaceAll("&nbsp;&nbsp; |", " |")).toBe(expected.trim());
}

async function checkFirstLine(written: string, expected: string | RegExp, situation: Situation = {}): Promise<void> {
  const [first] = (await hoverAt(written, situation))?.split("\n") ?? [];
  if (typeof expected === "string") expect(first).toBe(expected);
  else expect(first).toMatch(expected);
}

const assumed = `Kubernetes ${newestVersion} · gates default · kubelet configuration: default`;
const restartDocs =
  "[How Pods handle problems with containers](https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#container-restarts)";
const probeDocs =
  "[Liveness, readiness, and startup probes](https://kubernetes.io/docs/tasks/configure-pod-container/configure-liveness-readiness-startup-probes/)";

function pod(...containerLines: readonly string[]): string {
  return `apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec:\n  containers:\n${containerLines.map((line) => `  ${line}\n`).join("")}`;
}

const observedStatus = `status:
  phase: Running
  containerStatuses:
  - name: app
    restartCount: 3
    state: {terminated: {exitCode: 3, reason: Error, startedAt: "2026-11-21T12:09:45Z", finishedAt: "2026-11-21T12:09:55Z"}}
    lastState: {terminated: {exitCode: 3, reason: Error, startedAt: 2026-11-21T12:09:08Z, finishedAt: 2026-11-21T12:09:18Z}}
`;

describe("container", () => {
  const expected = `
No restarts, as long as app keeps running; a hang is never noticed.

If app keeps crashing, it restarts immediately, then after 10s, 20s, 40s … up to 5m.

${assumed} · timing without the kubelet's loops

${restartDocs}`;
  /** Under a status, the condition of the manifest is left out. */
  const afterStatus = expected.slice(expected.indexOf("If app keeps"));

  // The loops of the kubelet are the engine's subject; here the spans are bare, so that they do not change with it.
  const ideal = { overrides: { timing: "ideal" } } as const;
  test("on its name", () => checkHover(pod("- name: a$0pp", "  image: x"), expected, ideal));
  test("on the key of its name", () => checkHover(pod("- na$0me: app", "  image: x"), expected, ideal));
  test("on the dash of its entry", () => checkHover(pod("$0- name: app", "  image: x"), expected, ideal));
  test("with what a status says was observed, first", () =>
    checkHover(
      `${pod("- name: a$0pp", "  image: x:1")}${observedStatus}`,
      `Observed at 2026-11-21 12:09:55 UTC (latest time in the status): is in a crash loop, waits since 12:09:55 (exit code 3 after 10s, 3 restarts), next start 12:10:35–12:10:58 UTC. Back-off: 40s, from the gap before its last run.

Fix: the log says why: kubectl logs web --previous.

After: if it fails again, it waits 1m20s next, until a run lasts 10m.

- Run 4: ran 10s from 2026-11-21 12:09:45 UTC, exit code 3
- Run 3: ran 10s from 2026-11-21 12:09:08 UTC, exit code 3

${afterStatus}`,
      ideal,
    ));
  test("with what a status says of the pod, where no container has one", () =>
    checkHover(
      `${pod("- name: a$0pp", "  image: x:1")}status: {phase: Failed, reason: Evicted, startTime: "2026-11-21T12:09:55Z"}\n`,
      `Observed at 2026-11-21 12:09:55 UTC (latest time in the status): failed, Evicted.\n\n${afterStatus}`,
      ideal,
    ));
  test("not on its other fields", async () => {
    expect(await hoverAt(pod("- name: app", "  ima$0ge: x"))).toBeUndefined();
  });

  test("with a link to the simulator for a client that has it", async () => {
    const text = await hoverAt(pod("- name: a$0pp"), { client: { commandLinks: true } });
    const [, argument = ""] = /\[Simulate pod\]\(command:podCadence\.simulatePod\?([^)]*)\)/.exec(text ?? "") ?? [];
    const reference = { uri: "file:///w/pod.yaml", kind: "Pod", name: "web", namespace: "default", ordinal: 0 };
    expect(JSON.parse(decodeURIComponent(argument))).toEqual([reference]);
  });

  test("what its scenario makes of it", () =>
    checkFirstLine(pod("- name: a$0pp # cadence: crashes x5, then runs"), /^app crashes 5 times, then keeps running/));

  test("how long faults may be, where a probe looks for them", async () => {
    const probe = "  livenessProbe: {tcpSocket: {port: 80}}";
    expect(await hoverAt(pod("- name: a$0pp", probe))).toContain(
      "\n\nSurvives: start 20s · hang 20s · answers 900ms · stop 29s\n\n",
    );
    expect(await hoverAt(pod("- name: a$0pp"))).not.toContain("Survives");
  });

  test("whose crash restarts all containers: nothing waits, so there is nothing to see in kubectl", async () => {
    const rule = "{action: RestartAllContainers, exitCodes: {operator: NotIn, values: [0]}}";
    const written = pod("- name: a$0pp", "  restartPolicy: Never", `  restartPolicyRules: [${rule}]`);
    const text = await hoverAt(written);
    expect(text).toContain("If app keeps crashing, all containers restart each time, without a back-off.");
    expect(text).not.toContain("kubectl shows");
  });
});

describe("probe", () => {
  const target = "    httpGet: {path: /, port: 80}";
  test("liveness", () =>
    checkHover(
      pod("- name: app", "  liveness$0Probe:", target),
      `
If it hangs, it gets SIGTERM after 21–31s and is ready again after 21s–1m1s. It must start within 20s, or the liveness probe kills it.

| Event | Earliest | Latest |
|---|---|---|
| End of startup budget | 20s | 30s |
| Hang to SIGTERM | 21s | 31s |
| Hang to container exit | 21s | 1m1s |
| Hang to back in service | 21s | 1m1s |

Runs for as long as the container does. After failureThreshold consecutive failures the kubelet kills the container; restartPolicy decides what follows. If omitted, hangs are never detected.

${probeDocs}`,
    ));

  test("readiness, on a field of it", () =>
    checkHover(
      pod("- name: app", "  readinessProbe:", target, "    period$0Seconds: 5"),
      `
If the container hangs, Services stop sending it traffic after 11–16s. A readiness probe never restarts it.

| Event | Earliest | Latest |
|---|---|---|
| Hang to no traffic | 11s | 16s |

| periodSeconds | Change | From → to |
|---|---|---|
| 5 → 6 | Hang to no traffic | 11–16s → 13–19s |
| 5 → 4 | Hang to no traffic | 11–16s → 9–13s |

Time between two attempts. 0 is treated as 10.

integer (seconds) · default \`10\` · at least 1

${probeDocs}`,
    ));

  test("readiness, with gaps between the columns where Markdown is drawn, and none in plain text", async () => {
    const text = pod("- name: app", "  readiness$0Probe:", target);
    expect(await hoverAt(text)).toContain("| Hang to no traffic&nbsp;&nbsp; | 21s&nbsp;&nbsp; | 31s |\n");
    const plain = await hoverAt(text, { client: { markdown: false } });
    expect(plain).toContain("| Hang to no traffic | 21s | 31s |\n");
    expect(plain).not.toContain("&nbsp;");
  });

  test("readiness, as a list where tables are not drawn", async () => {
    const text = pod("- name: app", "  readiness$0Probe:", target);
    const shown = await hoverAt(text, { client: { tables: false } });
    expect(shown).toContain("Event · Earliest · Latest\n\n- Hang to no traffic · 21s · 31s\n");
  });
  test("startup", () =>
    checkHover(
      pod("- name: app", "  startup$0Probe:", target, "    failureThreshold: 30"),
      `
It must start within 4m50s, or the startup probe kills it.

| Event | Earliest | Latest |
|---|---|---|
| End of startup budget | 4m50s | 5m |

Runs until it succeeds once; until then, the other probes do not run. After failureThreshold consecutive failures the kubelet kills the container; restartPolicy decides what follows. If omitted, the container counts as started immediately.

${probeDocs}`,
    ));
});

describe("restart policy and rules", () => {
  const crash = "If app keeps crashing, it restarts immediately, then after 10s, 20s, 40s … up to 5m.";
  const always = `The kubelet restarts a container after every exit. ${crash}`;
  test.each([
    ["of the pod", "kind: Pod\napiVersion: v1\nspec:\n  restart$0Policy: Always\n  containers:\n  - name: app", always],
    [
      "of the pod, Never",
      "kind: Pod\napiVersion: v1\nspec:\n  restartPolicy: Ne$0ver\n  containers:\n  - name: app",
      "The kubelet does not restart a container.",
    ],
    [
      "of a container with a rule",
      pod(
        "- name: app",
        "  restart$0Policy: Never",
        "  restartPolicyRules:",
        "  - {action: Restart, exitCodes: {operator: In, values: [42]}}",
      ),
      "The kubelet restarts app only where a restart rule says so. If app keeps exiting with 42, it restarts immediately, then after 10s, 20s, 40s … up to 5m.",
    ],
    [
      "of a container",
      pod("- name: app", "  restart$0Policy: OnFailure"),
      `The kubelet restarts app after a failure. Exit code 0 is final. ${crash}`,
    ],
    [
      "the rules",
      pod(
        "- name: app",
        "  restartPolicy: Never",
        "  restart$0PolicyRules:",
        "  - {action: Restart, exitCodes: {operator: In, values: [1]}}",
      ),
      "The first rule that matches the exit code of app applies. If none matches, its restartPolicy applies.",
    ],
    [
      "a rule",
      pod(
        "- name: app",
        "  restartPolicy: Never",
        "  restartPolicyRules:",
        "  - action: Res$0tart",
        "    exitCodes: {operator: In, values: [42, 43]}",
      ),
      "When app exits with 42, 43, the kubelet restarts it, regardless of its restartPolicy.",
    ],
    [
      "a rule for all containers",
      pod(
        "- name: app",
        "  restartPolicy: Never",
        "  restartPolicyRules:",
        "  - action: RestartAll$0Containers",
        "    exitCodes: {operator: NotIn, values: [0]}",
      ),
      "When app exits with any code except 0, the kubelet restarts the container in place, init containers first, without back-off.",
    ],
  ])("%s", (_, text, expected) => checkFirstLine(text, expected));
});

describe("KubeletConfiguration", () => {
  const head = "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n";
  test("the longest delay", () =>
    checkHover(
      `${head}crashLoopBackOff:\n  maxContainer$0RestartPeriod: 30s\n`,
      `
A container in a crash loop on this node backs off 0s 10s 20s 30s 30s … (default maximum: 5m).

| 110 pods in a crash loop, per minute | First 5m | Steady state | Default back-off |
|---|---|---|---|
| Restarts | 207 ± 7 | 176 | 22 ± 1 |
| Status writes, after merging and limits | 389 | 349 | 43 |
| Events sent | 757 ± 7 | 198 | 56 ± 5 |

For a container without probes, CrashLoopBackOff is in the status less than 1% of the time, so alerts that look for it (KubePodCrashLooping) stay silent.

Maximum back-off before a container restarts, from 1s to 300s. A value below the initial back-off also lowers the initial back-off. The default applies only while the feature gate is enabled (by default from 1.35). While the gate is disabled, the field must be omitted.

duration with a unit, such as 30s or 1h30m · default \`5m0s\` · 1s–300s

since 1.32 · feature gate \`KubeletCrashLoopBackOffMax\` (beta, on by default)

Kubernetes ${newestVersion} · gates default · kubelet configuration: this file

[KubeletConfiguration](https://kubernetes.io/docs/reference/config-api/kubelet-config.v1beta1/)`,
    ));

  test.each([
    ["crashLoop$0BackOff: {maxContainerRestartPeriod: 30s}", "0s 10s 20s 30s 30s …"],
    ["featureGates: {ReduceDefaultCrashLoop$0BackOffDecay: true}", "0s 1s 2s 4s 8s 16s 32s 1m4s … 5m"],
    ["featureGates: {KubeletCrashLoopBack$0OffMax: true}", "0s 10s 20s 40s 1m20s 2m40s 5m 5m …"],
  ])("%s", async (text, curve) => {
    expect(await hoverAt(head + text)).toContain(`backs off ${curve} (`);
  });

  test("one that is refused", async () => {
    const refused = `${head}crashLoopBackOff: {maxContainer$0RestartPeriod: 30m}`;
    await checkFirstLine(refused, "A kubelet with this configuration does not start, so no containers run.");
    expect(await hoverAt(refused)).toContain("kubelet configuration: this file\n");
  });
});

describe("scenario comment", () => {
  test("what comes of it", () =>
    checkFirstLine(pod("- name: app # cadence: crashes x5, th$0en runs"), /^app crashes 5 times, then keeps running/));
  test("not on another comment", async () => {
    expect(await hoverAt(pod("- name: app # th$0e app"))).toBeUndefined();
  });
});
