import type { Semantics } from "../kubernetes/node.ts";
import { storedDelay } from "./backoff.ts";
import {
  type CrashLoopPolicy,
  type DelayRange,
  type RestartRules,
  reducedDelays,
  restartRules,
  standardDelays,
  withMaximum,
} from "./policy.ts";
import { policyDelays, type RestartDelays } from "./restart-backoff.ts";

/** A way to delay the restarts of a container that Kubernetes has, had or might have had. */
export interface Curve extends RestartDelays {
  readonly id: string;
  readonly title: string;
  /** Document and section. */
  readonly source: string;
  /** What it does, in one sentence; a second sentence names what the source leaves open. */
  readonly about: string;
}

/** KEP-4603 names "0-10s flat rate"; its graph has 5 s. */
const flatDelays: DelayRange = { initialMs: 5_000, maximumMs: 5_000 };
/** KEP-4603 "Front loaded decay with interval": the delays of five retries, then one that makes up for them. */
const lastFrontLoadedMs = 16_000;
const catchUpMs = 569_000;
/** SIGKILL, which is what an out-of-memory kill and a probe kill without an answer to SIGTERM leave behind. */
const killedExitCode = 137;

/**
 * What people can compare with the curve of their node: what is released, and what KEP-4603 proposes, models or rejects.
 * All of them follow the rules of `semantics` about the first restart and about recovery, so that only the designs differ;
 * with `kep` they are the curves of the KEP's graphs. KEP-5593 as written always has the rules of the proposals.
 */
export function namedCurves(semantics: Semantics): readonly Curve[] {
  const rules = restartRules[semantics];
  return [...kubeletCurves(rules), ...modelledCurves(rules), ...rejectedCurves(rules)];
}

/** The curve that a policy makes, such as that of the node in question. */
export function policyCurve(labels: CurveLabels, policy: CrashLoopPolicy): Curve {
  return { ...labels, ...policyDelays(policy) };
}

export type CurveLabels = Pick<Curve, "id" | "title" | "source" | "about">;

/** Curves that a kubelet can be made to follow. */
function kubeletCurves(rules: RestartRules): readonly Curve[] {
  return [
    policyCurve(
      {
        id: "default",
        title: "Default",
        source: 'KEP-4603 Upgrade / Downgrade Strategy, "today\'s behavior"',
        about: "10s, doubled with each restart up to 5m.",
      },
      { ...standardDelays, ...rules },
    ),
    policyCurve(
      {
        id: "reduced",
        title: "Reduced default",
        source: "KEP-4603 Existing backoff curve change",
        about: "1s, doubled up to 60s, for every container of nodes with ReduceDefaultCrashLoopBackOffDecay.",
      },
      { ...reducedDelays, ...rules },
    ),
    policyCurve(
      {
        id: "node-maximum",
        title: "Node maximum of 1s",
        source: "KEP-5593 Proposal; KEP-4603 Node specific kubelet config",
        about: "Always 1s: the lowest maximum that a node may be given.",
      },
      { ...withMaximum(standardDelays, 1_000), ...rules },
    ),
    policyCurve(
      {
        id: "kep-5593",
        title: "KEP-5593 as written",
        source: "KEP-5593 Implementing with KubeletConfiguration",
        about: "Always 4s, as in the KEP's example, also before the first restart; forgotten after a run of 5m.",
      },
      { ...withMaximum(standardDelays, 4_000), ...restartRules.kep },
    ),
  ];
}

/** Initial delays and maximums that KEP-4603 draws graphs of. */
function modelledCurves(rules: RestartRules): readonly Curve[] {
  const source = "KEP-4603 Front loaded decay curve";
  const withInitial = (id: string, initialMs: number, text: string): Curve =>
    policyCurve(
      { id, title: `Initial delay of ${text}`, source, about: `${text}, doubled up to the usual 5m.` },
      { initialMs, maximumMs: standardDelays.maximumMs, ...rules },
    );
  return [
    withInitial("initial-1s", 1_000, "1s"),
    withInitial("initial-250ms", 250, "250ms"),
    withInitial("initial-25ms", 25, "25ms"),
    policyCurve(
      {
        id: "initial-1s-maximum-30s",
        title: "1s to 30s",
        source,
        about: "1s, doubled up to 30s: the most extreme pair that the KEP draws.",
      },
      { initialMs: 1_000, maximumMs: 30_000, ...rules },
    ),
  ];
}

