import { describe, expect, test } from "vitest";
import { DiagnosticSeverity } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { judgedRuns, judgeExpectations } from "../../shared/forecast/expectations/expectations.ts";
import { actionsOf, host } from "../server/features/harness.ts";
import { files, openSample, play, plotOf, podsOf, samples } from "./samples.ts";

const minute = 60_000;

interface Story {
  /** What is played of it. */
  readonly minutes: number;
  /** In the words of `plotOf`; lines are broken for the eye. */
  readonly plot: string;
  readonly restarts: Readonly<Record<string, number>>;
  readonly probeKills?: number;
}

/** What each pod of the samples is there to show, in the run that everything shows first. */
const stories: Readonly<Record<string, Story>> = {
  "crash-loop.yaml Deployment/web": {
    minutes: 30,
    plot: `sandbox ready, web starts, Running, Ready,
      web exits 1, not Ready, web starts, Ready,
      web exits 1, not Ready, web waits 10s, web starts, Ready,
      web exits 1, not Ready, web waits 20s, web starts, Ready,
      web exits 1, not Ready, web waits 40s, web starts, Ready`,
    restarts: { web: 4 },
  },
  "slow-start.yaml Deployment/catalogue": {
    minutes: 1.9,
    plot: `sandbox ready, catalogue starts, Running,
      liveness of catalogue lost, catalogue gets SIGTERM for liveness, catalogue exits 143, catalogue starts,
      liveness of catalogue lost, catalogue gets SIGTERM for liveness, catalogue exits 143, catalogue starts`,
    restarts: { catalogue: 2 },
    probeKills: 2,
  },
  "slow-start.yaml Deployment/catalogue-repaired": {
    minutes: 30,
    plot: "sandbox ready, catalogue starts, Running, Ready",
    restarts: {},
  },
  "hang-and-kill.yaml Deployment/worker": {
    minutes: 15,
    plot: `sandbox ready, worker starts, Running, Ready,
      readiness of worker lost, not Ready,
      liveness of worker lost, worker gets SIGTERM for liveness, worker gets SIGKILL, worker exits 137,
      worker starts, Ready`,
    restarts: { worker: 1 },
    probeKills: 1,
  },
  "sidecar.yaml Pod/with-proxy": {
    minutes: 30,
    plot: `sandbox ready, migrate starts, migrate exits 0,
      proxy starts, proxy exits 1, proxy starts, proxy exits 1, proxy waits 10s, proxy starts,
      app starts, Running, Ready`,
    restarts: { proxy: 2 },
  },
  "training-restart-all.yaml Job/train": {
    minutes: 30,
    plot: `sandbox ready, setup starts, setup exits 0, watcher starts, main starts, Running, Ready,
      watcher exits 88, not Ready, watcher restarts all, main gets SIGTERM, main gets SIGKILL, main exits 137,
      main removed, setup removed, watcher removed, anew,
      setup starts, Pending, setup exits 0, Running, watcher starts, Pending, main starts, Running, Ready,
      main exits 0, not Ready, watcher gets SIGTERM, watcher exits 143, sandbox stopped, Succeeded`,
    restarts: { setup: 1, watcher: 1, main: 1 },
  },
  "capped-node/queue-consumer.yaml Deployment/queue-consumer": {
    minutes: 30,
    plot: `sandbox ready, consumer starts, Running, consumer exits 1,
      consumer starts, consumer exits 1, consumer waits 10s,
      consumer starts, consumer exits 1, consumer waits 20s,
      ${"consumer starts, consumer exits 1, consumer waits 30s, ".repeat(7)}
      consumer starts, Ready`,
    restarts: { consumer: 10 },
  },
  "job-backoff-limit.yaml Job/import": {
    minutes: 30,
    plot: `sandbox ready, import starts, Running, Ready,
      import exits 1, not Ready, import starts, Ready,
      import exits 1, not Ready, import waits 10s, import starts, Ready,
      import exits 0, not Ready, sandbox stopped, Succeeded`,
    restarts: { import: 2 },
  },
  "job-backoff-limit.yaml Job/report": {
    minutes: 30,
    plot: `sandbox ready, report starts, Running, Ready,
      report exits 1, not Ready, sandbox stopped, Failed`,
    restarts: {},
  },
};

const pods = await Promise.all(samples.map(async (path) => (await podsOf(path)).map((pod) => ({ path, pod }))));
const named = pods
  .flat()
  .map(({ path, pod }): [string, typeof pod] => [`${path} ${pod.located.kind}/${pod.located.name}`, pod]);

test("each pod of the samples has its story here", () => {
  expect(named.map(([name]) => name).sort()).toEqual(Object.keys(stories).sort());
});

describe.each(named)("%s", (name, pod) => {
  test("tells its story", () => {
    const { minutes, plot, restarts, probeKills = 0 } = stories[name] ?? { minutes: 1, plot: "", restarts: {} };
    const timeline = play(pod, minutes * minute);
    expect(plotOf(timeline).split(", ")).toEqual(plot.trim().split(/,\s+/));
    expect(timeline.counts).toMatchObject({ restarts, probeKills });
  });

  test("says what its containers do and what must hold, and it does in every run", () => {
    const { scenario, problems } = pod.scenario;
    expect(problems).toEqual([]);
    expect(pod.scenarioTexts.some(({ container, source }) => container !== undefined && source === "comment")).toBe(
      true,
    );
    const judgments = judgeExpectations(pod.pod, pod.settings.assumptions, scenario);
    expect(judgments.length).toBeGreaterThan(0);
    expect(judgments.filter(({ holds, runs }) => !holds || runs !== judgedRuns).map(({ text }) => text)).toEqual([]);
  });
});

