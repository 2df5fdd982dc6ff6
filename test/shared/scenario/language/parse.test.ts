import { describe, expect, test } from "vitest";
import { parseScenario } from "../../../../shared/scenario/language/parse.ts";
import { comment, from, parse, summary } from "../check.ts";

describe("which container", () => {
  test("a comment speaks of the container on its line, or of the one that it names", () => {
    expect(summary(comment("crashes"), comment("log: oom"), comment("db : exits 3"))).toEqual([
      "db: exits 3",
      "log: oom",
      "app: crashes",
    ]);
  });

  test("elsewhere what runs needs a name", () => {
    expect(summary(from("argument", "app: crashes"), from("argument", "crashes x2, then runs"))).toEqual([
      "app: crashes",
      'problem in 1: Add the name of the container, for example "db: crashes x2, then runs".',
    ]);
  });

  test("an expectation without a container is one of the whole pod, and so is every phase", () => {
    expect(
      summary(
        from("argument", "expect ready within 90s"),
        from("argument", "log: expect ready within 90s"),
        comment("expect   ready\twithin  90s"),
        comment("expect phase succeeded within 5 min"),
      ),
    ).toEqual([
      "pod: expect ready within 90s",
      "log: expect ready within 90s",
      "app: expect ready within 90s",
      "pod: expect phase succeeded within 5 min",
    ]);
  });

  test("a name that the pod does not have", () => {
    expect(
      summary(comment("ap: crashes"), comment("web: expect ready within 5s"), comment("sidecar: runs", "aap")),
    ).toEqual([
      'problem in 0: The pod has no container "ap". Did you mean "app"?',
      'problem in 1: The pod has no container "web". It has "db", "log", "app".',
      'problem in 2: The pod has no container "sidecar". It has "db", "log", "app".',
    ]);
  });

  test("a key of the project file that the pod does not have", () => {
    const { problems } = parse({ text: " crashes after 5s ", container: "ap", source: "project" });
    expect(problems).toEqual([
      {
        textIndex: 0,
        start: 1,
        end: 17,
        message: 'The pod has no container "ap". Did you mean "app"?',
        expected: ["db", "log", "app"],
        nearest: "app",
        aboutContainer: true,
      },
    ]);
  });

  test("names that are words of the language, or of JavaScript", () => {
    const containers = ["expect", "runs", "constructor", "__proto__"].map((name) => ({
      name,
      kind: "regular" as const,
    }));
    const texts = containers.map(({ name }) => from("project", `${name}: crashes`));
    const { scenario, problems } = parseScenario(texts, containers);
    expect(problems).toEqual([]);
    expect(Object.keys(scenario.containers)).toEqual(["expect", "runs", "constructor", "__proto__"]);
  });
});