/** Alternatives that KEP-4603 discusses and rejects. */
function rejectedCurves(rules: RestartRules): readonly Curve[] {
  const standard: CrashLoopPolicy = { ...standardDelays, ...rules };
  // A rate counts from the first restart on: a free one would be no rate.
  const flat: CrashLoopPolicy = { ...flatDelays, ...rules, firstDelayed: true };
  const frontLoaded: CrashLoopPolicy = { initialMs: 1_000, maximumMs: standardDelays.maximumMs, ...rules };
  return [
    policyCurve(
      {
        id: "global-maximum",
        title: "Global maximum",
        source: "KEP-4603 Alternatives, Global override",
        about: "One maximum for all nodes. The KEP names no number: 60s here, as in its section on the default curve.",
      },
      { ...withMaximum(standardDelays, 60_000), ...rules },
    ),
    perExitCode(standard, { ...reducedDelays, ...rules }, flat),
    policyCurve(
      {
        id: "rapid",
        title: "restartPolicy: Rapid",
        source: "KEP-4603 Alternatives, RestartPolicy: Rapid",
        about: "250ms, doubled up to 60s, for pods that ask for it.",
      },
      { initialMs: 250, maximumMs: 60_000, ...rules },
    ),
    {
      id: "flat-on-success",
      title: "Flat rate after success",
      source: "KEP-4603 Alternatives, Flat-rate restarts for Succeeded Pods",
      about:
        "5s after each exit with 0, the default curve after others. That a success leaves the curve as it was is our reading.",
      policy: (exitCode) => (exitCode === 0 ? flat : standard),
      delayMs: storedDelay,
    },
    {
      id: "fast-on-success",
      title: "restartPolicy: FastOnSuccess",
      source: "KEP-4603 Alternatives, API opt-in for flat rate",
      about:
        "For pods that ask for it 5s after each exit with 0, and the front-loaded curve (1s to 5m) after others. The numbers are those of the neighboring sections.",
      policy: (exitCode) => (exitCode === 0 ? flat : frontLoaded),
      delayMs: storedDelay,
    },
    {
      id: "front-loaded-interval",
      title: "Front-loaded with interval",
      source: "KEP-4603 Alternatives, Front loaded decay with interval",
      about:
        "1s, doubled up to 16s, then 569s: about as many restarts in ten minutes as today. That it stays at 569s is our reading.",
      policy: () => frontLoaded,
      delayMs: (storedMs) => (storedMs > lastFrontLoadedMs ? catchUpMs : storedMs),
    },
    {
      id: "run-time-credit",
      title: "Credit for running time",
      source: "KEP-4603 Alternatives, More complex heuristics",
      about: "The default curve, less the time that the container has run. The KEP only names it.",
      policy: () => standard,
      delayMs: (storedMs, { startedAtMs, finishedAtMs }) => Math.max(0, storedMs - (finishedAtMs - startedAtMs)),
    },
  ];
}

/** The KEP lists failed image downloads, too; they are no exits and have a back-off of their own. */
function perExitCode(crashed: CrashLoopPolicy, killed: CrashLoopPolicy, succeeded: CrashLoopPolicy): Curve {
  return {
    id: "per-exit-code",
    title: "Per exit code",
    source: "KEP-4603 Alternatives, Per exit code configuration",
    about:
      "A curve for each kind of end. The KEP names no numbers: here the default after a crash, the reduced one after a kill (137), 5s after success.",
    policy: (exitCode) => {
      if (exitCode === 0) return succeeded;
      return exitCode === killedExitCode ? killed : crashed;
    },
    delayMs: storedDelay,
  };
}
