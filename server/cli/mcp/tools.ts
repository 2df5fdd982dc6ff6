import * as z from "zod/mini";
import { formatDuration } from "../../../shared/basics/durations.ts";
import { briefContainer, briefEntries, shortened, spanText } from "../../exports/brief.ts";
import { briefIncident } from "../../exports/incident-brief.ts";
import { manifestCall, manifestInput, playedInput, playedOptions, printedInput, runsInput, text } from "./inputs.ts";
import type { Tool } from "./model.ts";
import {
  checked,
  compared,
  explained,
  forecasts,
  learnedContainers,
  learnedOfContainer,
  observed,
  simulated,
  valueText,
} from "./shapes.ts";

/** Builds a tool whose input and output keep their types. */
function tool<I extends z.ZodMiniType, O extends z.ZodMiniType>(spec: {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: I;
  readonly output: O;
  readonly call: (input: z.infer<I>) => ReturnType<Tool["call"]>;
  readonly answer: (printed: string, notes: readonly string[]) => z.infer<O>;
}): Tool {
  return { ...spec, call: (input) => spec.call(z.parse(spec.input, input)) };
}

const notes = z.array(z.string());
const more = z.int().check(z.describe("how many are left out of the list"));

const problem = z.object({
  path: z.string(),
  line: z.int(),
  severity: z.string(),
  rule: z.string(),
  fieldPath: z.string(),
  message: z.string(),
});

const check = tool({
  name: "check",
  title: "Check manifests",
  description:
    "Finds what the Kubernetes API server or kubelet would reject in manifests, and probes, restart policies and hooks that do not work as they appear to. Use it after writing or changing a manifest. Each problem has its line, field path and rule; explain_rule shows its documentation.",
  input: z.object(manifestInput),
  output: z.object({ errors: z.int(), warnings: z.int(), problems: z.array(problem), more, notes }),
  call: (input) => manifestCall("check", input),
  answer(printed, told) {
    const { files, summary } = checked.parse(JSON.parse(printed));
    const all = files.flatMap(({ path, diagnostics }) =>
      diagnostics.map(({ range, ...rest }) => ({ path, line: range.start.line + 1, ...rest })),
    );
    const { list, more: left } = shortened(all);
    return { errors: summary.error, warnings: summary.warning, problems: list, more: left, notes: [...told] };
  },
});

const optionalText = z.optional(z.string());

const forecast = tool({
  name: "forecast",
  title: "Forecast restarts",
  description:
    "Predicts for each pod of a manifest what happens in the next 30 minutes (or `until`): restarts, downtime and why; and for each container how it restarts after a crash, how long it may take to start, and how long a hang lasts until SIGTERM and until traffic stops.",
  input: z.object({ ...manifestInput, ...playedInput, ...runsInput }),
  output: z.object({
    pods: z.array(
      z.object({
        path: z.string(),
        pod: z.string(),
        basis: z.string(),
        outlook: z.string(),
        answer: z.string(),
        fix: optionalText,
        after: optionalText,
        why: optionalText,
        whyField: optionalText,
        advice: optionalText,
        outage: optionalText,
        readyAfter: optionalText,
        containers: z.array(
          z.object({
            name: z.string(),
            kind: z.string(),
            fieldPath: z.string(),
            afterCrash: z.string(),
            mustStartWithin: optionalText,
            hangToSigterm: optionalText,
            hangToExit: optionalText,
            hangToNoTraffic: optionalText,
          }),
        ),
      }),
    ),
    more,
    notes,
  }),
  call: (input) => manifestCall("forecast", input, playedOptions(input)),
  answer(printed, told) {
    const { list, more: left } = shortened(forecasts.parse(JSON.parse(printed)).pods);
    const pods = list.map(({ path, kind, name, namespace, answer, outage, timeToReady, containers }) => ({
      path,
      pod: `${kind}/${name} in ${namespace}`,
      basis: answer.basis,
      outlook: answer.verdict,
      answer: answer.headline,
      ...(answer.fix !== undefined && { fix: answer.fix }),
      ...(answer.after !== undefined && { after: answer.after }),
      ...(answer.why && {
        why: answer.why.text,
        ...(answer.why.fieldPath !== null && { whyField: answer.why.fieldPath }),
        ...(answer.why.advice !== null && { advice: answer.why.advice }),
      }),
      ...(outage !== undefined && { outage }),
      // What is rejected never runs, and has no numbers.
      ...(answer.verdict !== "rejected" && { readyAfter: spanText(timeToReady) }),
      containers: answer.verdict === "rejected" ? [] : containers.map(briefContainer),
    }));
    return { pods, more: left, notes: [...told] };
  },
});

