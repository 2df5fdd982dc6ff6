import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { type CodeAction, CodeActionKind } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { solveAnswer } from "../../../../server/features/actions/solve.ts";
import type { ResolvedAction } from "../../../../server/features/core/feature.ts";
import { requestedKinds } from "../../../../server/features/requests/requests.ts";
import type { GoalKind } from "../../../../shared/forecast/solve/solve-model.ts";
import { type SolveAnswer, solveAnswerSchema, solveCommandSchema } from "../../../../shared/protocol/pod/solve.ts";
import { parseMessage } from "../../../../shared/protocol/values/parse.ts";
import { contextOf, diagnosticsOf, host, type Situation } from "../harness.ts";

const goals = /^(?:Allow|Detect|Restart) /;

/** What is offered at `$0` of those that this feature knows. */
async function actionsAt(written: string, situation: Situation): Promise<CodeAction[]> {
  const offset = written.indexOf("$0");
  const context = await contextOf(written.replace("$0", ""), situation);
  const at = context.document.positionAt(offset);
  const wants = requestedKinds([CodeActionKind.Refactor]);
  const actions = await host.codeActions(
    context,
    { range: { start: at, end: at }, diagnostics: [], wants },
    () => false,
  );
  return actions.filter(({ title }) => goals.test(title));
}

const withCommands: Situation = { client: { commandLinks: true } };

async function titlesAt(written: string, situation: Situation = withCommands): Promise<string[]> {
  return (await actionsAt(written, situation)).map(({ title }) => title);
}

/** The text after the action with that title, in an editor that cannot ask. */
async function written(text: string, title: string, situation: Situation = {}): Promise<string> {
  const actions = await actionsAt(text, situation);
  const action = actions.find((each) => each.title === title);
  const changes = action?.edit?.changes?.["file:///w/pod.yaml"];
  if (changes === undefined) throw new Error(`no "${title}" among ${actions.map((each) => each.title).join(", ")}`);
  const after = TextDocument.applyEdits(
    TextDocument.create("file:///w/pod.yaml", "yaml", 1, text.replace("$0", "")),
    changes,
  );
  const found = await diagnosticsOf(after, situation);
  expect(found.filter(({ severity }) => severity === 1)).toEqual([]);
  return after;
}

/** The answer to what the client asks after the action at `$0`, over the wire and back. */
async function answered(text: string, kind: GoalKind, amount: number): Promise<SolveAnswer | null | undefined> {
  const [action] = (await actionsAt(text, withCommands)).filter(
    ({ command }) => parseMessage(solveCommandSchema, command?.arguments?.[0], "command").value?.kind === kind,
  );
  const asked = parseMessage(solveCommandSchema, action?.command?.arguments?.[0], "command").value;
  if (asked === undefined) throw new Error(`nothing of kind ${kind} is offered`);
  const context = await contextOf(text.replace("$0", ""));
  const { uri, document, place } = asked;
  const answer: unknown = JSON.parse(
    JSON.stringify(solveAnswer(context, { uri, document, place, goal: { kind, amount } })),
  );
  return parseMessage(solveAnswerSchema, answer, "answer").value;
}

function deployment(...lines: readonly string[]): string {
  const header =
    "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  selector: {matchLabels: {app: web}}\n";
  const template = "  template:\n    metadata: {labels: {app: web}}\n    spec:\n      containers:\n";
  return `${header}${template}${lines.map((line) => `      ${line}\n`).join("")}`;
}

const handler = "    httpGet: {path: /, port: 80}";
const image = "  image: example/app";
const startup = ["  startupProbe:", handler];
const liveness = ["  livenessProbe:", handler];
const readiness = ["  readinessProbe:", handler];

const start = "Allow 45s to start…";
const hang = "Detect a hang within 20s…";
const restarts = "Restart at most 10 times per hour…";

