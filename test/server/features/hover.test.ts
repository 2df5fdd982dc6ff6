import { describe, expect, test } from "vitest";
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

const assumed = "Kubernetes 1.37 · gates default · kubelet configuration: default";
const restartDocs =
  "[How Pods handle problems with containers](https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#container-restarts)";
const probeDocs =
  "[Liveness, readiness and startup probes](https://kubernetes.io/docs/tasks/configure-pod-container/configure-liveness-readiness-startup-probes/)";

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
If app keeps crashing, it restarts at once, then after 10s, 20s, 40s … 5m from then on.

| what | earliest | latest |
|---|---|---|
| crashing at once: restart 1 | 0s | 0s |
| crashing at once: restart 2 | 10s | 10s |
| crashing at once: restart 3 | 30s | 30s |
| crashing at once: restart 4 | 1m10s | 1m10s |

kubectl shows \`Error\` (after exit code 0 \`Completed\`) for most of a wait of up to 60s; \`CrashLoopBackOff\` is visible only in the longer ones.

${assumed} · timing without the kubelet's loops

${restartDocs}`;

  // The loops of the kubelet are the engine's subject; here the spans are bare, so that they do not change with it.
  const ideal = { overrides: { timing: "ideal" } } as const;
  test("on its name", () => checkHover(pod("- name: a$0pp", "  image: x"), expected, ideal));
  test("on the key of its name", () => checkHover(pod("- na$0me: app", "  image: x"), expected, ideal));
  test("on the dash of its entry", () => checkHover(pod("$0- name: app", "  image: x"), expected, ideal));
  test("with what a status says was observed", () =>
    checkHover(
      `${pod("- name: a$0pp", "  image: x")}${observedStatus}`,
      expected.replace(
        "\n\nKubernetes 1.37",
        `

Observed at 2026-11-21 12:09:55 UTC, the latest time in the status: waits after crash, next try in 40s – 1m 3s; 3 restarts. Back-off: 40s, by the gap before its last run.

- run 4 ran 10s from 2026-11-21 12:09:45 UTC, exit code 3
- run 3 ran 10s from 2026-11-21 12:09:08 UTC, exit code 3

Kubernetes 1.37`,
      ),
      ideal,
    ));
  test("with what a status says of the pod, where no container has one", () =>
    checkHover(
      `${pod("- name: a$0pp", "  image: x")}status: {phase: Failed, reason: Evicted, startTime: "2026-11-21T12:09:55Z"}\n`,
      expected.replace(
        "\n\nKubernetes 1.37",
        `

Observed at 2026-11-21 12:09:55 UTC, the latest time in the status: failed, Evicted.

Kubernetes 1.37`,
      ),
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
    checkFirstLine(pod("- name: a$0pp # cadence: crashes x5, then runs"), /^app crashes x5, then runs: 5 restarts/));

  test("what kubectl shows when no wait is long", async () => {
    const files = {
      "/w/.pod-cadence.yaml": "kubeletConfiguration: kubelet.yaml",
      "/w/kubelet.yaml":
        "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\ncrashLoopBackOff: {maxContainerRestartPeriod: 30s}",
    };
    const text = await hoverAt(pod("- name: a$0pp"), { files });
    expect(text).toContain("for most of this wait; `CrashLoopBackOff` may never be visible.");
    expect(text).toContain("Kubernetes 1.37 · gates default · kubelet configuration: kubelet.yaml");
  });

  test("whose crash restarts all containers: nothing waits, so there is nothing to see in kubectl", async () => {
    const rule = "{action: RestartAllContainers, exitCodes: {operator: NotIn, values: [0]}}";
    const written = pod("- name: a$0pp", "  restartPolicy: Never", `  restartPolicyRules: [${rule}]`);
    const text = await hoverAt(written);
    expect(text?.split("\n")[0]).toBe(
      "If app keeps crashing, all containers restart at once, each time: there is no back-off.",
    );
    expect(text).not.toContain("kubectl shows");
  });

  test("what kubectl shows of an old kubelet", async () => {
    const text = await hoverAt(pod("- name: a$0pp"), { overrides: { kubernetes: "1.34" } });
    expect(text).toContain("for the first 10–16s of a wait, and `CrashLoopBackOff` only then.");
  });
});

