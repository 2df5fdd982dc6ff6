import * as z from "zod/mini";

// The shapes that contract.md promises, written down a second time: a change of the output must be a change here.

const ms = z.int();
const span = z.strictObject({ nominalMs: ms, earliestMs: ms, latestMs: ms });
const position = z.strictObject({ line: z.int().check(z.gte(0)), character: z.int().check(z.gte(0)) });
const severity = z.enum(["error", "warning", "info", "hint"]);
const origin = z.enum(["api-server", "kubelet", "strict", "simulation", "advice", "scenario", "yaml", "config"]);
const errorType = z.enum([
  "Required",
  "Invalid",
  "NotSupported",
  "Forbidden",
  "Duplicate",
  "TooLong",
  "TooMany",
  "NotFound",
  "TypeInvalid",
  "Undecodable",
  "UnknownField",
  "DuplicateField",
]);

const diagnostic = z.strictObject({
  rule: z.string(),
  severity,
  origin,
  errorType: z.optional(errorType),
  message: z.string(),
  document: z.int(),
  item: z.optional(z.int()),
  fieldPath: z.string(),
  range: z.strictObject({ start: position, end: position }),
  docs: z.url(),
});

export const checkSchema = z.strictObject({
  version: z.literal(1),
  files: z.array(
    z.strictObject({
      path: z.string(),
      documents: z.int(),
      pods: z.int(),
      kubeletConfigurations: z.int(),
      templated: z.boolean(),
      diagnostics: z.array(diagnostic),
    }),
  ),
  summary: z.strictObject({
    error: z.int(),
    warning: z.int(),
    info: z.int(),
    hint: z.int(),
    shapesOnly: z.array(z.string()),
  }),
});

const node = z.strictObject({
  kubernetes: z.string(),
  featureGates: z.record(z.string(), z.boolean()),
  kubeletConfiguration: z.record(z.string(), z.unknown()),
});

const interval = z.strictObject({ standardError: z.number(), low: z.number(), high: z.number() });
const load = {
  pods: z.int(),
  restartsPerMinute: z.int(),
  apiRequestsPerMinute: z.int(),
  kepApiRequestsPerMinute: z.int(),
  eventsPerMinute: z.int(),
  eventsSentPerMinute: z.int(),
  imagePullsPerMinute: z.int(),
  statusWritesSentPerMinute: z.int(),
  statusWritesWaitMs: z.int(),
  sampledPods: z.int(),
  intervals: z.strictObject({
    restartsPerMinute: interval,
    apiRequestsPerMinute: interval,
    eventsPerMinute: interval,
    eventsSentPerMinute: interval,
    imagePullsPerMinute: interval,
  }),
  limits: z.array(
    z.strictObject({
      name: z.enum(["kubeAPIQPS", "eventRecordQPS", "registryPullQPS"]),
      perSecond: z.nullable(z.number()),
      burst: z.int(),
      wantedPerSecond: z.number(),
      reached: z.boolean(),
      longestWaitMs: z.int(),
    }),
  ),
};

const curve = z.strictObject({
  container: z.optional(z.string()),
  of: z.enum(["scenario", "crash"]),
  id: z.string(),
  title: z.string(),
  source: z.string(),
  about: z.string(),
  delaysMs: z.array(ms),
  restarts: z.array(z.strictObject({ withinMs: ms, count: z.int() })),
  downMs: ms,
  apiRequestsPerMinute: z.number(),
});

const observedRun = z.strictObject({
  run: z.int(),
  startedAt: z.nullable(span),
  finishedAt: z.nullable(span),
  length: z.nullable(span),
  exitCode: z.nullable(z.int()),
  reason: z.nullable(z.string()),
});