describe("where goals are offered", () => {
  it.each<[place: string, lines: readonly string[], titles: readonly string[]]>([
    [
      "a container with all probes",
      ["- $0name: app", image, ...startup, ...liveness, ...readiness],
      [start, hang, restarts],
    ],
    ["a container with liveness", ["- name: a$0pp", image, ...liveness], [start, hang, restarts]],
    ["a container with readiness", ["- name: a$0pp", image, ...readiness], [hang]],
    ["a container without probes", ["- name: a$0pp", image], []],
    ["its image", ["- name: app", "  image: exa$0mple/app", ...liveness], []],
    ["startup", ["- name: app", image, "  startup$0Probe:", handler, ...liveness], [start]],
    ["liveness", ["- name: app", image, "  liveness$0Probe:", handler], [start, hang, restarts]],
    [
      "liveness after startup",
      ["- name: app", image, ...startup, "  livenessProbe:", `$0${handler}`],
      [hang, restarts],
    ],
    [
      "readiness",
      ["- name: app", image, ...liveness, "  readinessProbe:", "$0    httpGet: {path: /, port: 80}"],
      [hang],
    ],
    [
      "a patient start",
      ["- name: app", image, "  startup$0Probe:", handler, "    failureThreshold: 90"],
      ["Allow 30m to start…"],
    ],
    [
      "a fast liveness",
      ["- name: app", image, "  liveness$0Probe:", handler, "    periodSeconds: 1", "    failureThreshold: 1"],
      ["Allow 10s to start…", restarts],
    ],
    ["a slow start", ["- name: a$0pp # cadence: starts in 80s", image, ...startup], ["Allow 3m to start…", restarts]],
    [
      "a template",
      ["- name: app", image, "  liveness$0Probe:", handler, "    failureThreshold: {{ .Values.failures }}"],
      [],
    ],
    ["broken text", ["- name: app", image, "  liveness$0Probe:", handler, "    failureThreshold: [3"], []],
  ])("%s", async (_, lines, titles) => {
    expect(await titlesAt(deployment(...lines))).toEqual(titles);
  });

  test("not in a patch, where numbers can come from elsewhere, unless it says them all", async () => {
    const patch = (fields: string) =>
      `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  template:\n    spec:\n      containers:\n      - name: app\n        startupProbe:\n          periodSeconds: 10$0\n${fields}`;
    expect(await titlesAt(patch(""))).toEqual([]);
  });

  test("at the back-off of a kubelet, if another one is possible", async () => {
    const kubelet = (line: string) =>
      `apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n${line}\n`;
    expect(await titlesAt(kubelet("crashLoopBackOff: {maxContainer$0RestartPeriod: 30s}"))).toEqual([
      "Restart at most 50 times per hour…",
    ]);
    expect(await titlesAt(kubelet("crashLoop$0BackOff: {maxContainerRestartPeriod: 300s}"))).toEqual([]);
    expect(await titlesAt(kubelet("maxPods: 11$00"))).toEqual([]);
  });

  test("only when refactorings are asked for", async () => {
    const context = await contextOf(deployment("- name: app", image, ...liveness), withCommands);
    const at = context.document.positionAt(context.document.getText().indexOf("name: app"));
    const asked = { range: { start: at, end: at }, diagnostics: [], wants: requestedKinds(["quickfix"]) };
    const actions = await host.codeActions(context, asked, () => false);
    expect(actions).toEqual([]);
  });
});

