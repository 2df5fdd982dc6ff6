import type { Path } from "../../../shared/basics/path.ts";
import { crashSentence } from "../../../shared/forecast/pod/container-sentences.ts";
import { restartAllHint } from "../../../shared/forecast/pod/hints.ts";
import { isEnabled } from "../../../shared/kubernetes/gates/feature-gates.ts";
import { allContainers, type Container, type RestartPolicy, type RestartRule } from "../../../shared/kubernetes/pod.ts";
import { effectivePolicy } from "../../../shared/restart/decision.ts";
import type { RunnablePod } from "../../analysis/subject.ts";
import type { PlacedDocument } from "../../manifest/text/model.ts";
import { pathAt } from "../../manifest/text/position.ts";
import { rangeOf } from "../../manifest/text/ranges.ts";
import type { Context, Feature } from "../core/feature.ts";
import { referenceOf } from "../core/pod-reference.ts";
import { analyzed, containerAt, forecastOf, podAt, runnablePods } from "../core/subjects.ts";
import { documentOfHint } from "../hints/hint-data.ts";
import { type HintPlace, hintsAt } from "../hints/hints.ts";
import { docs } from "../hover/docs.ts";
import { answerText, type HoverText, hoverOf, spanTable } from "../hover/markdown.ts";
import { restartRows } from "./container-answer.ts";
import { podFieldNotes } from "./pod-field-notes.ts";

const name = "restart rules";
const restartAll = "RestartAllContainers";

/** What `restartPolicy` and `restartPolicyRules` do, and how many containers `RestartAllContainers` restarts. */
export const restartRules: Feature = {
  name,
  inlayHints(context, placed, range) {
    if (!context.display.inlayHints.rules || !canRestartAll(context)) return [];
    return hintsAt(context, placed, range, runnablePods(analyzed(context, placed)).flatMap(hintPlaces));
  },
  hintTooltip(context, data) {
    const hint = documentOfHint(context, name, data);
    const answer = hint && answerAt(context, hint.placed, hint.path);
    return answer && answerText(answer, context);
  },
  hover(context, placed, offset) {
    const { path, on } = pathAt(placed.document, offset);
    const answer = answerAt(context, placed, path);
    if (answer === undefined) return undefined;
    const notes = [...(answer.notes ?? []), ...podFieldNotes(context, placed, offset)];
    return hoverOf({ ...answer, notes }, context, { placed, range: rangeOf(placed.document, path, on) });
  },
};

function canRestartAll({ settings }: Context): boolean {
  return isEnabled(settings.assumptions.node, "RestartAllContainersOnContainerExits");
}

function hintPlaces({ pod, located }: RunnablePod): HintPlace[] {
  const text = () => restartAllHint(allContainers(pod).length);
  return allContainers(pod).flatMap(({ path, restartPolicy, restartPolicyRules }) =>
    restartPolicyRules.flatMap(({ action }, index) => {
      // Rules count only beside a restartPolicy of the container's own.
      if (action !== restartAll || restartPolicy === undefined) return [];
      return [{ feature: name, path: [...located.prefix, ...path, "restartPolicyRules", index, "action"], text }];
    }),
  );
}

function answerAt(context: Context, placed: PlacedDocument, path: Path): HoverText | undefined {
  const at = podAt(analyzed(context, placed), path);
  if (at === undefined) return undefined;
  const found = containerAt(at.pod.pod, at.inside);
  const subject = found?.container ?? at.pod.pod.containers[0];
  const first = subject && sentence(context, at.pod, { subject, inContainer: found?.rest, inPod: at.inside });
  const forecast = subject && first !== undefined ? forecastOf(at.pod, subject) : undefined;
  if (first === undefined || forecast === undefined) return undefined;
  const pod = referenceOf(context, placed, at.pod.located);
  return { first, table: spanTable(restartRows(forecast)), docs: docs.restartPolicy, pod };
}

interface Where {
  readonly subject: Container;
  readonly inContainer: Path | undefined;
  readonly inPod: Path;
}

function sentence(context: Context, pod: RunnablePod, { subject, inContainer, inPod }: Where): string | undefined {
  const { node } = context.settings.assumptions;
  if (inContainer === undefined) {
    const isPolicy = inPod.length === 1 && inPod[0] === "restartPolicy";
    return isPolicy ? policySentence("a container", pod.pod.restartPolicy, crashWords(pod, subject)) : undefined;
  }
  const [field, index] = inContainer;
  if (field === "restartPolicy") {
    return policySentence(subject.name, effectivePolicy(subject, pod.pod, node), crashWords(pod, subject));
  }
  if (field !== "restartPolicyRules") return undefined;
  if (typeof index !== "number")
    return `The first rule that matches the exit code of ${subject.name} applies. If none matches, its restartPolicy applies.`;
  const rule = subject.restartPolicyRules[index];
  return rule && ruleSentence(rule, subject.name, allContainers(pod.pod).length);
}

function crashWords(pod: RunnablePod, container: Container): string {
  const forecast = forecastOf(pod, container);
  return forecast?.restarts.canRestart ? ` ${crashSentence(forecast)}` : "";
}

function policySentence(who: string, policy: RestartPolicy, crash: string): string {
  if (policy === "Always") return `The kubelet restarts ${who} after every exit.${crash}`;
  if (policy === "OnFailure") return `The kubelet restarts ${who} after a failure. Exit code 0 is final.${crash}`;
  return `The kubelet ${crash === "" ? `does not restart ${who}` : `restarts ${who} only where a restart rule says so`}.${crash}`;
}

function ruleSentence({ action, exitCodes }: RestartRule, who: string, containers: number): string | undefined {
  if (exitCodes === undefined) return undefined;
  const codes = exitCodes.values.join(", ");
  const when = exitCodes.operator === "NotIn" ? `with any code except ${codes}` : `with ${codes}`;
  if (action === "Restart")
    return `When ${who} exits ${when}, the kubelet restarts it, regardless of its restartPolicy.`;
  if (action !== restartAll) return undefined;
  const whole = containers === 1 ? "the container" : `all ${containers} containers`;
  return `When ${who} exits ${when}, the kubelet restarts ${whole} in place, init containers first, without back-off.`;
}