describe("several texts", () => {
  test("add up", () => {
    expect(
      summary(
        comment("crashes x2, then runs"),
        comment("image missing 2 times"),
        comment("expect ready within 90s"),
        comment("expect restarts <= 3 within 10m"),
        comment("at 5m kubelet restarts"),
      ),
    ).toEqual([
      "app: image missing 2 times, then crashes x2, then runs",
      "app: expect ready within 90s",
      "app: expect restarts <= 3 within 10m",
      '{"kind":"kubelet-restart","atMs":300000,"downMs":3000}',
    ]);
  });

  test("a container of which only the image is spoken runs as by default", () => {
    expect(summary(comment("image takes 5s"), comment("db: image takes 5s"))).toEqual([
      "db: image takes 5s, then completes after 1s",
      "app: image takes 5s, then runs",
    ]);
  });

  test("a second one about the same container is a problem at the second", () => {
    const first = comment("crashes");
    const second = comment("app:  starts in 5s, image takes 1s ", "log");
    expect(summary(first, second)).toEqual([
      "app: image takes 1s, then crashes",
      'problem in 1: The behavior of "app" is already described. Only the first text counts. Join both with "," for the same run, or with ", then" for the next run.',
    ]);
    expect(parse(first, second).problems).toMatchObject([{ textIndex: 1, start: 0, end: 34 }]);
  });

  test("a second one about the same image, too", () => {
    expect(summary(comment("image missing"), comment("image takes 1s"))).toEqual([
      "app: image missing, then runs",
      'problem in 1: The image of "app" is already described. Only the first text counts. Join both with "," for the same run, or with ", then" for the next run.',
    ]);
  });

  test.each([
    [["project", "argument", "comment"], "app: exits 2"],
    [["comment", "argument", "project"], "app: exits 0"],
    [["project", "argument"], "app: exits 1"],
    [["argument", "project"], "app: exits 0"],
  ] as const)("%j: a comment wins over an argument, an argument over the project file", (sources, expected) => {
    const texts = sources.map((source, index) => from(source, `app: exits ${index}`));
    expect(summary(...texts)).toEqual([expected.replace("exits 0", "completes").replace("exits 1", "crashes")]);
  });

  test("a comment that is all mistakes wins over nothing", () => {
    expect(summary(comment("crashs"), from("project", "app: oom"))[0]).toBe("app: oom");
  });

  test("problems come in the order of the texts, wherever they were found", () => {
    const { problems } = parse(comment("crashes, oom, crashs"), comment("crashes"), comment("exits 300"));
    expect(problems.map(({ textIndex, start }) => [textIndex, start])).toEqual([
      [0, 9],
      [0, 14],
      [1, 0],
      [2, 6],
    ]);
  });
});

test.each([
  ["at 5m kubelet restarts", { kind: "kubelet-restart", atMs: 300_000, downMs: 3000 }],
  ["at 5m kubelet restarts in 10s", { kind: "kubelet-restart", atMs: 300_000, downMs: 10_000 }],
  ["at 10 min node reboots", { kind: "node-reboot", atMs: 600_000, downMs: 60_000 }],
  ["at 10m Node reboots in 2 min", { kind: "node-reboot", atMs: 600_000, downMs: 120_000 }],
  ["at 2m pod is deleted", { kind: "pod-deleted", atMs: 120_000, graceMs: undefined }],
  ["at 2m pod is deleted with grace 0s", { kind: "pod-deleted", atMs: 120_000, graceMs: 0 }],
  ["at 0s pod is deleted with grace 5 s", { kind: "pod-deleted", atMs: 0, graceMs: 5000 }],
])("%s", (text, event) => {
  const { scenario, problems } = parse(comment(text));
  expect(problems).toEqual([]);
  expect(scenario).toEqual({ containers: {}, events: [event], expectations: [] });
});

test.each([
  ["ready within 90s", { kind: "ready", withinMs: 90_000 }],
  ["restarts <= 3 within 10m", { kind: "restarts", comparison: "<=", count: 3, withinMs: 600_000 }],
  ["restarts<1 within 10m", { kind: "restarts", comparison: "<", count: 1, withinMs: 600_000 }],
  ["restarts >= 3 within 10m", { kind: "restarts", comparison: ">=", count: 3, withinMs: 600_000 }],
  ["restarts > 3 within 10m", { kind: "restarts", comparison: ">", count: 3, withinMs: 600_000 }],
  ["restarts = 0 within 10m", { kind: "restarts", comparison: "=", count: 0, withinMs: 600_000 }],
  ["phase Succeeded within 5m", { kind: "phase", phase: "Succeeded", withinMs: 300_000 }],
  ["no probe kill within 1h", { kind: "no-probe-kill", withinMs: 3_600_000 }],
  ["down at most 30s within 1h", { kind: "down-at-most", downMs: 30_000, withinMs: 3_600_000 }],
  ["crash loop within 5m", { kind: "crash-loop", expected: true, withinMs: 300_000 }],
  ["survives hang of 20s", { kind: "survives", fault: "hang", harm: "kill", lengthMs: 20_000 }],
  ["survives answers of 900ms", { kind: "survives", fault: "answers", harm: "kill", lengthMs: 900 }],
  ["survives failed probes for 20s", { kind: "survives", fault: "errors", harm: "kill", lengthMs: 20_000 }],
  ["stays ready in hang of 5s", { kind: "survives", fault: "hang", harm: "unready", lengthMs: 5000 }],
  ["stays ready with failed probes for 5s", { kind: "survives", fault: "errors", harm: "unready", lengthMs: 5000 }],
  ["no crash loop within 5m", { kind: "crash-loop", expected: false, withinMs: 300_000 }],
])("expect %s", (text, condition) => {
  const { scenario, problems } = parse(from("argument", `expect ${text}`));
  expect(problems).toEqual([]);
  expect(scenario.expectations).toEqual([{ container: undefined, condition, text: `expect ${text}` }]);
});