const simulate = tool({
  name: "simulate",
  title: "Simulate a pod",
  description:
    "Plays one pod in virtual time with a described behavior, and lists what happens when. Behavior: `app: crashes after 5s`, `app: hangs after 2m`, `app: starts in 40s`, `expect ready within 90s`; events: `5m kubelet restarts`, `2m pod is deleted`, `5m app: oom`.",
  input: z.object({
    ...manifestInput,
    pod: z.optional(text("which pod, such as Deployment/web, if there are several")),
    ...playedInput,
  }),
  output: z.object({
    pod: z.string(),
    seed: z.int(),
    until: z.string(),
    happened: z.array(z.object({ at: z.string(), container: optionalText, what: z.string(), fieldPath: z.string() })),
    more,
    expectations: z.array(z.unknown()),
    notes,
  }),
  call({ pod, ...input }) {
    const options = [...(pod === undefined ? [] : [`--pod=${pod}`]), ...playedOptions(input)];
    return manifestCall("simulate", input, options);
  },
  answer(printed, told) {
    const { pod, seed, untilMs, entries, expectations } = simulated.parse(JSON.parse(printed));
    return {
      pod: `${pod.kind}/${pod.name}`,
      seed,
      until: formatDuration(untilMs),
      ...briefEntries(entries),
      expectations,
      notes: [...told],
    };
  },
});

const diff = tool({
  name: "diff",
  title: "Compare two versions of manifests",
  description:
    "Shows what a change of manifests does to restarts, downtime and probe times: between git refs of the repository that the server runs in, directories, or files; charts and overlays are rendered on both sides. With `from` and `to` in place of base and head: what an upgrade of Kubernetes changes. Use it before proposing a change of probes or restart settings.",
  input: z.object({
    base: z.optional(text("git ref, directory, or file before the change")),
    head: z.optional(text("git ref, directory, or file after it; . for the work tree")),
    paths: z.optional(
      z
        .array(z.string())
        .check(z.maxLength(100), z.describe("limit to these paths; of an upgrade: what is looked at, default .")),
    ),
    helm: z.optional(text("compare only what this chart makes on each side")),
    values: z.optional(z.array(z.string()).check(z.maxLength(100), z.describe("values files of that chart"))),
    kustomize: z.optional(text("compare only what this overlay makes on each side")),
    from: z.optional(text("version of Kubernetes before an upgrade, such as 1.34; with to, and without base and head")),
    to: z.optional(text("version of Kubernetes after it")),
    ...playedInput,
    ...runsInput,
  }),
  output: z.object({
    worst: z.string(),
    changes: z.array(
      z.object({
        object: z.string(),
        path: z.string(),
        is: z.string(),
        outcome: z.string(),
        refused: z.array(z.string()),
        rows: z.array(
          z.object({
            is: z.string(),
            what: z.string(),
            container: optionalText,
            before: z.string(),
            after: z.string(),
            fieldPath: z.string(),
          }),
        ),
        expectationsToUpdate: z.array(z.string()),
        newProblems: z.array(z.string()),
        goneProblems: z.array(z.string()),
      }),
    ),
    more,
    notes,
  }),
  call({ base, head, paths = [], helm, values = [], kustomize, from, to, ...played }) {
    const options = [
      ...playedOptions(played),
      ...(helm === undefined ? [] : [`--helm=${helm}`]),
      ...values.map((each) => `--values=${each}`),
      ...(kustomize === undefined ? [] : [`--kustomize=${kustomize}`]),
    ];
    const sides = [base, head].flatMap((each) => each ?? []);
    const isOption = sides.find((each) => each.startsWith("-"));
    if (isOption !== undefined) return { problem: `${isOption} is not a git ref, a directory, or a file` };
    if (from !== undefined && to !== undefined && sides.length === 0) {
      const looked = paths.length === 0 ? ["."] : paths;
      return {
        args: ["diff", "--format=json", ...options, `--from=${from}`, `--to=${to}`, "--", ...looked],
        stdin: "",
      };
    }
    if (from !== undefined || to !== undefined || sides.length < 2)
      return { problem: "give either base and head, or from and to" };
    return { args: ["diff", "--format=json", ...options, ...sides, "--", ...paths], stdin: "" };
  },
  answer(printed, told) {
    const { worst, changes } = compared.parse(JSON.parse(printed));
    const { list, more: left } = shortened(changes);
    const told1 = ({ severity, message, rule }: { severity: string; message: string; rule: string }) =>
      `${severity}: ${message} (${rule})`;
    return {
      worst,
      changes: list.map(({ kind, name, path, is, outcome, refused, rows, findings }) => ({
        object: kind === "" ? "file" : `${kind}/${name}`,
        path,
        is,
        outcome,
        refused: refused.map(({ message }) => message),
        rows: shortened(rows).list.map(({ what, container, base, head, is: effect, fieldPath }) => ({
          is: effect,
          what,
          ...(container !== null && { container }),
          before: valueText(base),
          after: valueText(head),
          fieldPath,
        })),
        expectationsToUpdate: shortened(findings.toUpdate).list.map(told1),
        newProblems: shortened(findings.new).list.map(told1),
        goneProblems: shortened(findings.gone).list.map(told1),
      })),
      more: left,
      notes: [...told],
    };
  },
});

const explainRule = tool({
  name: "explain_rule",
  title: "Explain a rule",
  description:
    "The documentation of a rule of check, as Markdown: what goes wrong, an example, how to fix it, and where Kubernetes says so.",
  input: z.object({ rule: text("id, such as liveness-kills-start") }),
  output: z.object({ page: z.string() }),
  call: ({ rule }) => ({ args: ["rules", "--", rule], stdin: "" }),
  answer: (page) => ({ page }),
});