describe("an editor that asks for the edit when somebody chooses", () => {
  const lazy: Situation = { client: { lazyEdits: true } };
  const text = deployment("- name: a$0pp", image, ...liveness);

  /** What the action with that title comes to in a text that may have changed since. */
  async function chosen(title: string, now = text): Promise<ResolvedAction | undefined> {
    const action = (await actionsAt(text, lazy)).find((each) => each.title === title);
    const data: unknown = JSON.parse(JSON.stringify(action?.data));
    return host.resolveAction(await contextOf(now.replace("$0", "")), data);
  }

  test("gets titles without a search", async () => {
    const actions = await actionsAt(text, lazy);
    expect(actions.map(({ title, edit }) => [title, edit])).toEqual([
      ["Allow 45s to start", undefined],
      ["Detect a hang within 20s", undefined],
      ["Restart at most 10 times per hour", undefined],
    ]);
  });

  test("gets the edit of the smallest change, which stands in the title elsewhere", async () => {
    const eager = (await actionsAt(text, {})).find(({ title }) => title.startsWith("Allow 45s to start: "));
    expect(eager?.edit).toBeDefined();
    expect(await chosen("Allow 45s to start")).toEqual({ edit: eager?.edit });
  });

  test("is told why there is nothing to write", async () => {
    const now = deployment("- name: app", image, ...liveness, "    periodSeconds: 600");
    const reason = "Already met: 3 restarts in the worst hour.";
    expect(await chosen("Restart at most 10 times per hour", now)).toEqual({ reason });
  });

  test("is told nothing of what is gone, or is not ours", async () => {
    expect(await chosen("Allow 45s to start", "kind: ConfigMap\n")).toBeUndefined();
    expect(host.resolveAction(await contextOf(text), { uri: "file:///w/pod.yaml" })).toBeUndefined();
  });
});

