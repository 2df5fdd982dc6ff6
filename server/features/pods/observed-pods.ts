import { type CodeLens, type Diagnostic, DiagnosticSeverity, type Range } from "vscode-languageserver";
import { plainLine } from "../../../shared/basics/plain-line.ts";
import { allContainers, type Container } from "../../../shared/kubernetes/pod.ts";
import { freshnessReason } from "../../../shared/observation/answer/freshness.ts";
import {
  contradictions,
  countsDown,
  liveRolloutText,
  reportPod,
  specDifferences,
  timedTextAt,
} from "../../../shared/observation/index.ts";
import type { Freshness } from "../../../shared/protocol/cluster.ts";
import type { RunnablePod } from "../../analysis/subject.ts";
import { observedOfContainer } from "../../exports/observed.ts";
import type { LivePod } from "../../live/live-pod.ts";
import { type LiveView, seenAtMs, staleText } from "../../live/live-view.ts";
import { podsOfManifest, podsText, rolloutOfManifest, worstFirst } from "../../live/manifest-pods.ts";
import { appearanceOf } from "../../live/rows.ts";
import type { PlacedDocument } from "../../manifest/text/model.ts";
import { rangeOf } from "../../manifest/text/ranges.ts";
import { type Prose, paragraphs } from "../../markdown/markdown.ts";
import type { Context, Feature } from "../core/feature.ts";
import { rangeInFile } from "../core/places.ts";
import { type PodOfFile, referenceTo } from "../core/pod-reference.ts";
import { analyzed, containerAt, podAt, runnablePods } from "../core/subjects.ts";
import { source } from "../diagnostics/findings.ts";
import { documentOfHint } from "../hints/hint-data.ts";
import { hintsAt } from "../hints/hints.ts";

const name = "observed pods";

/** What the pods of a manifest did in the connected cluster: beside their containers, and where it contradicts the forecast. */
export const observedPods: Feature = {
  name,
  inlayHints(context, placed, range) {
    if (!context.display.observedHints) return [];
    const places = runnablePods(analyzed(context, placed)).flatMap((pod) => {
      const live = podsOfManifest(context.live.pods, pod.located);
      if (live.length === 0) return [];
      return allContainers(pod.pod).map((container) => ({
        feature: name,
        path: [...pod.located.prefix, ...container.path, "name"],
        text: () => hintText(live, container.name),
      }));
    });
    return hintsAt(context, placed, range, places);
  },
  hintTooltip(context, data) {
    const hint = documentOfHint(context, name, data);
    const at = hint && podAt(analyzed(context, hint.placed), hint.path);
    const found = at && containerAt(at.pod.pod, at.inside);
    return at && found && paragraphs(observedNotes(context, at.pod, found.container));
  },
  diagnostics(context, placed) {
    // Without a cluster, thousands of documents need no look.
    if (context.live.pods.context === undefined) return [];
    return runnablePods(analyzed(context, placed)).flatMap((pod) => {
      const live = podsOfManifest(context.live.pods, pod.located);
      return [...contradicting(context, placed, { pod, live }), ...differing(context, placed, { pod, live })];
    });
  },
};

/** Above a pod that the cluster has: what its pods did and when the next one is tried, and the way to compare. */
export function observedLenses(context: Context, pod: PodOfFile, range: Range): readonly CodeLens[] {
  // Without a cluster, thousands of pods need no look.
  const live = context.live.pods.context === undefined ? [] : podsOfManifest(context.live.pods, pod.located);
  const uids = worstFirst(live, seenAtMs(context.live)).map(({ uid }) => uid);
  context.live.shows(context.document.uri, pod.ordinal, uids);
  if (live.length === 0) return [];
  const title = [...rolloutTitle(context.live, pod), lensTitle(context.live, live)].join(" · ");
  return [
    { range, command: { title, command: "podCadence.cluster.revealPod", arguments: [uids] } },
    {
      range,
      command: {
        title: "Compare with Live Pod",
        command: "podCadence.cluster.comparePod",
        arguments: [{ uids, reference: referenceTo(context, pod) }],
      },
    },
  ];
}

/** `4 of 10 updated, about 9m to go (8m–11m); deadline in 4m`, where it is in a rollout. */
function rolloutTitle(view: LiveView, { located }: PodOfFile): readonly string[] {
  const rollout = view.pods.freshness.is === "live" ? rolloutOfManifest(view.pods, located) : undefined;
  if (rollout === undefined) return [];
  view.countsDown();
  return [liveRolloutText(rollout, view.nowMs())];
}

