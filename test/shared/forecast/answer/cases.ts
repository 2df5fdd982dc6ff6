import type { JobSpec } from "../../../../shared/controllers/job/model.ts";

/** A pod, what its containers do, and the horizon for which somebody asks. */
export interface AnswerCase {
  readonly name: string;
  /** Scenario lines, then the pod spec. */
  readonly text: string;
  readonly horizon: string;
  /** crashLoopBackOff.maxContainerRestartPeriod */
  readonly maximumMs?: number;
  readonly job?: Partial<JobSpec>;
}

const plain = "containers: [{name: app, image: app}]";

const beside = "restartPolicy: OnFailure\ncontainers: [{name: app, image: app}, {name: side, image: side}]";
const never = `restartPolicy: Never\n${plain}`;
const liveness =
  "containers: [{name: app, image: app, livenessProbe: {httpGet: {port: 80}, initialDelaySeconds: 10, periodSeconds: 30}}]";
const withReadiness =
  "containers: [{name: app, image: app, readinessProbe: {httpGet: {port: 80}}}, {name: log, image: log}]";
const withHook = "containers: [{name: app, image: app, lifecycle: {postStart: {exec: {command: [register]}}}}]";
const withInit = "initContainers: [{name: db, image: db}]\ncontainers: [{name: app, image: app}]";
const watched =
  "containers: [{name: app, image: app}, {name: watcher, image: watcher, restartPolicy: Never, restartPolicyRules: [{action: RestartAllContainers, exitCodes: {operator: In, values: [88]}}]}]";