describe("an editor that cannot ask gets the smallest change for the amount in the title", () => {
  test("a number in its place, with its comment", async () => {
    const text = deployment(
      "- name: app",
      image,
      "  startup$0Probe:",
      handler,
      "    failureThreshold: 9 # as measured",
      "    periodSeconds: 5",
    );
    expect(await written(text, "Allow 1m30s to start: failureThreshold: 20")).toBe(
      deployment(
        "- name: app",
        image,
        "  startupProbe:",
        handler,
        "    failureThreshold: 20 # as measured",
        "    periodSeconds: 5",
      ),
    );
  });

  test("numbers that are not written yet", async () => {
    const text = deployment("- name: app", image, "  startup$0Probe:", "    # slow", handler, "  ports: []");
    expect(await written(text, "Allow 45s to start: failureThreshold: 6")).toBe(
      deployment(
        "- name: app",
        image,
        "  startupProbe:",
        "    # slow",
        handler,
        "    failureThreshold: 6",
        "  ports: []",
      ),
    );
  });

  test("a startup probe, in the style of the other probe", async () => {
    const text = deployment("- name: a$0pp", image, ...liveness, "    timeoutSeconds: 3 # slow disk");
    expect(await written(text, "Allow 45s to start: startupProbe with failureThreshold: 6")).toBe(
      deployment(
        "- name: app",
        image,
        ...liveness,
        "    timeoutSeconds: 3 # slow disk",
        "  startupProbe:",
        "    httpGet: {path: /, port: 80}",
        "    timeoutSeconds: 3",
        "    failureThreshold: 6",
      ),
    );
  });

  test("in flow style, and in a file with Windows' line ends", async () => {
    const text = deployment("- {name: a$0pp, image: x, livenessProbe: {tcpSocket: {port: 80}}}").replaceAll(
      "\n",
      "\r\n",
    );
    expect(await written(text, "Allow 45s to start: startupProbe with failureThreshold: 6")).toBe(
      text
        .replace("$0", "")
        .replace("{port: 80}}}", "{port: 80}}, startupProbe: {tcpSocket: {port: 80}, failureThreshold: 6}}"),
    );
    const block = deployment("- name: app", image, "  startup$0Probe:", handler).replaceAll("\n", "\r\n");
    expect(await written(block, "Allow 45s to start: failureThreshold: 6")).toBe(
      deployment("- name: app", image, ...startup, "    failureThreshold: 6").replaceAll("\n", "\r\n"),
    );
  });

  test("in JSON and in an item of a List", async () => {
    const probe = { httpGet: { path: "/", port: 80 }, failureThreshold: 9 };
    const pod = {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "web" },
      spec: { containers: [{ name: "app", image: "x", startupProbe: probe }] },
    };
    const text = JSON.stringify({ apiVersion: "v1", kind: "List", items: [pod] }, undefined, 2);
    const marked = text.replace('"failureThreshold"', '"failure$0Threshold"');
    expect(await written(marked, "Allow 3m to start: failureThreshold: 20")).toBe(
      text.replace('"failureThreshold": 9', '"failureThreshold": 20'),
    );
  });

  test("not where the probe stands under an anchor that others use", async () => {
    const text = deployment(
      "- name: app",
      image,
      "  startupProbe: &probe",
      handler,
      "- name: other",
      image,
      "  startup$0Probe: *probe",
    );
    expect(await titlesAt(text, {})).toEqual([]);
  });

  test("a kubelet's maximum", async () => {
    const text =
      "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\ncrashLoop$0BackOff:\n  maxContainerRestartPeriod: 30s\n";
    expect(await written(text, "Restart at most 50 times per hour: maxContainerRestartPeriod: 1m30s")).toBe(
      text.replace("$0", "").replace("30s", '"1m30s"'),
    );
  });

  test("a kubelet's maximum, with its gate where that is off", async () => {
    const text =
      "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\ncrashLoop$0BackOff: {}\nfeatureGates:\n  ReduceDefaultCrashLoopBackOffDecay: true # fast\n";
    const action = "Restart at most 30 times per hour: maxContainerRestartPeriod: 3m, KubeletCrashLoopBackOffMax: true";
    expect(await written(text, action, { overrides: { kubernetes: "1.34" } })).toBe(
      text
        .replace("$0BackOff: {}", 'BackOff: {maxContainerRestartPeriod: "3m"}')
        .replace("# fast\n", "# fast\n  KubeletCrashLoopBackOffMax: true\n"),
    );
  });

  test("a kubelet's maximum inside of a ConfigMap", async () => {
    const text = `apiVersion: v1
kind: ConfigMap
metadata: {name: kubelet-config}
data:
  kubelet: |
    apiVersion: kubelet.config.k8s.io/v1beta1
    kind: KubeletConfiguration
    featureGates: {ReduceDefaultCrashLoopBackOffDecay: true}
    crashLoop$0BackOff: {maxContainerRestartPeriod: 60s}
    maxPods: 50
`;
    expect(await written(text, "Restart at most 30 times per hour: maxContainerRestartPeriod: 3m")).toBe(
      text.replace("$0", "").replace("60s", '"3m"'),
    );
  });
});