/** What is old counts nothing down. */
function lensTitle(view: LiveView, live: readonly LivePod[]): string {
  const { restarts, next } = podsText(live);
  const stale = staleText(view.pods.freshness);
  if (stale !== "") return `${restarts} · ${stale}`;
  if (next === undefined) return restarts;
  if (countsDown(next)) view.countsDown();
  return `${restarts} · ${timedTextAt(next, view.nowMs())}`;
}

/** Whether one of its pods in the cluster waits to be started again, or failed. */
export function failsInCluster({ live }: Context, { located }: RunnablePod): boolean {
  return podsOfManifest(live.pods, located).some((pod) => ["failing", "waiting"].includes(appearanceOf(pod)));
}

/** The section "Observed" of a container's hover: of the pod of it that went worst. Empty if the cluster has none. */
export function observedNotes(context: Context, pod: RunnablePod, container: Container): readonly Prose[] {
  const { live } = context;
  const pods = podsOfManifest(live.pods, pod.located);
  const [worst] = worstFirst(pods, seenAtMs(live));
  const kubelet = worst?.kubelet();
  if (worst === undefined || kubelet === undefined) return [];
  const report = reportPod(kubelet, worst.look, seenAtMs(live));
  const others = pods.length === 1 ? "" : `, the worst of ${pods.length} pods`;
  const { text, notes } = worst.assumed();
  const where = `pod ${worst.look.pod.name} of context ${live.pods.context ?? ""}${others}`;
  const assumed = [`Node: ${text}.`, ...notes].join(" ");
  return [...observedOfContainer(report, container.name, where), staleSentence(live.pods.freshness), assumed];
}

/** What is old says so, and why. */
function staleSentence(freshness: Freshness): string {
  const stale = staleText(freshness);
  const reason = freshnessReason(freshness);
  return stale === "" ? "" : `${stale}: ${reason ?? ""}`;
}

/** At most 30 characters, and nothing that counts down. */
function hintText(pods: readonly LivePod[], container: string): string | undefined {
  const found = pods.flatMap(({ look }) => look.pod.containers.filter((each) => each.name === container));
  const restarts = found.reduce((sum, { restartCount }) => sum + restartCount, 0);
  if (restarts === 0) return undefined;
  const inPods = pods.length === 1 ? "" : ` in ${pods.length} pods`;
  return `observed ${restarts} ↻${inPods}`;
}

interface Observed {
  readonly pod: RunnablePod;
  readonly live: readonly LivePod[];
}

/** What no pod should have done, once for each kind and container: of the first pod that did it. */
function contradicting(context: Context, placed: PlacedDocument, { pod, live }: Observed): readonly Diagnostic[] {
  const atMs = seenAtMs(context.live);
  const found = live.flatMap((each) => {
    const kubelet = each.kubelet();
    return kubelet === undefined ? [] : contradictions(kubelet, each.look, atMs).map((against) => ({ against, each }));
  });
  const kinds = new Map(found.toReversed().map((one) => [`${one.against.kind} ${one.against.container}`, one]));
  return [...kinds.values()].map(({ against, each }) => {
    const container = allContainers(pod.pod).find((written) => written.name === against.container);
    const path = [...pod.located.prefix, ...(container === undefined ? [] : [...container.path, "name"])];
    return diagnostic(context, placed, { path, message: against.message, pod: each, code: "observed-contradiction" });
  });
}

/** Fields in which the newest pod's spec differs from the file. */
function differing(context: Context, placed: PlacedDocument, { pod, live }: Observed): readonly Diagnostic[] {
  const createdMs = ({ look }: LivePod): number => look.pod.createdAt?.nominalMs ?? 0;
  const newest = live.toSorted((one, other) => createdMs(other) - createdMs(one))[0];
  const kubelet = newest?.kubelet();
  if (newest === undefined || kubelet === undefined || pod.located.partial) return [];
  return specDifferences(kubelet.pod, pod.pod).map(({ path, message }) =>
    diagnostic(context, placed, {
      path: [...pod.located.prefix, ...path],
      message,
      pod: newest,
      code: "observed-other-spec",
    }),
  );
}

interface Told {
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly pod: LivePod;
  readonly code: string;
}

/** A contradiction takes several sentences. */
const messageMax = 1000;

function diagnostic(context: Context, placed: PlacedDocument, { path, message, pod, code }: Told): Diagnostic {
  const { name: podName } = pod.look.pod;
  return {
    range: rangeInFile(context, placed, rangeOf(placed.document, [...path], "value")),
    severity: DiagnosticSeverity.Information,
    source,
    code,
    message: plainLine(`Pod ${podName} in context ${context.live.pods.context ?? ""}: ${message}`, messageMax),
  };
}
