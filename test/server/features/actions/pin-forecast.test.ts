import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import { pinAnswer } from "../../../../server/features/actions/pin-forecast.ts";
import { numRunsOf } from "../../../extent.ts";
import { actionsOf, contextOf, diagnosticsOf, host, type Situation } from "../harness.ts";

interface Pinned {
  readonly text: string;
  readonly message: string | undefined;
}

/** The text after `Pin Forecast` at `$0`, or for the first pod; and what the person is told. */
async function pin(written: string, situation: Situation = {}): Promise<Pinned> {
  const offset = written.indexOf("$0");
  const context = await contextOf(written.replace("$0", ""), situation);
  const position = offset === -1 ? undefined : context.document.positionAt(offset);
  const answer = await pinAnswer(context, { uri: context.document.uri, position });
  const edits = answer?.edits.map(({ range, newText }) => ({ range, newText })) ?? [];
  return { text: TextDocument.applyEdits(context.document, edits), message: answer?.message };
}

/** Lines that were not there, as they stand. */
function newLines(before: string, after: string): string[] {
  const known = new Set(before.replace("$0", "").split("\n"));
  return after.split("\n").filter((line) => !known.has(line));
}

async function failing(text: string): Promise<string[]> {
  const found = await diagnosticsOf(text);
  return found.flatMap(({ code, message }) => (code === "expectation-failed" ? [String(message)] : []));
}

const pod = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
  - name: app  # cadence: crashes after 1m x3, then starts in 20s
    image: registry.example/app
    readinessProbe:
      httpGet: {path: /, port: 80}
`;

describe("what is pinned", () => {
  test("stands above the containers, and is told", async () => {
    const { text, message } = await pin(pod);
    expect(text).toBe(
      pod.replace(
        "  containers:\n",
        `  # cadence: expect ready within 2s
  # cadence: expect restarts <= 3 within 30m
  # cadence: expect down at most 1m22s within 30m
  containers:
`,
      ),
    );
    expect(message).toBe("Forecast pinned: 3 expect lines added.");
    expect(await failing(text)).toEqual([]);
    expect(await pin(text)).toEqual({ text, message: "The forecast is already pinned." });
  });

  test.each<[string, string, string[]]>([
    ["runs", "", ["ready within 2s", "restarts <= 0 within 30m"]],
    [
      "runs",
      "livenessProbe: {tcpSocket: {port: 80}}",
      ["ready within 2s", "restarts <= 0 within 30m", "no probe kill within 30m"],
    ],
    ["starts in 40s", "readinessProbe: {tcpSocket: {port: 80}}", ["ready within 52s", "restarts <= 0 within 30m"]],
    [
      "crashes after 20m, then runs",
      "",
      ["ready within 2s", "restarts <= 1 within 30m", "no crash loop within 30m", "down at most 3s within 30m"],
    ],
    [
      "crashes after 1h, then runs",
      "",
      ["ready within 2s", "restarts <= 1 within 3h", "no crash loop within 3h", "down at most 3s within 3h"],
    ],
    ["image missing", "", ["restarts <= 0 within 30m"]],
  ])("%s; %s", async (scenario, probe, expected) => {
    const written = pod
      .replace("crashes after 1m x3, then starts in 20s", scenario)
      .replace(/ {4}readinessProbe:\n.*\n/, probe === "" ? "" : `    ${probe}\n`);
    const { text } = await pin(written);
    expect(newLines(written, text).map((line) => line.replace("  # cadence: expect ", ""))).toEqual(expected);
    expect(await failing(text)).toEqual([]);
  });

  test("names the containers where there are several, and says it once where none restarts", async () => {
    const two = `${pod}  - name: logs\n    image: registry.example/logs\n`;
    expect(newLines(two, (await pin(two)).text)).toEqual([
      "  # cadence: expect ready within 3s",
      "  # cadence: app: expect restarts <= 3 within 30m",
      "  # cadence: logs: expect restarts <= 0 within 30m",
      "  # cadence: expect down at most 1m22s within 30m",
    ]);
    const quiet = two.replace(/ {2}# cadence.*/, "");
    expect(newLines(quiet, (await pin(quiet)).text)).toEqual([
      "  # cadence: expect ready within 3s",
      "  # cadence: expect restarts <= 0 within 30m",
    ]);
  });

  test("watches a pod that makes very much happen for a shorter time, so that it can be judged", async () => {
    const busy = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  restartPolicy: Never
  containers:
  - name: app  # cadence: exits 88
    image: registry.example/app
    restartPolicy: Never
    restartPolicyRules:
    - action: RestartAllContainers
      exitCodes: {operator: In, values: [88]}
`;
    const never = await pin(busy.replace("exits", "starts in 1h, exits"));
    expect(never.message).toBe("Nothing to pin: no expectation holds for this pod.");
    const often = busy.replace("exits 88", "exits 88 after 500ms");
    const { text } = await pin(often);
    expect(newLines(often, text).join()).toMatch(/expect restarts <= \d+ within 10m/);
    expect(await failing(text)).toEqual([]);
  });
});