test.each([
  ["ignore liveness-before-readiness", undefined],
  ['ignore liveness-before-readiness — it\'s, well: "known"', 'it\'s, well: "known"'],
  ["ignore liveness-before-readiness -- known", "known"],
  ["ignore liveness-before-readiness - known - and wanted", "known - and wanted"],
  ["ignore liveness-before-readiness: known", "known"],
  ["ignore liveness-before-readiness—known", "known"],
])("%s", (text, reason) => {
  const { scenario, problems, ignores } = parse(comment("runs"), comment(text));
  expect(problems).toEqual([]);
  expect(ignores).toEqual([{ textIndex: 1, rule: "liveness-before-readiness", reason, start: 7, end: 32 }]);
  expect(Object.keys(scenario.containers)).toEqual(["app"]);
});

test.each([
  ["at 5m node reboots, crashes", '{"kind":"node-reboot","atMs":300000,"downMs":60000}'],
  ["expect ready within 5s, restarts <= 3 within 5m", "app: expect ready within 5s"],
  ["ap: at 5m node reboots", '{"kind":"node-reboot","atMs":300000,"downMs":60000}'],
])("%s still says the first", (text, expected) => {
  expect(summary(comment(text))).toEqual([expected, expect.stringMatching(/^problem in 0/)]);
});

describe("a rollout", () => {
  test("has what the containers of each revision do, before or after the name of the container", () => {
    expect(
      summary(
        comment("runs"),
        comment("new: crashes after 5s"),
        from("argument", "old: app: stops in 10s"),
        from("argument", "log: new: starts in 5s"),
        from("project", "new: app: oom"),
      ),
    ).toEqual(["app: runs", "new: log: starts in 5s", "new: app: crashes after 5s", "old: app: stops in 10s"]);
  });

  test("a container that is called so comes first", () => {
    const named = [{ name: "new", kind: "regular" }] as const;
    const of = (text: string) => parseScenario([from("argument", text)], named).scenario;
    expect(Object.keys(of("new: crashes").containers)).toEqual(["new"]);
    expect(Object.keys(of("new: new: crashes").rollout?.new ?? {})).toEqual(["new"]);
    expect(Object.keys(of("new: old: crashes").rollout?.old ?? {})).toEqual(["new"]);
  });

  test("belongs to the workload, on whatever line it is", () => {
    expect(
      summary(
        comment("expect rollout within 5 min"),
        from("project", "log: expect available >= 9 during rollout"),
        from("argument", "at 2m rollout"),
        from("argument", "at 5m node drains"),
      ),
    ).toEqual([
      "rollout: expect rollout within 5 min",
      "rollout: expect available >= 9 during rollout",
      "at 2m rollout",
      "at 5m node drains",
    ]);
  });

  test("revisions have behavior only, each container once", () => {
    expect(
      summary(
        comment("new: expect ready within 5s"),
        from("argument", "new: crashes"),
        comment("new: runs"),
        comment("new: oom"),
      ),
    ).toEqual([
      "app: expect ready within 5s",
      "new: app: runs",
      'problem in 0: A revision is not allowed here. Remove "new:".',
      'problem in 1: Add the name of the container, for example "db: new: crashes".',
      'problem in 3: The behavior of "app" is already described. Only the first text counts. Join both with "," for the same run, or with ", then" for the next run.',
    ]);
  });
});
