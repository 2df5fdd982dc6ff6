import type { MetricSample } from "./model.ts";

/** A Job as kube-state-metrics sees it. */
export interface MeasuredJob {
  readonly namespace: string;
  readonly name: string;
  readonly completions: number | undefined;
  readonly parallelism: number;
  readonly status: {
    /** Unix seconds; undefined if it is not started. */
    readonly startSeconds: number | undefined;
    readonly active: number;
    readonly ready: number;
    readonly succeeded: number;
    readonly failed: number;
    readonly conditions: readonly { readonly type: string; readonly status: string; readonly reason: string }[];
  };
}

type Samples = readonly Omit<MetricSample, "name">[];

const failureReasons = ["BackoffLimitExceeded", "DeadlineExceeded", "Evicted"];

/** Models github.com/kubernetes/kube-state-metrics/internal/store/job.go (kube-state-metrics v2.20.0). */
const metrics: Readonly<Record<string, (job: MeasuredJob) => Samples>> = {
  kube_job_spec_completions: ({ completions }) => numberOf(completions),
  kube_job_spec_parallelism: ({ parallelism }) => numberOf(parallelism),
  kube_job_status_start_time: ({ status }) => numberOf(status.startSeconds),
  kube_job_status_active: ({ status }) => numberOf(status.active),
  kube_job_status_ready: ({ status }) => numberOf(status.ready),
  kube_job_status_succeeded: ({ status }) => numberOf(status.succeeded),
  kube_job_status_failed: failedSamples,
  kube_job_complete: (job) => conditionSamples(job, "Complete"),
  kube_job_failed: (job) => conditionSamples(job, "Failed"),
};

/** The metrics of a Job that are simulated. */
export const jobMetricNames: readonly string[] = Object.keys(metrics);

/** What kube-state-metrics exports for a Job, labels `namespace` and `job_name` included. */
export function jobMetrics(job: MeasuredJob): readonly MetricSample[] {
  const own = { namespace: job.namespace, job_name: job.name };
  return Object.entries(metrics).flatMap(([name, samples]) =>
    samples(job).map(({ labels, value }) => ({ name, labels: { ...own, ...labels }, value })),
  );
}

function numberOf(value: number | undefined): Samples {
  return value === undefined ? [] : [{ labels: {}, value }];
}

function failedSamples({ status: { failed, conditions } }: MeasuredJob): Samples {
  if (failed === 0) return [{ labels: {}, value: 0 }];
  const ends = conditions.filter(({ type }) => type === "Failed");
  const known = ends.flatMap(({ reason }) =>
    failureReasons.map((each) => ({ labels: { reason: each }, value: Number(each === reason) })),
  );
  const isKnown = ends.some(({ reason }) => failureReasons.includes(reason));
  return isKnown ? known : [...known, { labels: { reason: "" }, value: failed }];
}

function conditionSamples({ status: { conditions } }: MeasuredJob, wanted: string): Samples {
  return conditions.flatMap(({ type, status }) =>
    type === wanted
      ? ["true", "false", "unknown"].map((value) => ({
          labels: { condition: value },
          value: Number(status.toLowerCase() === value),
        }))
      : [],
  );
}