describe("an editor that asks gets all ways, and what they cost", () => {
  const patient = deployment("- name: app", image, "  startup$0Probe:", handler);

  test("with edits of the version that it has", async () => {
    const answer = await answered(patient, "start", 180_000);
    expect(answer?.version).toBe(1);
    expect(answer?.solutions.map(({ writes, where }) => `${where}: ${writes}`)).toEqual([
      "startupProbe: failureThreshold: 20",
      "startupProbe: periodSeconds: 5, failureThreshold: 40",
      "startupProbe: periodSeconds: 2, failureThreshold: 100",
      "startupProbe: periodSeconds: 15, failureThreshold: 15",
    ]);
    const [, second] = answer?.solutions ?? [];
    const after = TextDocument.applyEdits(TextDocument.create("", "yaml", 1, patient.replace("$0", "")), [
      ...(second?.edits ?? []),
    ]);
    expect(after).toBe(
      deployment("- name: app", image, ...startup, "    periodSeconds: 5", "    failureThreshold: 40"),
    );
  });

  test("with the warnings that a way would bring", async () => {
    const answer = await answered(patient, "start", 900_000);
    const warning = "adds a warning: The startup probe allows more time than the Deployment waits";
    expect(answer?.solutions.map(({ effects }) => effects.at(-1))).toEqual([warning, warning, warning, warning]);
  });

  test("or the reason why there is none", async () => {
    const answer = await answered(deployment("- name: a$0pp", image, ...liveness), "hang", 1000);
    expect(answer?.solutions).toEqual([]);
    expect(answer?.reason).toMatch(/^Not possible, even with .*\(hang: SIGTERM in 1–2s/);
  });

  describe("on the sample of a slow start, whose expectations record the crash loop", () => {
    const sample = readFileSync(new URL("../../../../examples/slow-start.yaml", import.meta.url), "utf8");
    const text = sample.replace("livenessProbe:", "liveness$0Probe:");

    test("a longer start is offered, with the expectations that will fail", async () => {
      expect(await titlesAt(text)).toContain("Allow 3m to start…");
      const answer = await answered(text, "start", 180_000);
      expect(answer?.reason).toBe("");
      expect(answer?.solutions[0]).toMatchObject({
        writes: "startupProbe with failureThreshold: 20",
        effects: expect.arrayContaining([
          expect.stringMatching(/^must start within 3m/),
          "`expect crash loop within 10m` will fail",
          "`expect restarts >= 6 within 30m` will fail",
        ]),
      });
    });

    test("so it is where the editor cannot ask", async () => {
      expect(await titlesAt(text, {})).toContain("Allow 3m to start: startupProbe with failureThreshold: 20");
    });

    test("an expectation that fails already, or goes on to hold, costs nothing", async () => {
      const kept = text.replace("expect crash loop within 10m", "expect phase Running within 10m");
      const failing = kept.replace("expect restarts >= 6 within 30m", "expect phase Succeeded within 10m");
      const answer = await answered(failing, "start", 180_000);
      expect(answer?.solutions[0]?.effects.filter((effect) => effect.includes("expect"))).toEqual([]);
    });
  });

  test("the reason is the true one: a faster probe would kill the start", async () => {
    const slow = deployment("- name: a$0pp # cadence: starts in 19s", image, ...liveness);
    const answer = await answered(slow, "hang", 3_000);
    expect(answer?.solutions).toEqual([]);
    expect(answer?.reason).toBe("Not possible: a probe that fast kills a start that takes 19s.");
  });

  test("the reason is the true one: an edit here changes another container, too", async () => {
    const shared = deployment(
      "- name: app",
      image,
      "  startupProbe: &probe",
      handler,
      "- name: other",
      image,
      "  startup$0Probe: *probe",
    );
    const answer = await answered(shared, "start", 180_000);
    expect(answer?.reason).toBe("Add failureThreshold: 20 by hand: an edit here would also change other places.");
  });

  test("and nothing where the container is gone", async () => {
    const context = await contextOf(deployment("- name: app", image));
    const place = { kind: "container", path: ["spec", "template", "spec", "containers", 3] } as const;
    const goal = { kind: "start", amount: 60_000 } as const;
    expect(solveAnswer(context, { uri: "", document: 0, place, goal })).toBeNull();
    expect(solveAnswer(context, { uri: "", document: 7, place, goal })).toBeNull();
  });

  test("the title, the question and the amount", async () => {
    const [, , action] = await actionsAt(deployment("- name: a$0pp", image, ...liveness), withCommands);
    expect(parseMessage(solveCommandSchema, action?.command?.arguments?.[0], "command").value).toEqual({
      uri: "file:///w/pod.yaml",
      document: 0,
      place: { kind: "container", path: ["spec", "template", "spec", "containers", 0] },
      kind: "restarts",
      title: "Restart at most 10 times per hour…",
      prompt: "Maximum restarts of app per hour while it hangs",
      preset: "10",
    });
  });
});

describe("goals of a workload", () => {
  const web = (...lines: readonly string[]) =>
    `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n${lines.map((line) => `  ${line}\n`).join("")}` +
    "  selector: {matchLabels: {app: web}}\n  template:\n    metadata: {labels: {app: web}}\n    spec:\n      containers:\n" +
    "      - name: app # cadence: starts in 20s\n        image: example/app\n        readinessProbe:\n          tcpSocket: {port: 80}\n";
  const workloadGoals = /^(?:Finish rollouts|Keep at least) /;

  async function offered(written: string): Promise<string[]> {
    const offset = written.indexOf("$0");
    const context = await contextOf(written.replace("$0", ""), withCommands);
    const at = context.document.positionAt(offset);
    const asked = { range: { start: at, end: at }, diagnostics: [], wants: requestedKinds([CodeActionKind.Refactor]) };
    const actions = await host.codeActions(context, asked, () => false);
    return actions.map(({ title }) => title).filter((title) => workloadGoals.test(title));
  }

  async function solvedFor(text: string, kind: "rollout" | "available", amount: number) {
    const context = await contextOf(text);
    const uri = "file:///w/pod.yaml";
    const answer = solveAnswer(context, {
      uri,
      document: 0,
      place: { kind: "workload", path: [] },
      goal: { kind, amount },
    });
    return parseMessage(solveAnswerSchema, JSON.parse(JSON.stringify(answer)), "answer").value;
  }

  it("are offered where its rollout is decided: what is slower or lower than it has to be", async () => {
    expect(await offered(web("repl$0icas: 10"))).toEqual([
      "Finish rollouts within 20s…",
      "Keep at least 9 of 10 available…",
    ]);
    expect(await offered(web("replicas: 4", "strat$0egy: {rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}"))).toEqual([
      expect.stringMatching(/^Finish rollouts within \d+m?\d*s?…$/),
    ]);
    expect(await offered(web("replicas: 10", "re$0visionHistoryLimit: 3"))).toEqual([]);
  });

  it("answers with the smallest numbers that finish a rollout in time, and what each costs", async () => {
    const text = web(
      "replicas: 4",
      "minReadySeconds: 10",
      "strategy: {rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}",
    );
    const answer = await solvedFor(text, "rollout", 60_000);
    expect(answer?.solutions.map(({ writes, where }) => `${where}: ${writes}`)).toEqual([
      "strategy: maxSurge: 4",
      "strategy: maxUnavailable: 3",
    ]);
    const [surge, unavailable] = answer?.solutions ?? [];
    expect(surge?.effects[0]).toMatch(/^rollout .* \(now rollout .*\)$/);
    expect(surge?.effects).toContainEqual(
      expect.stringMatching(/^up to \d pods at a time \(now up to \d pods at a time\)$/),
    );
    expect(unavailable?.effects).toContain("at least 1 of 4 available (now at least 4 of 4 available)");
  });

  it("keeps pods available, adds a surge where nothing else moves the rollout, and leaves the comments alone", async () => {
    const text = web("replicas: 4", "strategy: # kept", "  rollingUpdate: {maxSurge: 0, maxUnavailable: 2}");
    const answer = await solvedFor(text, "available", 4);
    expect(answer?.solutions.map(({ writes }) => writes)).toEqual(["maxUnavailable: 0, maxSurge: 1"]);
    const document = TextDocument.create("file:///w/pod.yaml", "yaml", 1, text);
    const after = TextDocument.applyEdits(document, [...(answer?.solutions[0]?.edits ?? [])]);
    expect(after).toContain("strategy: # kept\n    rollingUpdate: {maxSurge: 1, maxUnavailable: 0}");
  });

  it("says why there is no way", async () => {
    expect((await solvedFor(web("replicas: 4"), "available", 5))?.reason).toBe("There are only 4 pods.");
    expect((await solvedFor(web("replicas: 4"), "rollout", 5000))?.reason).toContain("finishes the rollout within 5s");
    expect((await solvedFor(web("replicas: 4"), "rollout", 3_600_000))?.reason).toMatch(
      /^This is already so: rollout /,
    );
  });
});
