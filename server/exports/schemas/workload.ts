import * as z from "zod/mini";
import { waiters } from "../../../shared/controllers/waiters/waiters.ts";
import type { Immutable } from "../../../shared/protocol/values/parse.ts";
import { about, count, expectation, ms, named, object, place, runTime, runTimes, span, time } from "./parts.ts";

const completion = {
  played: about("Runs that were simulated.", count),
  complete: about("Runs in which it completes.", count),
};
const completions = named("completions", "In how many runs it completes.", z.strictObject(completion));

export const waiting = about(
  "Those who wait for it, each by the rules of one release. In runs in which one neither returns nor fails, it waits until it times out.",
  z.array(
    z.strictObject({
      waiter: z.literal(waiters),
      version: about("The release whose rules these are.", z.string()),
      returns: runTime("When it returns, in the runs in which it does."),
      fails: runTime(
        "When it ends with an error because the deadline is exceeded, or the strategy is none that it knows.",
      ),
      runs: z.strictObject({ return: count, fail: count }),
    }),
  ),
);

const rollout = named(
  "rollout",
  "A rollout. Times count from the change of the template. A time is null where runs differ, too; `runs` says in how many it comes.",
  z.strictObject({
    completes: runTime("When all pods have the new template and are available."),
    stuckAt: about(
      "How many pods are updated where it does not complete.",
      z.nullable(z.strictObject({ updated: count, of: count })),
    ),
    deadlineExceeded: about(
      "When `progressDeadlineSeconds` reports it as failed.",
      z.union([runTimes, z.literal("never")]),
    ),
    availableAtLeast: about("The fewest available pods meanwhile.", count),
    podsAtMost: about("The most pods meanwhile.", count),
    endpointsAtLeast: about(
      "The fewest ready endpoints of a Service, with those of other workloads; null without a Service.",
      z.nullable(count),
    ),
    usableAtLeast: about(
      "The fewest endpoints that kube-proxy sends new connections to: where none is ready, those that serve while they terminate; null without a Service.",
      z.nullable(count),
    ),
    withoutTraffic: time("For how long there is none of those, at most; null if there always is one."),
    waiters: waiting,
    runs: z.strictObject({
      ...completion,
      reportedAsFailed: about("Runs in which the deadline is exceeded.", count),
      withoutTraffic: about("Runs in which a Service has no usable endpoint for a while.", count),
    }),
  }),
);

const scaled = z.strictObject({
  to: about("The number of replicas.", count),
  completes: runTime("When all pods are available or gone."),
  runs: completions,
});

const shutdown = z.strictObject({
  preStop: time("When the preStop hook ends or is cut off."),
  preStopCut: about("Whether the grace period cuts the preStop hook off.", z.boolean()),
  sigterm: time("When the containers get SIGTERM."),
  sigkill: time("When a container that ignores SIGTERM gets SIGKILL."),
  killed: about("Whether a container gets SIGKILL.", z.boolean()),
  gone: time("When the pod is removed."),
  endpointsNotReady: about(
    "When the endpoint is not ready any more: Services with other ready endpoints stop sending traffic.",
    span,
  ),
  requestsCutMs: about(
    "How long requests are cut off at most; null if the project file sets no trafficDelay, or the only pod has no replacement that gets ready.",
    z.nullable(z.number()),
  ),
});

