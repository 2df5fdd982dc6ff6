/**
 * One mistake that somebody could make in the engine. `text` stands exactly once in `shared/${file}`; with `instead` in its place
 * the sentence of `breaks` is true, and a test must fail.
 *
 * @typedef {{ breaks: string, file: string, text: string, instead: string }} Mutant
 */

/** @type {readonly Mutant[]} */
export const mutants = [
  {
    breaks: "a back-off lasts one instant longer than its delay",
    file: "backoff/backoff.ts",
    text: "nowMs - eventMs < delayOf",
    instead: "nowMs - eventMs <= delayOf",
  },
  {
    breaks: "a back-off is forgotten exactly at its reset, not after it",
    file: "backoff/backoff.ts",
    text: "eventMs - entry.lastUpdateMs >",
    instead: "eventMs - entry.lastUpdateMs >=",
  },
  {
    breaks: "housekeeping forgets no back-off under a container that waits",
    file: "backoff/backoff.ts",
    text: "if (this.#isExpired(entry, nowMs)) this.#entries.delete(id)",
    instead: "if (this.#isExpired(entry, nowMs)) this.#entries.has(id)",
  },
  {
    breaks: "delays grow beyond their maximum",
    file: "backoff/backoff.ts",
    text: "Math.min(2 * entry.backoffMs, maximumMs)",
    instead: "2 * entry.backoffMs",
  },
  {
    breaks: "a back-off dates from the exit, not from the decision to start",
    file: "backoff/backoff.ts",
    text: "lastUpdateMs: nowMs",
    instead: "lastUpdateMs: eventMs",
  },
  {
    breaks: "the last rule that matches decides, not the first",
    file: "restart/decision.ts",
    text: "restartPolicyRules.findIndex(",
    instead: "restartPolicyRules.findLastIndex(",
  },
  {
    breaks: "NotIn means In",
    file: "restart/decision.ts",
    text: '"NotIn" && !listed',
    instead: '"NotIn" && listed',
  },
  {
    breaks: "OnFailure restarts after exit 0",
    file: "restart/decision.ts",
    text: 'policy === "OnFailure" && exitCode !== 0',
    instead: 'policy === "OnFailure"',
  },
  {
    breaks: "RestartAllContainers works with its gate off",
    file: "restart/decision.ts",
    text: '"RestartAllContainers" && canRestartAll(node)',
    instead: '"RestartAllContainers"',
  },
  {
    breaks: "a counter of probe results starts anew with each container",
    file: "probe/worker.ts",
    text: "worker.onHold = false;",
    instead: "worker.onHold = false;\n  worker.resultRun = 0;",
  },
  {
    breaks: "a threshold is reached one result late",
    file: "probe/worker.ts",
    text: "worker.resultRun < threshold",
    instead: "worker.resultRun <= threshold",
  },
  {
    breaks: "what a container failed counts for the next one, although it was killed for it",
    file: "probe/worker.ts",
    text: "worker.resultRun = 0;",
    instead: "",
  },
  {
    breaks: "a liveness worker goes on after its failure was passed on",
    file: "probe/worker.ts",
    text: ': worker.type === "liveness" && result === "failure";',
    instead: ": false;",
  },
  {
    breaks: "initialDelaySeconds lasts until the second after it",
    file: "probe/worker.ts",
    text: ">= probe.initialDelaySeconds",
    instead: "> probe.initialDelaySeconds",
  },
  {
    breaks: "a probe times out only beyond twice its timeout",
    file: "probe/answer.ts",
    text: "if (latencyMs > timeoutMs)",
    instead: "if (latencyMs > 2 * timeoutMs)",
  },
  {
    breaks: "an unknown port name is a failure, not an error that counts for nothing",
    file: "probe/answer.ts",
    text: 'return { result: "error", tookMs: 0 };\n  const asked',
    instead: 'return { result: "failure", tookMs: 0 };\n  const asked',
  },
  {
    breaks: "a container may get no time to end",
    file: "simulation/stopping.ts",
    text: "shortestGraceMs = 2000",
    instead: "shortestGraceMs = 0",
  },
  {
    breaks: "sidecars end in the order in which they started",
    file: "simulation/stopping.ts",
    text: "index > position",
    instead: "index < position",
  },
  {
    breaks: "preStop has no share in the grace period",
    file: "simulation/stopping.ts",
    text: "graceMs -= Math.floor((world.queue.nowMs - beganMs) / 1000) * 1000;",
    instead: "",
  },
  {
    breaks: "the grace period of a probe is not looked at",
    file: "simulation/stopping.ts",
    text: "ownSeconds ?? world.pod.terminationGracePeriodSeconds",
    instead: "world.pod.terminationGracePeriodSeconds",
  },
  {
    breaks: "a pass publishes what it did at once, not with the next pass",
    file: "simulation/passes.ts",
    text: "world.syncsFirst = false;\n  const { nowMs } = world.queue;",
    instead:
      "world.syncsFirst = false;\n  const { nowMs } = world.queue;\n  publish(world, generateStatus(world).status, { cause });",
  },
  {
    breaks: "a reset removes the initiators first",
    file: "simulation/actions.ts",
    text: "const victim = (cell: Cell): boolean => !initiates(cell);",
    instead: "const victim = initiates;",
  },
  {
    breaks: "a restart of all containers does not count as a restart until they start",
    file: "simulation/status.ts",
    text: "restartCount: old.restartCount + 1",
    instead: "restartCount: old.restartCount",
  },
  {
    breaks: "`started` never outlives a probe kill",
    file: "simulation/status.ts",
    text: "old?.started === true && old.state.is",
    instead: "old?.started === undefined && old.state.is",
  },
  {
    breaks: "a sidecar that is not ready does not count for its pod",
    file: "simulation/conditions.ts",
    text: 'spec.kind === "init" || statuses[index]?.ready === true',
    instead: 'spec.kind !== "regular" || statuses[index]?.ready === true',
  },
  {
    breaks: "a container that a probe killed waits by its own end, not its predecessor's",
    file: "simulation/starting.ts",
    text: "export function isHeldUp(world: World, cell: Cell): boolean {",
    instead:
      'export function isHeldUp(world: World, cell: Cell): boolean {\n  cell.deadBefore = cell.instances.find((instance) => instance.state === "exited");',
  },
  {
    breaks: "the jitter of a requeue is 30 %, not 50 %",
    file: "simulation/loops.ts",
    text: "const jitterShare = 0.5;",
    instead: "const jitterShare = 0.3;",
  },
  {
    breaks: "up to 1.34 a refused start is looked at again when its back-off ends",
    file: "simulation/loops.ts",
    text: "if (!loops.requeuesAtExpiry) return requeueMs;",
    instead: "",
  },
  {
    breaks: "a wait of more than 60 s is not looked at in between",
    file: "simulation/loops.ts",
    text: "Math.min(Math.max(0, error.expiryMs - nowMs), loops.resyncMs)",
    instead: "Math.max(0, error.expiryMs - nowMs)",
  },
  {
    breaks: "a manual readiness probe leaves the grid of ticks where it was",
    file: "simulation/probes.ts",
    text: "worker.gridMs = world.queue.nowMs;",
    instead: "worker.gridMs += 0;",
  },
  {
    breaks: "readiness is asked only on its grid",
    file: "simulation/publish.ts",
    text: "if (running && started && status?.ready === false",
    instead: "if (!running && started && status?.ready === false",
  },
  {
    breaks: "a pod fails although its last container ended well, or the other way round",
    file: "simulation/phase.ts",
    text: 'tally.succeeded === tally.stopped ? "Succeeded"',
    instead: 'tally.succeeded > 0 ? "Succeeded"',
  },
  {
    breaks: "a sidecar that has not started up holds nothing back",
    file: "simulation/actions.ts",
    text: 'if (startup !== "success") return;',
    instead: "",
  },
  {
    breaks: "the container's own policy has no say in a probe kill",
    file: "simulation/actions.ts",
    text: 'effectivePolicy(cell.spec, world.pod, world.input.assumptions.node) !== "Never"',
    instead: 'world.pod.restartPolicy !== "Never"',
  },
  {
    breaks: "a pod whose containers are done for good leaves its sidecars running",
    file: "simulation/actions.ts",
    text: "regular.kept === 0 && regular.starts.length === 0",
    instead: "regular.kept < 0",
  },
  {
    breaks: "a pod with completed init containers is Initialized only when a container runs",
    file: "simulation/conditions.ts",
    text: "if (open.length === 0) return isInitialized;",
    instead: "",
  },
  {
    breaks: "a deleted pod stays Ready for its endpoints until the end: readiness workers end with the others",
    file: "simulation/termination.ts",
    text: "stopLivenessAndStartup(world);",
    instead: "endWorkers(world, probeTypes);",
  },
  {
    breaks: "a deadline leaves no reason",
    file: "simulation/status.ts",
    text: 'reason: failedByDeadline ? "DeadlineExceeded"',
    instead: 'reason: failedByDeadline ? "Failed"',
  },
  {
    breaks: "an image that fails is pulled again without a wait",
    file: "simulation/images.ts",
    text: "world.imageBackoff.next(name, world.queue.nowMs, world.queue.nowMs);",
    instead: "",
  },
];
