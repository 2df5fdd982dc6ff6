import type { KubeletRule } from "../model/rule.ts";
import type { KubeletValues } from "../model/values.ts";

/** A number with its bounds, as the kubelet words them. */
interface Bounds {
  readonly field: string;
  /** The name that the kubelet gives the field. */
  readonly named: string;
  readonly holds: (value: number) => boolean;
  readonly words: string;
}

const notNegative = { holds: (value: number) => value >= 0, words: "must not be a negative number" };
const bit = { holds: between(0, 31), words: "must be between 0 and 31, inclusive" };
const percent = { holds: between(0, 100), words: "must be between 0 and 100, inclusive" };
const port = { holds: between(1, 65535), words: "must be between 1 and 65535, inclusive" };

// Models pkg/kubelet/apis/config/validation/validation.go ValidateKubeletConfiguration (v1.37.1), the plain bounds
const bounds: readonly Bounds[] = [
  { field: "eventBurst", named: "eventBurst (--event-burst)", ...notNegative },
  { field: "eventRecordQPS", named: "eventRecordQPS (--event-qps)", ...notNegative },
  {
    field: "healthzPort",
    named: "healthzPort (--healthz-port)",
    ...port,
    holds: (value) => value === 0 || port.holds(value),
  },
  {
    field: "imageGCHighThresholdPercent",
    named: "imageGCHighThresholdPercent (--image-gc-high-threshold)",
    ...percent,
  },
  { field: "imageGCLowThresholdPercent", named: "imageGCLowThresholdPercent (--image-gc-low-threshold)", ...percent },
  { field: "iptablesDropBit", named: "iptablesDropBit (--iptables-drop-bit)", ...bit },
  { field: "iptablesMasqueradeBit", named: "iptablesMasqueradeBit (--iptables-masquerade-bit)", ...bit },
  { field: "kubeAPIBurst", named: "kubeAPIBurst (--kube-api-burst)", ...notNegative },
  { field: "kubeAPIQPS", named: "kubeAPIQPS (--kube-api-qps)", ...notNegative },
  {
    field: "nodeStatusMaxImages",
    named: "nodeStatusMaxImages (--node-status-max-images)",
    holds: (value) => value >= -1,
    words: "must be -1 or greater",
  },
  { field: "maxOpenFiles", named: "maxOpenFiles (--max-open-files)", ...notNegative },
  { field: "maxPods", named: "maxPods (--max-pods)", ...notNegative },
  {
    field: "oomScoreAdj",
    named: "oomScoreAdj (--oom-score-adj)",
    holds: between(-1000, 1000),
    words: "must be between -1000 and 1000, inclusive",
  },
  { field: "podsPerCore", named: "podsPerCore (--pods-per-core)", ...notNegative },
  { field: "port", named: "port (--port)", ...port },
  {
    field: "readOnlyPort",
    named: "readOnlyPort (--read-only-port)",
    holds: (value) => value === 0 || port.holds(value),
    words: "must be between 0 and 65535, inclusive",
  },
  { field: "registryBurst", named: "registryBurst (--registry-burst)", ...notNegative },
  { field: "registryPullQPS", named: "registryPullQPS (--registry-qps)", ...notNegative },
  {
    field: "maxParallelImagePulls",
    named: "maxParallelImagePulls",
    holds: (value) => value >= 1,
    words: "must be a positive number",
  },
];

export const checkNumbers: KubeletRule = (values) => [
  ...bounds.flatMap(({ field, named, holds, words }) => {
    const value = values.number(field);
    return value === undefined || holds(value) ? [] : [{ path: [field], reason: `${named} ${value} ${words}` }];
  }),
  ...checkLease(values),
  ...checkContainerLogs(values),
];

function checkLease(values: KubeletValues) {
  const seconds = values.number("nodeLeaseDurationSeconds") ?? 1;
  const reason = "nodeLeaseDurationSeconds must be greater than 0";
  return seconds > 0 ? [] : [{ path: ["nodeLeaseDurationSeconds"], reason }];
}

function checkContainerLogs(values: KubeletValues) {
  const workers = values.number("containerLogMaxWorkers") ?? 1;
  const intervalMs = values.durationMs("containerLogMonitorInterval") ?? intervalMsMin;
  return [
    ...(workers < 1
      ? [{ path: ["containerLogMaxWorkers"], reason: "containerLogMaxWorkers must be greater than or equal to 1" }]
      : []),
    ...(intervalMs < intervalMsMin
      ? [
          {
            path: ["containerLogMonitorInterval"],
            reason: "containerLogMonitorInterval must be a positive time duration greater than or equal to 3s",
          },
        ]
      : []),
  ];
}

const intervalMsMin = 3_000;

function between(min: number, max: number): (value: number) => boolean {
  return (value) => value >= min && value <= max;
}