const observed = z.strictObject({
  atMs: ms,
  atLatestTime: z.boolean(),
  state: z.string(),
  restarts: z.int(),
  restartsAll: z.nullable(z.strictObject({ countMax: z.int(), triggers: z.array(z.string()) })),
  conditions: z.array(
    z.strictObject({
      ...{ type: z.string(), status: z.string(), reason: z.nullable(z.string()), message: z.nullable(z.string()) },
      since: z.nullable(span),
    }),
  ),
  containers: z.array(
    z.strictObject({
      name: z.string(),
      kind: z.enum(["regular", "init", "sidecar", "ephemeral"]),
      state: z.string(),
      message: z.nullable(z.string()),
      restartCount: z.int(),
      backOff: z.nullable(
        z.strictObject({
          delaysMs: z.array(ms),
          source: z.enum(["message", "gap", "history", "possible"]),
          certainty: z.enum(["told", "seen", "open", "guessed"]),
        }),
      ),
      next: z.strictObject({
        is: z.enum(["start", "pull", "reset", "polled", "none"]),
        text: z.string(),
        window: z.nullable(span),
      }),
      runs: z.array(observedRun),
    }),
  ),
  scenario: z.array(z.strictObject({ container: z.string(), text: z.string() })),
  notes: z.array(z.string()),
  contradictions: z.array(
    z.strictObject({
      kind: z.string(),
      container: z.nullable(z.string()),
      fieldPath: z.string(),
      message: z.string(),
    }),
  ),
});

const spread = z.strictObject({ min: z.number(), p50: z.number(), max: z.number() });
const verdict = z.enum(["healthy", "restarts", "crash-loop", "never-ready", "ends", "rejected"]);

const answer = z.strictObject({
  verdict,
  headline: z.string(),
  horizonMs: z.int(),
  watchedMs: z.optional(z.int()),
  runs: z.int(),
  restarts: spread,
  downMs: spread,
  longestWaitMs: spread,
  readyShare: spread,
  rhythm: z.nullable(z.strictObject({ fromMs: spread, everyMs: spread })),
  outcomes: z.array(z.strictObject({ verdict, text: z.string(), share: z.number() })),
  why: z.nullable(
    z.strictObject({
      text: z.string(),
      fieldPath: z.nullable(z.string()),
      scenario: z.nullable(z.string()),
      advice: z.nullable(z.string()),
    }),
  ),
});

const rollout = z.strictObject({
  completes: z.nullable(span),
  stuckAt: z.nullable(z.strictObject({ updated: z.int(), of: z.int() })),
  deadlineExceeded: z.union([span, z.literal("never")]),
  availableAtLeast: z.int(),
  podsAtMost: z.int(),
  endpointsAtLeast: z.nullable(z.int()),
  helmWait: z.nullable(span),
  runs: z.strictObject({ played: z.int(), complete: z.int(), reportedAsFailed: z.int(), helmReturns: z.int() }),
});

const completion = z.strictObject({ played: z.int(), complete: z.int() });

const scaled = z.strictObject({ to: z.number(), completes: z.nullable(span), runs: completion });

const workload = z.strictObject({
  path: z.string(),
  document: z.int(),
  item: z.optional(z.int()),
  kind: z.string(),
  name: z.string(),
  namespace: z.string(),
  replicas: z.nullable(z.int()),
  reason: z.nullable(z.string()),
  rollout: z.nullable(rollout),
  ifNewVersionCrashes: z.nullable(z.strictObject({ afterMs: ms, rollout })),
  firstDeployment: z.nullable(span),
  firstDeploymentRuns: z.nullable(completion),
  scale: z.nullable(z.strictObject({ up: scaled, down: scaled })),
  rollback: z.nullable(
    z.strictObject({
      stuckAt: z.number(),
      availableAtLeast: z.number(),
      completes: z.nullable(span),
      afterDeletion: z.nullable(span),
      delete: z.array(z.string()),
      runs: z.strictObject({ ...completion.shape, completeAfterDeletion: z.int() }),
    }),
  ),
  drain: z.nullable(
    z.strictObject({
      pods: z.number(),
      left: z.nullable(span),
      available: z.nullable(span),
      availableAtLeast: z.number(),
      refusedMs: z.number(),
      refusal: z.nullable(z.string()),
      runs: z.strictObject({ ...completion.shape, left: z.int(), refused: z.int() }),
    }),
  ),
  pods: z.strictObject({ ready: z.nullable(span), available: z.nullable(span) }),
  shutdown: z.strictObject({
    preStop: z.nullable(span),
    sigterm: z.nullable(span),
    sigkill: z.nullable(span),
    killed: z.boolean(),
    gone: z.nullable(span),
    endpointsNotReady: span,
    requestsCutMs: z.nullable(z.number()),
  }),
});

