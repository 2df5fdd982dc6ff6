import type { Random } from "../../oracle/random.ts";

// Pods that nobody has thought of: everything that the scripted runtime can do, mixed.

type Fields = Readonly<Record<string, unknown>>;

/** `does`: its script (test/cluster/README.md). */
export interface ScriptedContainer extends Fields {
  readonly name: string;
  readonly does: string;
}

export interface ScriptedPod extends Fields {
  readonly initContainers?: readonly ScriptedContainer[];
  readonly containers: readonly ScriptedContainer[];
}

/** What a pod may have beside plain containers, so that each of it meets the others. */
const themes = ["probes", "hooks", "sidecars", "rules", "restart-all", "images", "init"] as const;

type Theme = (typeof themes)[number];

interface Made {
  readonly random: Random;
  readonly has: (theme: Theme) => boolean;
  readonly graceSeconds: number;
}

/** A `spec` as test/cluster/go/record reads it. */
export function podOf(random: Random): ScriptedPod {
  const chosen = new Set([random.pick(themes), random.pick(themes), random.pick(themes)]);
  const graceSeconds = random.pick([0, 1, 2, 4, 7, 15]);
  const made: Made = { random, has: (theme) => chosen.has(theme), graceSeconds };
  const mains = 1 + random.below(3);
  const inits = made.has("init") ? 1 + random.below(2) : 0;
  const sidecars = made.has("sidecars") ? 1 + random.below(2) : 0;
  const before = [
    ...Array.from({ length: inits }, (_, index) => initOf(made, `init${index}`)),
    ...Array.from({ length: sidecars }, (_, index) => sidecarOf(made, `side${index}`)),
  ];
  if (random.percent(50)) before.reverse();
  return {
    terminationGracePeriodSeconds: graceSeconds,
    restartPolicy: random.pick(["Always", "Always", "Always", "OnFailure", "Never"]),
    ...(before.length > 0 && { initContainers: before }),
    containers: Array.from({ length: mains }, (_, index) => mainOf(made, `main${index}`)),
  };
}

function mainOf(made: Made, name: string): ScriptedContainer {
  const { random, has } = made;
  return {
    name,
    does: scriptOf(made, random.percent(30) ? 1 : 2),
    ...image(made),
    ...(has("probes") && probes(made)),
    ...(has("hooks") && hooks(made)),
    ...policy(made),
  };
}

function sidecarOf(made: Made, name: string): ScriptedContainer {
  const { random, has } = made;
  return {
    name,
    restartPolicy: "Always",
    does: scriptOf(made, 2),
    ...image(made),
    ...(random.percent(60) && probes(made)),
    ...(has("hooks") && hooks(made)),
  };
}

/** It ends some time, else nothing else happens. */
function initOf(made: Made, name: string): ScriptedContainer {
  const { random } = made;
  const fails = random.percent(40) ? `exits 1 after ${ms(random, 6000)} x${1 + random.below(2)}, then ` : "";
  const last = `exits 0 after ${ms(random, 9000)}`;
  return { name, does: `${fails}${last}`, ...image(made), ...(random.percent(30) && policy(made)) };
}

function policy({ random, has }: Made): Fields {
  const action = has("restart-all") && random.percent(60) ? "RestartAllContainers" : "Restart";
  if (action === "Restart" && !has("rules")) return {};
  const exitCodes = { operator: random.pick(["In", "In", "NotIn"]), values: [random.pick([0, 1, 42])] };
  return {
    restartPolicy: random.pick(["Never", "Never", "OnFailure", "Always"]),
    restartPolicyRules: [{ action, exitCodes }],
  };
}

function image({ random, has }: Made): Fields {
  if (!has("images") || random.percent(40)) return {};
  const pulls = random.pick(["missing-x1", "missing-x2", "slow-2s", "slow-5s", "slow-9s"]);
  return { image: `scripted/${pulls}:$POD`, ...(random.percent(25) && { imagePullPolicy: "Always" }) };
}