describe.each(samples)("%s", (path) => {
  test("begins with its story in two to four lines, and each further document with a line", () => {
    const [first, ...further] = (files.get(path) ?? "").split(/^---\n/m).map(openingLines);
    expect(first?.length).toBeGreaterThanOrEqual(2);
    expect(first?.length).toBeLessThanOrEqual(4);
    expect(further.filter(({ length }) => length === 0)).toEqual([]);
  });

  test("has no finding but the mistake that it is about", async () => {
    const found = await host.diagnostics(await openSample(path), () => false);
    expect(found.map(({ code, severity }) => `${severity} ${code}`)).toEqual(
      path === "slow-start.yaml" ? [`${DiagnosticSeverity.Warning} liveness-kills-start`] : [],
    );
  });
});

function openingLines(document: string): readonly string[] {
  const lines = document.split("\n");
  return lines.slice(
    0,
    lines.findIndex((line) => !line.startsWith("# ")),
  );
}

/** What stands beside the names of containers whose pods end. */
const hints: readonly (readonly [string, string, readonly string[]])[] = [
  ["job-backoff-limit.yaml", "", ["2 restarts, Job done at ~1m55s", "4 pods, Job fails at ~2m30s"]],
  ["job-backoff-limit.yaml", "backoffLimit: 1", ["1 restart, Job fails at ~22s", "2 pods, Job fails at ~51s"]],
  [
    "training-restart-all.yaml",
    "",
    [
      "restarts 4×, done at 20m50s",
      "restarts 4×, done at 20m50s",
      "4 pods, Job done at 20m50s",
      "restarts all 3 containers",
    ],
  ],
];

describe("what the comments promise", () => {
  test.each(hints)("%s: the hints, with %j", async (path, limit, expected) => {
    const text = files.get(path)?.replaceAll("backoffLimit: 3", limit === "" ? "backoffLimit: 3" : limit);
    const context = await openSample(path, text);
    const everything = { start: { line: 0, character: 0 }, end: { line: context.document.lineCount, character: 0 } };
    const shown = host.inlayHints(context, everything).map(({ label }) => label);
    expect(
      shown.map((label) => (typeof label === "string" ? label : label.map(({ value }) => value).join(""))),
    ).toEqual(expected);
  });

  test("crash-loop.yaml: with x6 an expectation breaks", async () => {
    const [pod] = await podsOf("crash-loop.yaml", files.get("crash-loop.yaml")?.replace("45s x4", "45s x6"));
    const judged = pod && judgeExpectations(pod.pod, pod.settings.assumptions, pod.scenario.scenario);
    expect(judged?.filter(({ holds }) => !holds).map(({ text }) => text)).toEqual([
      "expect restarts <= 4 within 30m",
      "expect down at most 4m within 30m",
    ]);
  });

  test("slow-start.yaml: the quick fix ends the loop", async () => {
    const context = await openSample("slow-start.yaml");
    const [fix, ...others] = await actionsOf(context, await host.diagnostics(context, () => false));
    expect(others).toEqual([]);
    const edits = fix?.edit?.changes?.[context.document.uri] ?? [];
    const [pod] = await podsOf("slow-start.yaml", TextDocument.applyEdits(context.document, edits));
    expect(pod && plotOf(play(pod, 30 * minute))).toBe("sandbox ready, catalogue starts, Running, Ready");
    const judged = pod && judgeExpectations(pod.pod, pod.settings.assumptions, pod.scenario.scenario);
    expect(judged?.map(({ share }) => share)).toEqual([0, 0]);
  });

  test("capped-node: the waits of the default keep the queue from being clean for more than 25 minutes", async () => {
    const [pod] = await podsOf("capped-node/queue-consumer.yaml", undefined, false);
    const readyMs = Array.from({ length: judgedRuns }, (_, index) => {
      const { entries } = pod === undefined ? { entries: [] } : play(pod, 60 * minute, index + 1);
      return entries.find(({ data }) => data.condition === "Ready" && data.status === "True")?.tMs ?? 0;
    });
    expect(readyMs.filter((ms) => ms <= 25 * minute)).toEqual([]);
  });

  test.each([
    ["the import completes", "import", "backoffLimit: 3", /^The Job completes after \S+–\S+, after 2 restarts\.$/],
    [
      "the Job gives up before, with 1",
      "import",
      "backoffLimit: 1",
      /^The Job fails after \d\d–\d\ds \(BackoffLimitExceeded\), after 1 restart: import crashes\.$/,
    ],
    [
      "the report fails after three more pods",
      "report",
      "backoffLimit: 3",
      /^The Job fails after 2m30s–2m35s \(BackoffLimitExceeded\), after 4 failed pods: report crashes\.$/,
    ],
  ])("job-backoff-limit.yaml: %s", async (_, name, limit, sentence) => {
    const text = files.get("job-backoff-limit.yaml")?.replaceAll("backoffLimit: 3", limit);
    const pod = (await podsOf("job-backoff-limit.yaml", text)).find(({ located }) => located.name === name);
    expect(pod?.forecast()?.answer.headline).toMatch(sentence);
    if (name === "report") expect(pod?.job()?.tries).toHaveLength(4);
  });

  test("training-restart-all.yaml: no pod fails, so that the Job completes", async () => {
    const [pod] = await podsOf("training-restart-all.yaml");
    expect(pod?.forecast()?.answer.headline).toBe("The Job completes after 20m40s–20m50s, after 12 restarts.");
  });
});

test("no line is wider than an editor beside a panel", () => {
  const columns = 80;
  const wide = samples.flatMap((path) =>
    (files.get(path) ?? "")
      .split("\n")
      .flatMap((line, index) => (line.length > columns ? [`${path}:${index + 1}`] : [])),
  );
  expect(wide).toEqual([]);
});