const trainingSpread = z.strictObject({ min: z.number(), p50: z.number(), max: z.number() });

export const forecastSchema = z.strictObject({
  version: z.literal(1),
  pods: z.array(
    z.strictObject({
      path: z.string(),
      document: z.int(),
      item: z.optional(z.int()),
      kind: z.string(),
      name: z.string(),
      namespace: z.string(),
      fieldPath: z.string(),
      node,
      summary: z.string(),
      answer,
      timeToReady: z.nullable(span),
      job: z.optional(
        z.strictObject({
          retries: z.enum(["pods", "restarts"]),
          backoffLimit: z.int(),
          backoffLimitPerIndex: z.nullable(z.int()),
          retryDelaysMs: z.array(ms),
          tries: z.array(span),
          failures: z.int(),
          ends: z.nullable(z.enum(["Complete", "Failed"])),
          reason: z.nullable(z.string()),
          endsAfterMs: z.nullable(span),
        }),
      ),
      training: z.optional(
        z.strictObject({
          assumed: z.record(z.string(), ms),
          bestCheckpointEveryMs: ms,
          ways: z.array(
            z.strictObject({
              is: z.enum(["in-place", "job", "job-set"]),
              isWritten: z.boolean(),
              horizonMs: ms,
              runs: z.int(),
              goodput: z.strictObject({
                min: z.number(),
                p50: z.number(),
                max: z.number(),
                mean: z.number(),
                meanWhileRunning: z.number(),
              }),
              expectedGoodput: z.nullable(z.number()),
              failures: trainingSpread,
              downMs: z.nullable(trainingSpread),
              ended: z.nullable(z.strictObject({ share: z.number(), afterMs: trainingSpread, why: z.string() })),
            }),
          ),
        }),
      ),
      containers: z.array(
        z.strictObject({
          name: z.string(),
          kind: z.enum(["regular", "init", "sidecar"]),
          fieldPath: z.string(),
          restarts: z.strictObject({
            canRestart: z.boolean(),
            delaysMs: z.array(ms),
            steadyStateMs: ms,
            resetAfterMs: ms,
            next: z.array(span),
          }),
          startupBudget: z.nullable(span),
          hangToSigterm: z.nullable(span),
          hangToDead: z.nullable(span),
          hangToReady: z.nullable(span),
          unreadyAfter: z.nullable(span),
        }),
      ),
      observed: z.optional(observed),
      curves: z.optional(z.array(curve)),
    }),
  ),
  workloads: z.array(workload),
  kubelets: z.array(
    z.strictObject({
      path: z.string(),
      document: z.int(),
      item: z.optional(z.int()),
      initialMs: ms,
      maximumMs: ms,
      delaysMs: z.array(ms),
      maxPods: z.int(),
      nodes: z.int(),
      podsDo: z.nullable(z.string()),
      load: z.strictObject({ ...load, default: z.strictObject(load), firstFiveMinutes: z.strictObject(load) }),
      cluster: z.strictObject({ apiRequestsPerSecond: z.number(), firstFiveMinutesApiRequestsPerSecond: z.number() }),
      curves: z.optional(z.array(curve)),
    }),
  ),
});

const run = {
  version: z.literal(1),
  pod: z.strictObject({ kind: z.string(), name: z.string(), namespace: z.string(), fieldPath: z.string() }),
  node,
  timing: z.enum(["kubelet", "ideal"]),
  semantics: z.enum(["released", "kep"]),
  seed: z.int(),
  untilMs: ms,
  expectations: z.array(
    z.strictObject({
      text: z.string(),
      holds: z.boolean(),
      share: z.number(),
      earliestMs: z.nullable(ms),
      latestMs: z.nullable(ms),
    }),
  ),
};

