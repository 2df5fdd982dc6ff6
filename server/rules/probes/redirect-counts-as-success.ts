import { formatSpan } from "../../../shared/basics/span-words.ts";
import { type ProbeType, probeField } from "../../../shared/kubernetes/pod.ts";
import { runOf } from "../../../shared/scenario/script.ts";
import type { TimelineEntry } from "../../../shared/simulation/timeline/timeline.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import type { ContainerHit, ContainerRule } from "../core/model.ts";
import { isProbeCertain } from "../support/certain.ts";
import { entriesOf, probesInScenario, runsOf, timelineOf, windowsOf } from "../support/story.ts";

/**
 * An HTTP probe follows redirects within its host. It does not follow a redirect to another host, and counts it as a success.
 * A container that redirects everything to a login page or to another server therefore counts as healthy. The kubelet only writes a `ProbeWarning` event.
 * The rule needs a scenario or an observation that says so: `redirects liveness`, `redirects readiness after 10m`.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app  # cadence: redirects readiness
 *     image: registry.example/app
 *     readinessProbe:
 *       httpGet: {path: /, port: 8080}
 * ```
 *
 * ## How to fix
 *
 * Use a path that needs no login and that the container serves itself.
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app  # cadence: runs
 *     image: registry.example/app
 *     readinessProbe:
 *       httpGet: {path: /ready, port: 8080}
 * ```
 *
 * ## Source
 *
 * `pkg/probe/http/http.go`, `RedirectChecker` and `DoHTTPProbe`: a remaining status from 300 to 399 is a warning, and a warning is a success.
 */
export const redirectCountsAsSuccess: ContainerRule = {
  id: "redirect-counts-as-success",
  title: "A probe that is redirected to another host counts as a success",
  level: "warning",
  origin: "simulation",
  checkContainer: (subject) => probesInScenario(subject).flatMap((type) => check(subject, type)),
};

const outcomes: Readonly<Record<ProbeType, string>> = {
  startup: "the container counts as started, healthy or not",
  liveness: "liveness does not kill the container, healthy or not",
  readiness: "the container gets traffic, healthy or not",
};

function check(subject: ContainerSubject, type: ProbeType): readonly ContainerHit[] {
  const { container } = subject;
  if (container.probes[type]?.handler?.type !== "httpGet" || !isProbeCertain(subject, type)) return [];
  if (!runsOf(subject).some((run) => windowsOf(run, type).some(({ answer }) => answer === "redirects"))) return [];
  const first = firstRedirect(subject, type);
  if (first === undefined) return [];
  return [
    {
      path: [...container.path, probeField(type)],
      on: "key",
      message:
        `A redirect to another host counts as a success of this probe (first at ${formatSpan(first.at)}): ${outcomes[type]}. ` +
        "Use a path that the container serves itself, without a login.",
    },
  ];
}

/** The first attempt that succeeds only because of a redirect. */
function firstRedirect(subject: ContainerSubject, type: ProbeType): TimelineEntry | undefined {
  const timeline = timelineOf(subject);
  if (timeline === undefined) return undefined;
  const starts = entriesOf(timeline, subject.container, "container-started");
  return entriesOf(timeline, subject.container, "probe-attempt").find((attempt) => {
    const start = starts.find(({ run }) => run === attempt.run);
    if (start === undefined || attempt.data.probe !== type || attempt.data.answer !== "success") return false;
    const script = { runs: runsOf(subject), image: undefined };
    const elapsedMs = attempt.tMs - start.tMs;
    const said = windowsOf(runOf(script, (attempt.attempt ?? 1) - 1), type).findLast(
      ({ afterMs, forMs }) => elapsedMs >= afterMs && (forMs === undefined || elapsedMs < afterMs + forMs),
    );
    return said?.answer === "redirects";
  });
}
