import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ProbeType } from "../../../shared/kubernetes/pod.ts";
import { allContainers } from "../../../shared/kubernetes/pod.ts";
import { type AttemptAnswer, answerProbe } from "../../../shared/probe/answer.ts";
import { formatScript } from "../../../shared/scenario/language/format.ts";
import { injectFault } from "../../../shared/scenario/language/inject.ts";
import type { Fault } from "../../../shared/scenario/model.ts";
import { runOf, scriptOf } from "../../../shared/scenario/script.ts";
import { simulate, type Timeline, type TimelineEntry } from "../../../shared/simulation/index.ts";
import { attemptAt } from "../../../shared/simulation/timeline/attempt-at.ts";
import { isWatching } from "../../extent.ts";
import { podText } from "./arbitrary.ts";
import { assume, type PlayOptions, play, readPod } from "./play.ts";

interface Injected {
  readonly before: Timeline;
  readonly after: Timeline;
  /** The same fault as an event, in place of another script. */
  readonly struck: Timeline;
  readonly script: string;
  readonly place: ReturnType<typeof attemptAt>;
  readonly isRunning: boolean;
  /** What this attempt would have brought if nothing changed or hung any more: slow failures stay failures, and so does what hangs beside one command. */
  readonly answerWithout: (probe: ProbeType | undefined, atMs: number) => AttemptAnswer["result"] | undefined;
}

function inject(text: string, options: PlayOptions, container: string, tMs: number, fault: Fault): Injected {
  const assumptions = assume(options);
  const { pod, scenario } = readPod(text, assumptions);
  const input = { pod, assumptions, seed: options.seed ?? 1, untilMs: 1_800_000, recording: "entries" as const };
  const before = simulate({ ...input, scenario });
  const spec = allContainers(pod).find(({ name }) => name === container);
  if (spec === undefined) throw new Error(`no container ${container}`);
  const place = attemptAt(before.entries, container, tMs);
  const written = scriptOf(scenario, spec);
  const script = injectFault(written, place, fault);
  const containers = { ...scenario.containers, [container]: script };
  const after = simulate({ ...input, scenario: { ...scenario, containers } });
  const event = { kind: "container-fault", atMs: Math.round(tMs), container, fault } as const;
  const struck = simulate({ ...input, scenario: { ...scenario, events: [...scenario.events, event] } });
  const last = before.entries.findLast((entry) => entry.tMs <= tMs && isLife(entry, container));
  const plain = runOf(written, place.attempt - 1);
  const hasOneCommand = "target" in fault && fault.target?.kind === "exec";
  const answers = plain.answers.filter(
    ({ answer, afterMs }) => afterMs < place.sinceStartMs && (answer === "fails" || hasOneCommand),
  );
  const run = { ...plain, answers };
  const answerWithout: Injected["answerWithout"] = (type, atMs) => {
    const probe = type && spec.probes[type];
    return probe && answerProbe(run, spec, type, probe, atMs - place.tMs + place.sinceStartMs).result;
  };
  return {
    before,
    after,
    struck,
    script: formatScript(script),
    place,
    isRunning: last?.kind === "container-started",
    answerWithout,
  };
}

function isLife({ kind, container }: TimelineEntry, name: string): boolean {
  return container === name && (kind === "container-started" || kind === "container-exited");
}

/** What becomes of all containers. */
function lives({ entries }: Timeline): readonly string[] {
  return entries.flatMap(({ tMs, kind, container, attempt, data }) =>
    kind === "container-started" || kind === "container-exited" || kind === "image-pull-failed"
      ? [`${tMs} ${kind} ${container} ${attempt} ${data.exitCode ?? ""}`]
      : [],
  );
}

/** What the two runs have in common up to a moment. */
function until({ entries }: Timeline, tMs: number): readonly string[] {
  return entries.flatMap((entry) =>
    entry.tMs < tMs ? [`${entry.tMs} ${entry.kind} ${entry.container} ${entry.attempt}`] : [],
  );
}