describe("probe", () => {
  const target = "    httpGet: {path: /, port: 80}";
  test("liveness", () =>
    checkHover(
      pod("- name: app", "  liveness$0Probe:", target),
      `
If it hangs, it gets SIGTERM after 21–31s and serves again after 21s – 1m1s. It must answer within 20s of its start, or the liveness probe kills it.

| what | earliest | latest |
|---|---|---|
| killed if it has not answered | 20s | 30s |
| hang → SIGTERM | 21s | 31s |
| hang → container dead | 21s | 1m1s |
| hang → serves again | 21s | 1m1s |

Asks as long as the container runs. When it fails failureThreshold times in a row the container is stopped, and restarted as its restartPolicy says. Omitted: a hang is never noticed.

${assumed}

${probeDocs}`,
    ));

  test("readiness, on a field of it", () =>
    checkHover(
      pod("- name: app", "  readinessProbe:", target, "    period$0Seconds: 5"),
      `
If it hangs, it leaves the endpoints of its Services after 11–16s; this probe never restarts it.

| what | earliest | latest |
|---|---|---|
| hang → out of its Services | 11s | 16s |

| periodSeconds | what changes | from → to |
|---|---|---|
| 5 → 6 | hang → out of its Services | 11–16s → 13–19s |
| 5 → 4 | hang → out of its Services | 11–16s → 9–13s |

Time from one attempt to the next. 0 counts as 10.

whole number of seconds · default \`10\` · at least 1

${assumed}

${probeDocs}`,
    ));

  test("readiness, with gaps between the columns where Markdown is drawn, and none in plain text", async () => {
    const text = pod("- name: app", "  readiness$0Probe:", target);
    expect(await hoverAt(text)).toContain("| hang → out of its Services&nbsp;&nbsp; | 21s&nbsp;&nbsp; | 31s |\n");
    const plain = await hoverAt(text, { client: { markdown: false } });
    expect(plain).toContain("| hang → out of its Services | 21s | 31s |\n");
    expect(plain).not.toContain("&nbsp;");
  });
  test("startup", () =>
    checkHover(
      pod("- name: app", "  startup$0Probe:", target, "    failureThreshold: 30"),
      `
It must answer within 4m50s of its start, or the startup probe kills it.

| what | earliest | latest |
|---|---|---|
| killed if it has not answered | 4m50s | 5m |

Asks until it succeeds once; until then the other probes wait. When it fails failureThreshold times in a row the container is restarted. Omitted: the container counts as started at once.

${assumed}

${probeDocs}`,
    ));
});

describe("restart policy and rules", () => {
  const crash = "If app keeps crashing, it restarts at once, then after 10s, 20s, 40s … 5m from then on.";
  const always = `A container that ends is started again, whatever its exit code. ${crash}`;
  test.each([
    ["of the pod", "kind: Pod\napiVersion: v1\nspec:\n  restart$0Policy: Always\n  containers:\n  - name: app", always],
    [
      "of the pod, Never",
      "kind: Pod\napiVersion: v1\nspec:\n  restartPolicy: Ne$0ver\n  containers:\n  - name: app",
      "A container that ends is not started again.",
    ],
    [
      "of a container",
      pod("- name: app", "  restart$0Policy: OnFailure"),
      `app that fails is started again; exit code 0 is final. ${crash}`,
    ],
    [
      "the rules",
      pod(
        "- name: app",
        "  restartPolicy: Never",
        "  restart$0PolicyRules:",
        "  - {action: Restart, exitCodes: {operator: In, values: [1]}}",
      ),
      "The first rule that matches the exit code of app decides; without a match its restartPolicy does.",
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
      "When app exits with 42, 43, it is started again, whatever its restartPolicy says.",
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
      "When app exits with any code but 0, the container is restarted in place, init containers first, without a back-off.",
    ],
  ])("%s", (_, text, expected) => checkFirstLine(text, expected));
});

describe("KubeletConfiguration", () => {
  const head = "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n";
  test("the longest delay", () =>
    checkHover(
      `${head}crashLoopBackOff:\n  maxContainer$0RestartPeriod: 30s\n`,
      `
A container that keeps crashing on this node waits 0s 10s 20s 30s 30s …; by default the wait grows to 5m.

| 110 pods that crash at once, per minute | at most 30s | by default |
|---|---|---|
| restarts | 176 | 22 |
| writes to the API server | 352 | 44 |
| events recorded → sent | 704 → 226 | 161 → 56 |

Upper bound of the restart back-off, 1s to 300s; also lowers the initial delay when it is shorter than that. The default is filled in only while the gate is on (default on from 1.35). With the gate off the field must be absent.

duration with its unit, such as 30s or 1h30m · default \`5m0s\` · 1s to 300s

since 1.32 · gate \`KubeletCrashLoopBackOffMax\` (beta, on by default)

Kubernetes 1.37 · gates default · kubelet configuration: this file

[KubeletConfiguration](https://kubernetes.io/docs/reference/config-api/kubelet-config.v1beta1/)`,
    ));

  test.each([
    ["crashLoop$0BackOff: {maxContainerRestartPeriod: 30s}", "0s 10s 20s 30s 30s …"],
    ["featureGates: {ReduceDefaultCrashLoop$0BackOffDecay: true}", "0s 1s 2s 4s 8s 16s 32s 1m4s … 5m"],
    ["featureGates: {KubeletCrashLoopBack$0OffMax: true}", "0s 10s 20s 40s 1m20s 2m40s 5m 5m …"],
  ])("%s", async (text, curve) => {
    expect(await hoverAt(head + text)).toContain(`waits ${curve};`);
  });

  test("one that is refused", async () => {
    const refused = `${head}crashLoopBackOff: {maxContainer$0RestartPeriod: 30m}`;
    await checkFirstLine(refused, "A kubelet with this configuration does not start, so no container restarts.");
    expect(await hoverAt(refused)).toContain("kubelet configuration: this file\n");
  });
});

describe("scenario comment", () => {
  test("what comes of it", () =>
    checkFirstLine(pod("- name: app # cadence: crashes x5, th$0en runs"), /^app crashes x5, then runs: 5 restarts/));
  test("not on another comment", async () => {
    expect(await hoverAt(pod("- name: app # th$0e app"))).toBeUndefined();
  });
});
