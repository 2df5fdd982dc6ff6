import { counted } from "../basics/counted.ts";
import { plainLine } from "../basics/plain-line.ts";
import type { Span } from "../basics/span.ts";
import type { IncidentPod } from "../evidence/incident.ts";
import type { Assumptions } from "../kubernetes/node.ts";
import { clockWindow } from "../observation/answer/clock.ts";
import { observedPodAnswer } from "../observation/answer/pod-answer.ts";
import { inferScenario } from "../observation/inference/infer.ts";
import { kubeletModelOf } from "../observation/objects/kubelet-model.ts";
import { between, type ObservedRun } from "../observation/objects/runs.ts";
import { latestTime } from "../observation/report.ts";
import { runsOf } from "../observation/windows/next-try.ts";
import { causeSentences } from "./cause-sentences.ts";
import { type ContainerEvidence, causeOf } from "./causes.ts";
import { explainWithoutLook } from "./explain-events.ts";
import { withFreeGrace } from "./free-grace.ts";
import { helpsOf } from "./helps.ts";
import type { KnownRuns } from "./known-runs.ts";
import type { ExplainedPod, ExplainedRun, UnseenRuns } from "./model.ts";
import { nextOf } from "./next.ts";
import { replayOf } from "./replay.ts";
import { timelineOf } from "./timeline.ts";
import { unseenRuns } from "./unseen.ts";
import { whatIfsOf } from "./what-if.ts";

/** Pods that are played again; an incident of a whole cluster would take minutes. */
const playedMax = 20;

/** Explains each pod. Of many that restarted, the first are played again. */
export function explainPods(pods: readonly IncidentPod[], assumptions: Assumptions): readonly ExplainedPod[] {
  let played = 0;
  return pods.map((pod) => {
    const explained = explainPod(pod, assumptions, played < playedMax);
    if (explained.fit !== undefined) played += 1;
    return explained;
  });
}

/** What happened to a pod, who ended its runs and how sure that is, and what comes next. */
export function explainPod(pod: IncidentPod, assumptions: Assumptions, isPlayed = true): ExplainedPod {
  const { look } = pod;
  const described = look && kubeletModelOf(look.pod, assumptions);
  const model = look && described && withFreeGrace(described, look, pod.unknown);
  if (look === undefined || model === undefined) return explainWithoutLook(pod);
  const subjects = look.pod.containers.map((container): ContainerEvidence => {
    const { looks, events, acts, unknown } = pod;
    return { model, look, container, looks, events, acts, unknown };
  });
  const known = subjects.map((subject) => ({ subject, runs: explainedRuns(subject), unseen: unseenRuns(subject) }));
  const atMs = pod.taken?.nominalMs ?? latestTime(look.pod, look.events) ?? 0;
  const unseen = known.flatMap((each) => each.unseen ?? []);
  const runs = known.flatMap((each) => each.runs);
  const next = known.flatMap((each) => (pod.isGone ? [] : (nextOf(each.subject, each.unseen) ?? [])));
  const now = observedPodAnswer(model, look, { atMs, isNow: false });
  const { lines } = inferScenario(model, look);
  const replay =
    !isPlayed || pod.unknown.includes("probes") ? undefined : replayOf({ model, look, known, lines, atMs });
  const { whatIf, refused } = whatIfsOf(replay, known);
  const helps = pod.isGone ? undefined : helpsOf(known, now.fix, whatIf.length > 0);
  return {
    name: pod.name,
    namespace: pod.namespace,
    uid: pod.uid,
    basis: basisOf(pod, runs.length + unseen.reduce((sum, each) => sum + each.runs, 0), runs.length),
    taken: pod.taken,
    isByAges: false,
    headline: pod.isGone ? "is deleted" : withoutNext(now.headline),
    runs,
    unseen,
    causes: known.flatMap((each) => causeSentences(each.subject, each.runs, each.unseen)),
    timeline: timelineOf(pod, known),
    next,
    scenario: lines.map(({ container, text }) => `${container}: ${text}`),
    fit: replay?.fit,
    whatIf,
    helps,
    unexplained: [...unexplainedOf(pod, known), ...(refused === undefined ? [] : [refused])],
    ask: askedOf(pod, known).filter((text) => helps?.includes("kubectl logs") !== true || !text.includes(" logs ")),
  };
}

/** When it is tried again is a line of its own, which may know more. */
function withoutNext(headline: string): string {
  return headline.replace(/, next \w+ (?:was due )?[-\d:– ]{1,60} UTC/, "");
}