const target = fc.constantFrom(
  undefined,
  { kind: "probe" as const, type: "liveness" as const },
  { kind: "probe" as const, type: "readiness" as const },
  { kind: "exec" as const, command: "startup" },
);
const fault: fc.Arbitrary<Fault> = fc.oneof(
  fc.record({ kind: fc.constant("crash" as const), exitCode: fc.constantFrom(0, 1, 42, 137) }),
  fc.constant({ kind: "oom" as const }),
  fc.record({ kind: fc.constant("hang" as const), target }),
  fc.record({ kind: fc.constant("slow" as const), latencyMs: fc.constantFrom(500, 10_000), target }),
  fc.record({ kind: fc.constant("image-missing" as const), times: fc.integer({ min: 1, max: 4 }) }),
);
const image = fc.constantFrom(
  "",
  "",
  "image takes 3s, ",
  "image missing 2 times, ",
  "image missing 1 times after 2m, image takes 1s, ",
);
const cases = fc.record({
  text: fc
    .tuple(podText, image)
    .map(([text, images]) => text.replaceAll(/^# cadence: ((?:app|init)-\d): /gm, `# cadence: $1: ${images}`)),
  seed: fc.integer({ min: 0, max: 2 ** 31 }),
  timing: fc.constantFrom("ideal" as const, "kubelet" as const),
  kubernetes: fc.constantFrom("1.30", "1.34", "1.35", "1.36", "1.37"),
  share: fc.double({ min: 0, max: 0.999, noNaN: true }),
  tMs: fc.integer({ min: 0, max: 1_700_000 }),
  fault,
});

describe("a fault at a moment", () => {
  it("leaves what came before, and happens then", () => {
    const seen = { crashes: 0, asked: 0, pulls: 0 };
    fc.assert(
      fc.property(cases, ({ text, share, tMs, fault: what, ...options }) => {
        const all = allContainers(readPod(text, assume(options)).pod);
        const container = all[Math.floor(share * all.length)]?.name ?? "";
        const injected = inject(text, options, container, tMs, what);
        expect(until(injected.after, tMs)).toEqual(until(injected.before, tMs));
        // In one instant the order is another one.
        const isBetween = injected.before.entries.every((entry) => entry.tMs !== tMs);
        if (isBetween) expect(lives(injected.struck)).toEqual(lives(injected.after));
        const next = injected.after.entries.filter((entry) => entry.tMs >= tMs && entry.container === container);
        if (what.kind === "image-missing") seen.pulls += checkPulls(next, what.times);
        else if (!injected.isRunning) return;
        else if (what.kind === "crash" || what.kind === "oom") seen.crashes += checkExit(next, injected, what);
        else seen.asked += checkAnswers(next, injected, what);
      }),
      { numRuns: 500 },
    );
    // What is checked only where it comes about did come about.
    expect(Object.values(seen).every((count) => count > 30 || isWatching)).toBe(true);
  });
});

/** An attempt that ends in the instant of the fault, before the next one starts in it, is no effect of the fault. */
function checkExit(next: readonly TimelineEntry[], { place }: Injected, fault: Fault): number {
  const exit = next.find(({ kind, attempt = 0 }) => kind === "container-exited" && attempt >= place.attempt);
  const code = fault.kind === "crash" ? fault.exitCode : 137;
  expect([exit?.tMs, exit?.attempt, exit?.data.exitCode]).toEqual([place.tMs, place.attempt, code]);
  expect(exit?.data.reason === "OOMKilled").toBe(fault.kind === "oom");
  return 1;
}

/** Attempts that the end of the container or a stop of the kubelet cuts short have failed, whatever they would have brought. */
function checkAnswers(
  next: readonly TimelineEntry[],
  { place, answerWithout }: Injected,
  fault: Fault & { kind: "hang" | "slow" },
): number {
  const end = next.find(({ kind, attempt = 0 }) => kind === "container-exited" && attempt >= place.attempt);
  const endMs = end?.tMs ?? Number.POSITIVE_INFINITY;
  const asked = next.filter(
    ({ tMs, kind, attempt, data }) =>
      kind === "probe-attempt" &&
      attempt === place.attempt &&
      data.isCanceled !== true &&
      isMeant(fault, data.probe) &&
      tMs + 10_000 < endMs,
  );
  const isLate = fault.kind === "hang" || fault.latencyMs > 6000;
  for (const { tMs, data } of asked) {
    expect(data.answer).toBe(isLate ? "timeout" : answerWithout(data.probe, tMs));
    if (fault.kind === "slow" && data.answer !== "timeout") expect(data.tookMs).toBe(fault.latencyMs);
  }
  return asked.length;
}

function isMeant({ target: meant }: Fault & { kind: "hang" | "slow" }, probe: string | undefined): boolean {
  if (meant === undefined) return true;
  return probe === (meant.kind === "probe" ? meant.type : meant.kind === "exec" && meant.command);
}

/** The first pulls to end fail, that often, and one more brings the image. */
function checkPulls(next: readonly TimelineEntry[], times: number): number {
  const pulls = next.filter(({ kind }) => kind === "image-pull-failed" || kind === "image-pulled");
  pulls.forEach(({ kind }, index) => {
    expect([index, kind]).toEqual([index, index < times ? "image-pull-failed" : "image-pulled"]);
  });
  expect(pulls.length).toBeLessThanOrEqual(times + 1);
  return pulls.length;
}

it("an attempt that waits for a program that hangs hears of its end, as the script says", () => {
  const text = `
# cadence: app: hangs after 10s
containers: [{name: app, livenessProbe: {exec: {command: [live]}, periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 1}}]`;
  const slow = { kind: "slow", latencyMs: 500, target: undefined } as const;
  const { before, after, struck } = inject(text, { timing: "ideal" }, "app", 12_000, slow);
  const kills = ({ entries }: Timeline) => entries.filter(({ kind }) => kind === "container-stopping").length;
  expect([kills(before) > 0, kills(after), kills(struck)]).toEqual([true, 0, 0]);
});

describe("attempts count whatever began them", () => {
  const crash: Fault = { kind: "crash", exitCode: 9 };

  it("a probe's kill", () => {
    const text = `
# cadence: app: hangs after 10s, then runs
containers: [{name: app, livenessProbe: {exec: {command: [live]}, periodSeconds: 5, failureThreshold: 1}}]`;
    const { place, script, after } = inject(text, {}, "app", 30_000, crash);
    expect(place).toEqual({ attempt: 2, sinceStartMs: 19_000, tMs: 30_000 });
    expect(script).toBe("hangs after 10s, then exits 9 after 19s, then runs");
    expect(exits(after, "app")).toEqual([11, 143, 30, 9]);
  });

  it("a restart of all containers, and the restart of an init container with it", () => {
    const text = `
# cadence: app: exits 42 after 20s, then runs
# cadence: init: completes after 3s
restartPolicy: Never
initContainers: [{name: init}]
containers:
- name: app
  restartPolicy: Never
  restartPolicyRules: [{action: RestartAllContainers, exitCodes: {operator: In, values: [42]}}]
- name: log`;
    const gates = { featureGates: { RestartAllContainersOnContainerExits: true, NodeDeclaredFeatures: true } };
    const other = inject(text, gates, "log", 30_000, crash);
    expect([other.place.attempt, other.script]).toEqual([2, "runs, then exits 9 after 4s, then runs"]);
    expect(exits(other.after, "log").slice(-2)).toEqual([30, 9]);
    const init = inject(text, gates, "init", 24_000, crash);
    expect([init.place.attempt, init.script]).toEqual([
      2,
      "completes after 3s, then exits 9 after 1s, then completes after 3s",
    ]);
    expect(exits(init.after, "init")).toEqual([3, 0, 24, 9]);
  });

  it("a restart of the kubelet, which makes no attempt, and a reboot of the node, which does", () => {
    const text = "# cadence: at 10s kubelet restarts\n# cadence: at 20s node reboots in 10s\ncontainers: [{name: app}]";
    expect(inject(text, {}, "app", 15_000, crash).script).toBe("exits 9 after 15s, then runs");
    const rebooted = inject(text, {}, "app", 40_000, crash);
    expect(rebooted.script).toBe("runs, then exits 9 after 10s, then runs");
    expect(exits(rebooted.after, "app").slice(2, 4)).toEqual([40, 9]);
  });

  it("starts that failed: the next one crashes", () => {
    const text = "# cadence: app: cannot be started x2, then cannot be created, then runs\ncontainers: [{name: app}]";
    const { script, after } = inject(text, {}, "app", 5000, crash);
    expect(script).toBe("cannot be started x2, then exits 9, then runs");
    expect(exits(after, "app")).toEqual([10, 9]);
  });

  it("a container that is created already, and one that waits", () => {
    const text = "# cadence: app: takes 5s to start, crashes after 10s x2, then runs\ncontainers: [{name: app}]";
    const rest = "takes 5s to start, crashes after 10s";
    expect(inject(text, {}, "app", 3000, crash).script).toBe(`takes 5s to start, exits 9, then ${rest}, then runs`);
    expect(inject(text, {}, "app", 35_000, crash).script).toBe(`${rest} x2, then exits 9, then runs`);
  });
});

/** Seconds and code of each exit, one after the other. */
function exits({ entries }: Timeline, container: string): readonly (number | undefined)[] {
  const ended = entries.filter((entry) => entry.kind === "container-exited" && entry.container === container);
  return ended.flatMap(({ tMs, data }) => [tMs / 1000, data.exitCode]);
}

it.each([
  ["httpGet: {path: /, port: 80}", "live", 1],
  ["httpGet: {path: /, port: 80}", "ready", 0],
  ["exec: {command: [check]}", "live", 1],
  ["exec: {command: [check]}", "check", 1],
  ["exec: {command: [check]}", "other", 0],
])("a liveness probe of %s hears of `fails %s`", (handler, named, kills) => {
  const text = `# cadence: app: fails ${named} after 30s, then runs
containers: [{name: app, image: app, livenessProbe: {${handler}, periodSeconds: 10, failureThreshold: 1}}]`;
  const { timeline } = play(text, { until: 120 });
  expect(timeline.entries.filter(({ kind }) => kind === "container-stopping")).toHaveLength(kills);
});