const containerState = z.union([
  z.strictObject({ waiting: z.strictObject({ reason: z.optional(z.string()), message: z.optional(z.string()) }) }),
  z.strictObject({ running: z.strictObject({ startedAt: z.string() }) }),
  z.strictObject({
    terminated: z.strictObject({
      exitCode: z.int(),
      reason: z.string(),
      message: z.optional(z.string()),
      startedAt: z.optional(z.string()),
      finishedAt: z.optional(z.string()),
    }),
  }),
]);

const containerStatus = z.strictObject({
  name: z.string(),
  state: containerState,
  lastState: z.union([containerState, z.strictObject({})]),
  ready: z.boolean(),
  started: z.boolean(),
  restartCount: z.int(),
});

const podStatus = z.strictObject({
  phase: z.enum(["Pending", "Running", "Succeeded", "Failed"]),
  reason: z.optional(z.string()),
  message: z.optional(z.string()),
  startTime: z.string(),
  conditions: z.array(
    z.strictObject({
      type: z.string(),
      status: z.enum(["True", "False"]),
      reason: z.optional(z.string()),
      message: z.optional(z.string()),
    }),
  ),
  initContainerStatuses: z.optional(z.array(containerStatus)),
  containerStatuses: z.array(containerStatus),
});

export const simulateSchema = z.strictObject({
  ...run,
  ended: z.enum(["horizon", "settled", "event-limit"]),
  entries: z.array(
    z.strictObject({
      id: z.string(),
      tMs: ms,
      kind: z.string(),
      container: z.optional(z.string()),
      run: z.optional(z.int()),
      attempt: z.optional(z.int()),
      restartCount: z.optional(z.int()),
      cause: z.optional(z.string()),
      sinceCauseMs: z.strictObject({ min: ms, max: ms }),
      fieldPath: z.string(),
      text: z.string(),
      data: z.record(z.string(), z.unknown()),
    }),
  ),
  statuses: z.array(
    z.strictObject({
      tMs: ms,
      status: podStatus,
      kubectl: z.strictObject({ ready: z.string(), status: z.string(), restarts: z.string() }),
    }),
  ),
  events: z.array(
    z.strictObject({
      tMs: ms,
      type: z.enum(["Normal", "Warning"]),
      reason: z.string(),
      message: z.string(),
      container: z.optional(z.string()),
    }),
  ),
});

export const envelopeSchema = z.strictObject({
  ...run,
  runs: z.int(),
  envelope: z.array(
    z.strictObject({
      kind: z.string(),
      container: z.optional(z.string()),
      run: z.optional(z.int()),
      probe: z.optional(z.string()),
      condition: z.optional(z.string()),
      nth: z.int(),
      earliestMs: ms,
      minMs: ms,
      p50Ms: ms,
      maxMs: ms,
      latestMs: ms,
      share: z.number(),
    }),
  ),
});

const diffValue = z.nullable(z.union([span, spread, z.number(), z.string(), z.array(ms)]));

export const diffSchema = z.strictObject({
  version: z.literal(1),
  base: z.string(),
  head: z.string(),
  changes: z.array(
    z.strictObject({
      kind: z.string(),
      name: z.string(),
      namespace: z.string(),
      path: z.string(),
      is: z.enum(["added", "removed", "changed"]),
      rows: z.array(
        z.strictObject({
          what: z.string(),
          container: z.nullable(z.string()),
          base: diffValue,
          head: diffValue,
          is: z.enum(["sooner", "later", "better", "worse", "changed"]),
          fieldPath: z.string(),
        }),
      ),
      findings: z.strictObject({ new: z.array(diagnostic), gone: z.array(diagnostic) }),
    }),
  ),
  worst: z.enum(["none", "changed", "better", "worse"]),
});