export const workload = z.strictObject({
  ...place,
  ...object,
  replicas: about("Null where another object sets it.", z.nullable(z.int())),
  reason: about("Why rollouts are not simulated; all but `shutdown` is then null.", z.nullable(z.string())),
  rollout: z.nullable(rollout),
  waiters: z.optional(waiting),
  ifNewVersionCrashes: z.nullable(
    z.strictObject({ afterMs: about("How long a container of the new version runs.", ms), rollout }),
  ),
  firstDeployment: runTime("When all pods of a first deployment are available."),
  firstDeploymentRuns: z.nullable(completions),
  firstDeploymentWaiters: z.optional(waiting),
  scale: about("Twice as many and half as many pods.", z.nullable(z.strictObject({ up: scaled, down: scaled }))),
  rollback: about(
    "The way back from a version that never starts.",
    z.nullable(
      z.strictObject({
        stuckAt: about("Updated pods at which the rollout is stuck.", count),
        availableAtLeast: count,
        completes: runTime("When the rollback completes."),
        afterDeletion: runTime("When it completes once the pods of `delete` are deleted."),
        delete: about("Pods that have to be deleted.", z.array(z.string())),
        runs: z.strictObject({ ...completion, completeAfterDeletion: count }),
      }),
    ),
  ),
  drain: about(
    "`kubectl drain` of one node.",
    z.nullable(
      z.strictObject({
        pods: about("Pods on the node.", count),
        left: runTime("When they have left the node."),
        available: runTime("When all pods are available again."),
        availableAtLeast: count,
        refusedMs: about("How long a disruption budget refuses evictions.", ms),
        refusal: about("Why it does.", z.nullable(z.string())),
        runs: z.strictObject({ ...completion, left: count, refused: count }),
      }),
    ),
  ),
  withEvents: z.optional(
    about(
      "With all that the scenario lets happen. Times count from its beginning.",
      z.strictObject({
        events: about("What happens, in order of time.", z.array(z.string())),
        rollout: about("What becomes of the last change of the template.", rollout),
        left: about("Pods that it does not reach, where it does not complete.", z.array(z.string())),
        afterDeletion: runTime("When it completes once they are deleted, counted from their deletion."),
        nodeLosses: z.optional(
          about(
            "Each node that is lost. Times count from its loss.",
            z.array(
              z.strictObject({
                node: z.string(),
                atMs: about("When it stops.", ms),
                pods: about("Pods on the node.", count),
                notReady: runTime("When the node is NotReady; until then its pods count as ready."),
                evicted: runTime("When its pods are evicted by the taint `node.kubernetes.io/unreachable`."),
                available: runTime("When all pods are available again."),
                heldBy: about(
                  "What keeps its pods from being replaced.",
                  z.nullable(z.literal(["DaemonSet", "StatefulSet", "toleration", "volume"])),
                ),
                runs: z.strictObject({ played: count, available: count }),
              }),
            ),
          ),
        ),
      }),
    ),
  ),
  load: z.optional(
    about(
      "Where the scenario says how replicas share load: the fewest pods that make others fail when they crash. Times count from the crash.",
      z.strictObject({
        pods: about("Pods of the workload.", count),
        crashed: about("Pods that crash together.", count),
        spreads: about("Whether others fail.", z.boolean()),
        killed: about(
          "The others that a probe kills, over the runs.",
          z.nullable(
            z.strictObject({
              pods: z.strictObject({ min: count, max: count }),
              container: z.string(),
              probe: z.literal(["startup", "liveness", "readiness"]),
            }),
          ),
        ),
        readyAtLeast: about("The fewest ready pods.", count),
        recovers: about(
          "Until all pods are ready and stay so.",
          z.nullable(z.strictObject({ minMs: ms, maxMs: ms, runs: count })),
        ),
        watchedMs: about("How long was watched.", ms),
        runs: count,
        breaker: about("The first field, of those that were tried, that breaks the spiral.", z.nullable(z.string())),
        ready: about(
          "Ready pods in the first run, each time that they change.",
          z.array(z.strictObject({ tMs: ms, pods: count })),
        ),
      }),
    ),
  ),
  shared: z.optional(
    about(
      "Each budget and Service that also selects pods of other workloads, if all of them are updated at the same time. A budget holds no rollout.",
      z.array(
        z.strictObject({
          kind: z.literal(["budget", "service"]),
          name: z.string(),
          of: about("Pods that it selects.", count),
          members: about("Its workloads.", z.array(z.strictObject({ name: z.string(), pods: count }))),
          atLeast: about("The fewest ready pods meanwhile; of a Service, the fewest usable ones.", count),
          needs: about("What the budget keeps; 1 for a Service.", count),
          allowed: about("Evictions that the budget allows while nothing is updated.", count),
        }),
      ),
    ),
  ),
  pods: about(
    "A new pod. Times count from its creation.",
    z.strictObject({ ready: runTime("When it is ready."), available: runTime("When it is available.") }),
  ),
  expectations: z.optional(about("The `expect` lines about the rollout.", z.array(expectation))),
  shutdown: about("What happens when a pod is deleted. Times count from the deletion.", shutdown),
});

export type WorkloadJson = Immutable<z.infer<typeof workload>>;
export type RolloutJson = Immutable<z.infer<typeof rollout>>;