export const answerCases: readonly AnswerCase[] = [
  {
    name: "starts in 85s, liveness has room for 70s to 100s",
    text: `# cadence: app: starts in 85s\n${liveness}`,
    horizon: "30m",
  },
  {
    name: "the same when the pull is known",
    text: `# cadence: app: starts in 85s, image takes 12s\n${liveness}`,
    horizon: "30m",
  },
  { name: "starts in 90s", text: `# cadence: app: starts in 90s\n${liveness}`, horizon: "30m" },
  { name: "starts in 90s, a day", text: `# cadence: app: starts in 90s\n${liveness}`, horizon: "24h" },
  { name: "crash after 5s, 10 minutes", text: `# cadence: app: crashes after 5s\n${plain}`, horizon: "10m" },
  { name: "crash after 5s, half an hour", text: `# cadence: app: crashes after 5s\n${plain}`, horizon: "30m" },
  { name: "crash after 5s, an hour", text: `# cadence: app: crashes after 5s\n${plain}`, horizon: "1h" },
  { name: "crash after 5s, a day", text: `# cadence: app: crashes after 5s\n${plain}`, horizon: "24h" },
  { name: "crash after 5s, a week", text: `# cadence: app: crashes after 5s\n${plain}`, horizon: "168h" },
  {
    name: "maximum 30s, crash after 5s",
    text: `# cadence: app: crashes after 5s\n${plain}`,
    horizon: "30m",
    maximumMs: 30_000,
  },
  {
    name: "maximum 1s, crash after 1s",
    text: `# cadence: app: crashes after 1s\n${plain}`,
    horizon: "30m",
    maximumMs: 1000,
  },
  {
    name: "maximum 1s, crash after 1s, a day",
    text: `# cadence: app: crashes after 1s\n${plain}`,
    horizon: "24h",
    maximumMs: 1000,
  },
  {
    name: "an indexed Job whose pods complete after 34 minutes",
    text: `# cadence: app: completes after 34m\n${never}`,
    horizon: "30m",
    job: { completions: 3, parallelism: 3, completionMode: "Indexed" },
  },
  {
    name: "the same Job, for an hour",
    text: `# cadence: app: completes after 34m\n${never}`,
    horizon: "1h",
    job: { completions: 3, parallelism: 3, completionMode: "Indexed" },
  },
  {
    name: "a Job that gives up",
    text: `# cadence: app: exits 3 after 10s\n${never}`,
    horizon: "30m",
    job: { backoffLimit: 2 },
  },
  {
    name: "a Job that gives up or meets its deadline, as runs go",
    text: `# cadence: app: exits 3 after 10s\n${never}`,
    horizon: "30m",
    job: { backoffLimit: 2, activeDeadlineSeconds: 90 },
  },
  {
    name: "a Job that creates pods without end, because podFailurePolicy ignores their failures",
    text: `# cadence: app: oom after 1m\n${never}`,
    horizon: "30m",
    job: {
      backoffLimit: 0,
      podFailurePolicy: [
        {
          action: "Ignore",
          onExitCodes: { containerName: undefined, operator: "In", values: [137] },
          onPodConditions: undefined,
        },
      ],
    },
  },
  {
    name: "a pod that is still running at its deadline",
    text: `activeDeadlineSeconds: 300\n# cadence: app: runs\n${never}`,
    horizon: "30m",
  },
  {
    name: "a pod in a crash loop at its deadline",
    text: `activeDeadlineSeconds: 300\n# cadence: app: crashes after 20s\nrestartPolicy: OnFailure\n${plain}`,
    horizon: "30m",
  },
  {
    name: "a Job that is still running at its deadline",
    text: `# cadence: app: runs\n${never}`,
    horizon: "30m",
    job: { activeDeadlineSeconds: 90 },
  },
  {
    name: "a readiness probe at a port that has no such name",
    text: "containers: [{name: app, image: app, readinessProbe: {httpGet: {port: web}}}]",
    horizon: "30m",
  },
  {
    name: "an init container that fails four times",
    text: `# cadence: db: exits 2 after 3s x4, then completes after 3s\n${withInit}`,
    horizon: "30m",
  },
  { name: "a quiet pod", text: withReadiness, horizon: "30m" },
  {
    name: "crashes four times",
    text: `# cadence: app: crashes after 45s x4, then starts in 20s\n${withReadiness}`,
    horizon: "30m",
  },
  { name: "OOM once", text: `# cadence: app: oom after 3m, then runs\n${withReadiness}`, horizon: "30m" },
  { name: "OOM each time", text: `# cadence: app: oom after 3m\n${withReadiness}`, horizon: "1h" },
  { name: "a rare crash", text: `# cadence: app: crashes after 11m\n${plain}`, horizon: "1h" },
  { name: "a crash beyond the horizon", text: `# cadence: app: crashes after 2h\n${plain}`, horizon: "30m" },
  { name: "readiness never succeeds", text: `# cadence: app: fails readiness\n${withReadiness}`, horizon: "30m" },
  {
    name: "readiness fails for a while",
    text: `# cadence: app: fails readiness after 5m for 4m\n${withReadiness}`,
    horizon: "30m",
  },
  {
    name: "readiness fails again and again",
    text: `# cadence: app: fails readiness for 40s every 2m\n${withReadiness}`,
    horizon: "30m",
  },
  {
    name: "a readiness gate that nobody sets",
    text: `readinessGates: [{conditionType: example.com/ready}]\n${plain}`,
    horizon: "30m",
  },
  {
    name: "a readiness gate that is set later",
    text: `# cadence: at 5m readiness gates are true\nreadinessGates: [{conditionType: example.com/ready}]\n${plain}`,
    horizon: "30m",
  },
  {
    name: "a readiness gate that nobody sets",
    text: `readinessGates: [{conditionType: example.com/ready}]\n${withReadiness}`,
    horizon: "30m",
  },
  { name: "the image is missing", text: `# cadence: app: image missing\n${withReadiness}`, horizon: "30m" },
  { name: "an init container that never completes", text: `# cadence: db: runs\n${withInit}`, horizon: "30m" },
  { name: "an init container that crashes", text: `# cadence: db: crashes after 2s\n${withInit}`, horizon: "30m" },
  { name: "hangs once", text: `# cadence: app: hangs after 5m, then runs\n${liveness}`, horizon: "30m" },
  { name: "hangs in each run", text: `# cadence: app: hangs after 5m\n${liveness}`, horizon: "30m" },
  { name: "exits with 0 each time", text: `# cadence: app: completes after 20s\n${plain}`, horizon: "30m" },
  {
    name: "restarts all containers once",
    text: `# cadence: watcher: exits 88 after 2m, then runs\n${watched}`,
    horizon: "30m",
  },
  {
    name: "restarts all containers each time",
    text: `# cadence: watcher: exits 88 after 2m\n${watched}`,
    horizon: "30m",
  },
  { name: "a postStart hook that fails", text: `# cadence: app: fails postStart\n${withHook}`, horizon: "30m" },
  {
    name: "a postStart hook that fails twice",
    text: `# cadence: app: fails postStart x2, then runs\n${withHook}`,
    horizon: "30m",
  },
  {
    name: "a postStart hook that fails in a pod that is not restarted",
    text: `# cadence: app: fails postStart\nrestartPolicy: Never\n${withHook}`,
    horizon: "30m",
  },
  { name: "completes", text: `# cadence: app: completes after 20s\n${never}`, horizon: "30m" },
  { name: "fails", text: `# cadence: app: exits 42 after 20s\n${never}`, horizon: "30m" },
  {
    name: "one container completes beside one that crashes for a while",
    text: `# cadence: app: completes after 10m\n# cadence: side: crashes after 30s x3, then runs\n${beside}`,
    horizon: "30m",
  },
  {
    name: "a Job whose container fails beside a helper that keeps running",
    text: "# cadence: app: exits 3 after 20s\nrestartPolicy: Never\ncontainers: [{name: app, image: app}, {name: proxy, image: proxy}]",
    horizon: "30m",
    job: {},
  },
  {
    name: "fails, and a sidecar is stopped after it",
    text: "# cadence: app: exits 42 after 20s\nrestartPolicy: Never\ninitContainers: [{name: proxy, image: proxy, restartPolicy: Always}]\ncontainers: [{name: app, image: app}]",
    horizon: "30m",
  },
  { name: "completes beyond the horizon", text: `# cadence: app: completes after 34m\n${never}`, horizon: "30m" },
  { name: "is deleted", text: `# cadence: at 5m pod is deleted\n${plain}`, horizon: "30m" },
  { name: "the node reboots", text: `# cadence: at 5m node reboots\n${plain}`, horizon: "30m" },
  {
    name: "the node reboots, and is away for a minute",
    text: `# cadence: app: starts in 10s\n# cadence: at 5m node reboots in 1m\n${withReadiness}`,
    horizon: "30m",
  },
  { name: "the kubelet restarts", text: `# cadence: at 5m kubelet restarts\n${plain}`, horizon: "30m" },
  {
    name: "is not started within the horizon",
    text: `# cadence: app: starts in 45m\n${withReadiness}`,
    horizon: "30m",
  },
];
