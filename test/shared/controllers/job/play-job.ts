import { parseDocument } from "yaml";
import { admit } from "../../../../shared/api-server/admission/admit.ts";
import type { PodScenario } from "../../../../shared/controllers/job/continued-runs.ts";
import { simulateJob } from "../../../../shared/controllers/job/job.ts";
import type { JobSpec, JobTimeline } from "../../../../shared/controllers/job/model.ts";
import { readJob } from "../../../../shared/controllers/job/read-job.ts";
import type { Assumptions } from "../../../../shared/kubernetes/node.ts";
import { allContainers, type DefaultedPod } from "../../../../shared/kubernetes/pod.ts";
import { parseScenario } from "../../../../shared/scenario/language/parse.ts";
import type { Scenario } from "../../../../shared/scenario/model.ts";
import { ofWrittenPod } from "../../../../shared/scenario/written-pod.ts";
import { assume, type PlayOptions } from "../../simulation/play.ts";

export interface WrittenJob {
  readonly job: JobSpec;
  readonly pod: DefaultedPod;
  readonly scenario: Scenario;
}

export interface JobOptions extends PlayOptions {
  /** Index → what its containers do, in place of the `# cadence:` lines. */
  readonly byIndex?: Readonly<Record<number, string>>;
}

/** The spec of a Job as YAML, with `# cadence:` lines that name their containers. */
export function readJobText(text: string, assumptions: Assumptions): WrittenJob {
  const spec: unknown = parseDocument(text, { version: "1.1" }).toJS();
  const podSpec = at(at(spec, "template"), "spec");
  const { pod } = admit({ kind: "Job", name: "report", namespace: "default", spec: podSpec }, assumptions);
  if (pod === undefined) throw new Error(`no pod in:\n${text}`);
  const lines = [...text.matchAll(/^# cadence: (.*)$/gm)].map(([, line]) => line ?? "");
  return { job: readJob(spec, assumptions.apiServer), pod, scenario: scenarioOf(lines, pod) };
}

export function playJob(text: string, options: JobOptions = {}): JobTimeline {
  const assumptions = assume(options);
  const written = readJobText(text, assumptions);
  const { seed = 1, until = 24 * 3600, recording, byIndex } = options;
  const podScenario: PodScenario | undefined =
    byIndex && ((_, pod, { index }) => scenarioOf([byIndex[index ?? 0] ?? "app: runs"], pod));
  return simulateJob({
    ...written,
    assumptions,
    seed,
    untilMs: until * 1000,
    ...(recording && { recording }),
    ...(podScenario && { podScenario }),
  });
}

function scenarioOf(lines: readonly string[], pod: DefaultedPod): Scenario {
  const texts = lines.map((text) => ({ text, container: undefined, source: "comment" as const }));
  const { scenario, problems } = parseScenario(texts, allContainers(pod));
  if (problems.length > 0) throw new Error(problems.map((problem) => problem.message).join("\n"));
  return ofWrittenPod(scenario, "Job");
}

function at(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.entries(value).find(([name]) => name === key)?.[1];
}

/** When pods are created, in seconds. */
export function creations({ pods }: JobTimeline): readonly number[] {
  return pods.map(({ createdMs }) => createdMs / 1000);
}

/** `36 FailureTarget BackoffLimitExceeded` */
export function conditionLines({ conditions }: JobTimeline): readonly string[] {
  return conditions.map(({ tMs, type, reason }) => `${tMs / 1000} ${type} ${reason}`.trim());
}

/** The Job of one container `app`. */
export function oneContainer(cadence: string, fields = "", restartPolicy = "Never"): string {
  const head = cadence === "" ? "" : `# cadence: app: ${cadence}\n`;
  return `${head}${fields}\ntemplate: {spec: {restartPolicy: ${restartPolicy}, containers: [{name: app, image: app}]}}`;
}