describe("what is there already", () => {
  const withLines = (...lines: string[]) =>
    pod.replace("  containers:\n", `${lines.map((line) => `  # cadence: ${line}\n`).join("")}  containers:\n`);

  test("is brought up to date in its place, with its own time, its name and its comparison", async () => {
    const before = withLines(
      "expect ready within 5m",
      "app: expect restarts = 7 within 2m",
      "expect down at most 0s within 10m",
    );
    const { text, message } = await pin(before);
    expect(text).toBe(
      withLines("expect ready within 2s", "app: expect restarts = 1 within 2m", "expect down at most 1m22s within 10m"),
    );
    expect(message).toBe("Forecast pinned: 3 expect lines updated.");
    expect(await pin(text)).toMatchObject({ text });
  });

  test("stays as people wrote it where it says the same", async () => {
    const before = withLines(
      "expect  ready within 2000ms",
      "expect restarts <= 3 within 30 min",
      "expect down at most 82s within 30m",
    );
    expect((await pin(before)).text).toBe(before);
  });

  test("stays where nothing of its kind holds today, and that is told", async () => {
    const { text, message } = await pin(withLines("expect no crash loop within 10m"));
    expect(text).toContain("  # cadence: expect no crash loop within 10m\n");
    expect(message).toBe(
      'Forecast pinned: 3 expect lines added. Not changed, because no number makes it hold: "expect no crash loop within 10m".',
    );
    expect(await failing(text)).toHaveLength(1);
  });

  test("fails when somebody makes the pod worse", async () => {
    const { text } = await pin(pod);
    expect(await failing(text.replace("x3", "x4"))).toHaveLength(2);
    expect(await failing(text.replace("port: 80}", "port: 80}\n      initialDelaySeconds: 15"))).not.toEqual([]);
    expect(await failing(text.replace("starts in 20s", "starts in 90s"))).toHaveLength(1);
    expect(await failing(text.replace("port: 80}", "port: 80}\n      successThreshold: 1"))).toEqual([]);
  });
});

describe("the place", () => {
  const indented = pod.replace(/^/gm, "  ").trimEnd();

  test("is that of the pod at the cursor, in the second document and in a list", async () => {
    const second = `${pod}---\n${pod.replace("kind: Pod", "kind: Pod$0").replace("name: web", "name: shop")}`;
    const { text } = await pin(second);
    expect(text.indexOf("expect")).toBeGreaterThan(text.indexOf("---"));
    const list = `apiVersion: v1\nkind: List\nitems:\n- ${indented.trim()}\n- ${indented.replace("name: app", "name: app$0").trim()}\n`;
    const pinned = await pin(list);
    expect(pinned.text.indexOf("expect")).toBeGreaterThan(list.lastIndexOf("kind: Pod"));
    expect(newLines(list, pinned.text)[0]).toBe("    # cadence: expect ready within 2s");
    expect(await failing(pinned.text)).toEqual([]);
    expect((await pin(pinned.text.replace("name: app", "name: app"))).text).not.toBe(pinned.text);
  });

  test("has the line ends of the file", async () => {
    const { text } = await pin(pod.replaceAll("\n", "\r\n"));
    expect(text).toBe((await pin(pod)).text.replaceAll("\n", "\r\n"));
  });

  test("is found in a custom resource, and above another field where the containers stand behind a dash", async () => {
    const custom = `apiVersion: example.com/v1\nkind: Fleet\nmetadata: {name: a}\nspec:\n  pods:\n  - template:\n      spec:\n        containers:\n        - {name: app, image: registry.example/app}\n`;
    expect((await pin(custom)).text).toContain("      spec:\n        # cadence: expect ready within 2s\n");
    const dash = `apiVersion: example.com/v1\nkind: Fleet\nmetadata: {name: a}\nspec:\n  podSpecs:\n  - containers:\n    - {name: app, image: registry.example/app}\n    restartPolicy: Always\n`;
    const { text } = await pin(dash, { overrides: { podTemplates: { "Fleet.example.com": ["spec.podSpecs[]"] } } });
    expect(text).toContain("registry.example/app}\n    # cadence: expect ready within 2s\n");
  });

  test.each<[string, string, RegExp]>([
    [
      "JSON",
      '{"apiVersion": "v1", "kind": "Pod", "spec": {"containers": [{"name": "app", "image": "a"}]}}',
      /JSON has no comments/,
    ],
    ["a template", pod.replace("web", "{{ .Release.Name }}"), /this is a template/],
    [
      "a patch",
      "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  template:\n    spec:\n      containers:\n      - name: app\n        readinessProbe: {periodSeconds: 5}\n",
      /this is a patch/,
    ],
    ["broken YAML", `${pod}  volumes: [\n`, /the YAML has errors/],
    [
      "braces",
      "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: app, image: registry.example/app}]}\n",
      /a comment cannot be added/,
    ],
    [
      "an alias",
      "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nother: &spec\n  containers:\n  - {name: app, image: registry.example/app}\nspec: *spec\n",
      /a comment cannot be added/,
    ],
  ])("is none in %s, and that is told", async (_, text, reason) => {
    const pinned = await pin(text);
    expect(pinned.text).toBe(text);
    expect(pinned.message).toMatch(reason);
  });
});

describe("the code action", () => {
  const client = { commandLinks: true };

  test.each<[string, number]>([
    ["kind: Pod", 1],
    ["name: web", 1],
    ["containers:", 1],
    ["# cadence:", 1],
    ["image:", 0],
  ])("at %s: %i", async (place, count) => {
    const context = await contextOf(pod, { client });
    const start = context.document.positionAt(pod.indexOf(place));
    const asked = { range: { start, end: start }, diagnostics: [], wants: () => true };
    const actions = await host.codeActions(context, asked, () => false);
    const pins = actions.filter(({ command }) => command?.command === "podCadence.pinForecast");
    expect(pins).toHaveLength(count);
  });

  test("is not offered where the command is not known", async () => {
    const actions = await actionsOf(await contextOf(pod), [], ["refactor"]);
    expect(actions.filter(({ title }) => title.startsWith("Pin"))).toEqual([]);
  });
});

test("whatever the pod does: the lines hold, the text stays readable, and pinning again changes nothing", async () => {
  const seconds = fc.integer({ min: 1, max: 400 });
  const ending = fc.oneof(
    seconds.map((after) => `crashes after ${after}s`),
    seconds.map((after) => `hangs liveness after ${after}s`),
    seconds.map((after) => `completes after ${after}s`),
  );
  const times = fc.integer({ min: 1, max: 6 });
  const scenario = fc
    .tuple(ending, times, fc.constantFrom("runs", "starts in 25s", "crashes after 50s"))
    .map(([end, count, last]) => `${end} x${count}, then ${last}`);
  const probes = fc.subarray(["liveness", "readiness", "startup"]);
  const policy = fc.constantFrom("Always", "OnFailure", "Never");
  const said = fc.subarray([
    "expect ready within 7s",
    "expect restarts = 1 within 4m",
    "expect down at most 3s within 5m",
  ]);
  const eol = fc.constantFrom("\n", "\r\n");
  await fc.assert(
    fc.asyncProperty(scenario, probes, policy, said, eol, async (does, types, restartPolicy, lines, lineEnd) => {
      const text = [
        "apiVersion: v1",
        "kind: Pod",
        "metadata: {name: web}",
        "spec:",
        `  restartPolicy: ${restartPolicy}`,
        "  containers:",
        `  - name: app  # cadence: ${does}`,
        "    image: registry.example/app",
        ...lines.map((line) => `    # cadence: ${line}`),
        ...types.map((type) => `    ${type}Probe: {tcpSocket: {port: 80}, periodSeconds: 5}`),
        "",
      ].join(lineEnd);
      const pinned = await pin(text);
      const left = [...(pinned.message ?? "").matchAll(/"(expect [^"]*)"/g)].length;
      expect(await failing(pinned.text)).toHaveLength(left);
      expect((await diagnosticsOf(pinned.text)).filter(({ code }) => code === "yaml-syntax")).toEqual([]);
      expect((await pin(pinned.text)).text).toBe(pinned.text);
    }),
    {
      numRuns: numRunsOf(20),
      // Ready in some runs, complete before its first probe in others.
      examples: [
        ["completes after 1s x1, then runs", ["startup"], "OnFailure", ["expect down at most 3s within 5m"], "\n"],
        [
          "completes after 1s x1, then runs",
          ["startup", "readiness"],
          "Never",
          ["expect down at most 3s within 5m"],
          "\n",
        ],
      ],
    },
  );
});