function explainedRuns(subject: ContainerEvidence): readonly ExplainedRun[] {
  const { runs } = runsOf(subject.look, subject.container);
  return runs.map((run, index) => {
    const next = runs[index + 1];
    return {
      container: subject.container.name,
      run: run.number + 1,
      started: run.startedAt,
      ended: run.end?.finishedAt,
      lengthMs: run.lengthMs,
      exitCode: run.isReset ? undefined : run.end?.exitCode,
      reason: run.end?.reason,
      cause: causeOf(subject, run),
      waitMs: waitBefore(run, next),
    };
  });
}

function waitBefore(run: ObservedRun, next: ObservedRun | undefined): Span | undefined {
  const isNext = next?.number === run.number + 1;
  if (!isNext || run.end?.finishedAt === undefined || next.startedAt === undefined) return undefined;
  return between(run.end.finishedAt, next.startedAt);
}

const kinds: Readonly<Record<"object" | "watch" | "describe" | "audit", string>> = {
  object: "status",
  watch: "watch",
  describe: "describe",
  audit: "audit log",
};

/** `describe taken 10:02:29–10:02:32, 6 runs, 1 with times`. */
function basisOf({ looks, taken, events }: IncidentPod, runs: number, timed: number): string {
  const is = looks.at(-1)?.is ?? "object";
  const what = kinds[is];
  const looksText = is === "watch" ? counted(looks.length, "look") : counted(looks.length, what);
  const many = is === "audit" ? `${what}, ${counted(looks.length, "look")}` : looks.length > 1 ? looksText : what;
  const when =
    taken === undefined
      ? ", times in UTC"
      : `${is === "audit" ? ", the last" : " taken"} ${clockWindow(taken, taken.nominalMs)} UTC`;
  const timedText = timed < runs ? `, ${timed} of them with times` : "";
  const eventText = events.length === 0 ? ", no events" : "";
  return `${many}${when}, ${counted(runs, "run")}${timedText}${eventText}`;
}

const fieldWords: Readonly<Record<string, string>> = {
  probes: "probes",
  restartPolicy: "restart policy",
  terminationGracePeriodSeconds: "grace period",
  lifecycle: "hooks",
  restartPolicyRules: "restart rules",
};

function unexplainedOf({ unknown, events, looks }: IncidentPod, known: readonly KnownRuns[]): readonly string[] {
  const unseen = known.flatMap((each) => each.unseen ?? []);
  const open = known.flatMap(({ runs }) => runs.filter(({ cause }) => cause?.by === "unknown"));
  const left = unseen.filter(({ cause, killed, runs }) => cause === undefined && killed?.runs !== runs);
  const noEvents = events.length === 0 ? "no events were read" : "no event of that time is left";
  return [
    ...open
      .slice(0, 6)
      .map(
        ({ container, run, exitCode }) =>
          `Nothing here says who ended run ${run} of ${plainLine(container)} (exit code ${exitCode}): ${noEvents}.`,
      ),
    ...left.map(
      (each) => `Nothing here says how ${leftText(each)} of ${plainLine(each.container)} ended: ${noEvents}.`,
    ),
    ...unseen.flatMap(({ container, meanLengthMs }) =>
      meanLengthMs === "empty"
        ? [
            `The runs of ${plainLine(container)} do not fit its back-off: it was reset, by a run of 10m or a restart of the kubelet.`,
          ]
        : [],
    ),
    ...(unknown.length === 0
      ? []
      : [
          `${unsaidIn(looks.at(-1)?.is, unknown)} does not say the ${unknown.map((field) => fieldWords[field] ?? field).join(", ")}; add the manifest.`,
        ]),
  ];
}

function unsaidIn(is: IncidentPod["looks"][number]["is"] | undefined, unknown: readonly string[]): string {
  if (is === "audit") return "The audit log";
  if (is === "object") return "A status alone";
  return unknown.includes("probes") || unknown.includes("phase") ? "This describe" : "A describe";
}

function leftText({ runs, killed }: UnseenRuns): string {
  if (killed !== undefined) return `the other ${runs - killed.runs} of runs 1–${runs}`;
  return runs === 1 ? "run 1" : `runs 1–${runs}`;
}

function askedOf({ name, namespace, unknown, looks }: IncidentPod, known: readonly KnownRuns[]): readonly string[] {
  if (name === "") return [];
  const where = namespace === "default" ? "" : ` -n ${plainLine(namespace)}`;
  const restarted = known.find(({ subject }) => subject.container.restartCount > 0);
  const which =
    known.length === 1 || restarted === undefined ? "" : ` -c ${plainLine(restarted.subject.container.name)}`;
  return [
    ...(restarted === undefined ? [] : [`kubectl logs ${plainLine(name)}${where}${which} --previous`]),
    ...(unknown.length > 0 && looks.length > 0 ? [`kubectl get pod ${plainLine(name)}${where} -o yaml`] : []),
  ];
}