function probes({ random }: Made): Fields {
  const probe = (command: string, isLive: boolean): Fields => ({
    exec: { command: [command] },
    periodSeconds: random.pick([1, 2, 3, 4, 7, 10, 13]),
    failureThreshold: random.pick([1, 1, 2, 3, 4]),
    ...(random.percent(40) && { initialDelaySeconds: 1 + random.below(6) }),
    ...(random.percent(30) && { timeoutSeconds: 1 + random.below(3) }),
    ...(isLive && random.percent(30) && { terminationGracePeriodSeconds: 1 + random.below(6) }),
    ...(command === "ready" && random.percent(30) && { successThreshold: 2 }),
  });
  return {
    ...(random.percent(45) && { startupProbe: probe("boot", true) }),
    ...(random.percent(60) && { livenessProbe: probe("live", true) }),
    ...(random.percent(55) && { readinessProbe: probe("ready", false) }),
  };
}

function hooks({ random, graceSeconds }: Made): Fields {
  // The API server wants a sleep to be shorter than the grace period.
  const hook = (command: string): Fields =>
    graceSeconds > 1 && random.percent(35)
      ? { sleep: { seconds: 1 + random.below(Math.min(5, graceSeconds - 1)) } }
      : { exec: { command: [command] } };
  const postStart = random.percent(60) && { postStart: hook("post") };
  const preStop = random.percent(60) && { preStop: hook("pre") };
  return postStart || preStop ? { lifecycle: { ...postStart, ...preStop } } : {};
}

function scriptOf(made: Made, lives: number): string {
  const { random } = made;
  const count = 1 + random.below(lives + 1);
  // The last life repeats anyway.
  const isRepeated = (index: number): boolean => index < count - 1 && random.percent(15);
  const runs = Array.from({ length: count }, (_, index) => `${lifeOf(made)}${isRepeated(index) ? " x2" : ""}`);
  return runs.join(", then ");
}

function lifeOf(made: Made): string {
  const { random, has } = made;
  const checks = [
    ...(has("probes") || has("sidecars") ? (["boot", "live", "ready"] as const) : []),
    ...(has("hooks") ? (["post", "pre"] as const) : []),
  ];
  const clauses = [
    random.percent(72) ? endOf(made) : "runs",
    random.percent(25) && `starts in ${ms(random, 6000)}`,
    ...checks.map((check) => random.percent(25) && answerOf(random, check)),
    random.percent(25) && (random.percent(40) ? "ignores SIGTERM" : stopOf(random)),
    random.percent(4) && random.pick(["cannot be created", "cannot be started"]),
    random.percent(6) && `takes ${ms(random, 3000)} to ${random.pick(["create", "start"])}`,
  ];
  return clauses.filter((clause) => clause !== false).join(", ");
}

function endOf({ random, has }: Made): string {
  // Restarts of all containers have no back-off: what ends at once would keep the kubelet busy, and all other pods late.
  const leastMs = has("restart-all") ? 1500 : 0;
  if (leastMs === 0 && random.percent(20)) return "crashes";
  if (random.percent(8)) return `oom after ${ms(random, 20_000, leastMs)}`;
  return `exits ${random.pick([0, 1, 1, 42])} after ${ms(random, 26_000, leastMs)}`;
}

function stopOf(random: Random): string {
  return `stops in ${ms(random, 5000)} with ${random.pick([0, 1, 143])}`;
}

function answerOf(random: Random, check: string): string {
  const since = random.percent(80) ? ` after ${ms(random, 16_000)}` : "";
  const until = random.percent(50) ? ` for ${ms(random, 9000)}` : "";
  const verb = random.pick(["fails", "fails", "hangs", "breaks", "answers"]);
  return verb === "answers"
    ? `answers ${check} in ${ms(random, 2600)}${since}${until}`
    : `${verb} ${check}${since}${until}`;
}

/** A multiple of 250 ms, more than `leastMs`, to `mostMs`. */
function ms(random: Random, mostMs: number, leastMs = 0): string {
  return `${leastMs + 250 * (1 + random.below((mostMs - leastMs) / 250))}ms`;
}