const explain = tool({
  name: "explain",
  title: "Explain an incident",
  description:
    "Says why the containers of a pod restarted, by what is left of the incident: the output of kubectl describe pod, kubectl events, kubectl get pods, kubectl get pods,events -o json or yaml, a watch, or an audit log of the API server. Each cause says how sure it is; what nothing explains is listed, with the command that would say more. Do not name causes beyond these.",
  input: z.object({
    ...printedInput,
    takenAt: z.optional(text("when it was printed, such as 2026-11-20T12:00:00Z, if that is known")),
  }),
  output: z.object({
    pods: z.array(
      z.object({
        pod: z.string(),
        basis: z.string(),
        headline: z.nullable(z.string()),
        causes: z.array(z.object({ text: z.string(), certainty: z.string(), shown: z.string() })),
        next: z.array(z.string()),
        scenario: z.array(z.string()),
        fit: z.nullable(z.object({ judged: z.int(), inside: z.int() })),
        whatIf: z.array(
          z.object({ change: z.string(), avoids: z.string(), costs: z.string(), if: z.nullable(z.string()) }),
        ),
        helps: z.nullable(z.string()),
        unexplained: z.array(z.string()),
        ask: z.array(z.string()),
      }),
    ),
    more,
    notes,
  }),
  call({ text: pasted, paths, takenAt }) {
    const options = takenAt === undefined ? [] : [`--at=${takenAt}`];
    const call = manifestCall("explain", { manifest: pasted, paths }, options);
    return "problem" in call ? { problem: "give either text or paths" } : call;
  },
  answer(printed, told) {
    return { ...briefIncident(explained.parse(JSON.parse(printed)).pods), notes: [...told] };
  },
});

const learn = tool({
  name: "learn",
  title: "Learn scenarios from pods",
  description:
    "Measures how long the pods of a workload took to start and to stop and how their programs ended, by the output of kubectl get pods,events -o json or yaml, watches, or kubectl describe pod. comment is the text of a # cadence: comment for the manifest, which check, forecast and simulate then use; proposals are settings that fit, each with its evidence. Do not propose others by these numbers.",
  input: z.object(printedInput),
  output: z.object({
    containers: z.array(
      z.object({
        workload: z.string(),
        pods: z.int(),
        container: z.string(),
        ...learnedOfContainer,
      }),
    ),
    more,
    notes,
  }),
  call({ text: pasted, paths }) {
    // `deploy/web` is a file here, and no object of a cluster.
    const files = paths?.map((path) => (/^[A-Za-z.]+\//.test(path) ? `./${path}` : path));
    const call = manifestCall("learn", { manifest: pasted, paths: files });
    return "problem" in call ? { problem: "give either text or paths" } : call;
  },
  answer(printed, told) {
    const { list, more: left } = shortened(learnedContainers(JSON.parse(printed)));
    return { containers: list, more: left, notes: [...told] };
  },
});

const observe = tool({
  name: "observe",
  title: "Observe pods of a cluster",
  description:
    "Shows what the pods of the current kubeconfig context do: state, restarts, and when each container restarts next. Reads only (get, list, watch).",
  input: z.object({
    target: z.optional(text("a pod's name, or KIND/NAME such as deploy/web; default: all pods")),
    namespace: z.optional(text("default: that of the context")),
    allNamespaces: z.optional(z.boolean()),
    context: z.optional(text("of the kubeconfig; default: the current one")),
  }),
  output: z.object({
    pods: z.array(
      z.object({
        name: z.string(),
        namespace: z.string(),
        state: z.string(),
        restarts: z.int(),
        containers: z.array(z.object({ name: z.string(), state: z.string(), next: z.string() })),
      }),
    ),
    more,
    notes,
  }),
  call({ target, namespace, allNamespaces, context }) {
    const options = [
      ...(namespace === undefined ? [] : [`--namespace=${namespace}`]),
      ...(allNamespaces === true ? ["--all-namespaces"] : []),
      ...(context === undefined ? [] : [`--context=${context}`]),
    ];
    const args = ["observe", "--format=json", ...options, "--", ...(target === undefined ? [] : [target])];
    return { args, stdin: "", isSlow: true };
  },
  answer(printed, told) {
    const { pods, missing, freshness } = observed.parse(JSON.parse(printed));
    const { list, more: left } = shortened(pods);
    return {
      pods: list.map(({ name, namespace, observed: { state, restarts, containers } }) => ({
        name,
        namespace,
        state,
        restarts,
        containers: containers.map((each) => ({ name: each.name, state: each.state, next: each.next.text })),
      })),
      more: left,
      notes: [...told, ...staleNotes(freshness), ...missing],
    };
  },
});

/** The present may be another one than what is answered. */
function staleNotes({ is, reason }: z.infer<typeof observed>["freshness"]): readonly string[] {
  return is === "stale" ? [`Out of date: ${reason}`] : [];
}

export const tools: readonly Tool[] = [check, forecast, simulate, diff, explainRule, observe, explain, learn];
