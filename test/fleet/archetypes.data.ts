/** What a pod of the simulated fleet is and does. */
export interface Archetype {
  readonly name: string;
  readonly owner: "Deployment" | "StatefulSet" | "DaemonSet" | "Job" | "none";
  /** A pod spec; `# cadence:` lines say what its containers do. */
  readonly spec: string;
  /** The runs of this container are drawn: lengths, exit codes, and reasons. */
  readonly drawn?: string;
  /** How long one pod lives before another takes its place; undefined: until the end. */
  readonly livesMs?: number;
  /** Nothing takes its place. */
  readonly isLast?: true;
  /** Parts of all pods that are not healthy. */
  readonly share: number;
}

const hourMs = 3_600_000;

/** Pods that restart. The others of the fleet run all the time. */
export const archetypes: readonly Archetype[] = [
  {
    name: "once",
    owner: "Deployment",
    share: 40,
    spec: `# cadence: app: exits 1 after 20h, then runs
containers: [{ name: app, image: app }]`,
  },
  {
    name: "crash",
    owner: "Deployment",
    share: 12,
    livesMs: 26 * hourMs,
    isLast: true,
    spec: `# cadence: app: crashes after 5s
containers: [{ name: app, image: app }]`,
  },
  {
    name: "instant",
    owner: "Deployment",
    share: 4,
    livesMs: 9 * hourMs,
    isLast: true,
    spec: `# cadence: app: exits 127 after 100ms
containers: [{ name: app, image: app }]`,
  },
  {
    name: "memory",
    owner: "Deployment",
    share: 6,
    livesMs: 30 * hourMs,
    spec: `# cadence: app: oom after 7m
containers: [{ name: app, image: app }]`,
  },
  {
    name: "drawn",
    owner: "StatefulSet",
    share: 8,
    drawn: "app",
    livesMs: 15 * hourMs,
    spec: `containers: [{ name: app, image: app }]`,
  },
  {
    name: "slow",
    owner: "Deployment",
    share: 5,
    spec: `# cadence: app: exits 2 after 12m
containers: [{ name: app, image: app }]`,
  },
  {
    name: "recovers",
    owner: "Deployment",
    share: 8,
    spec: `# cadence: app: crashes after 8s x9, then runs
containers: [{ name: app, image: app }]`,
  },
  {
    name: "init",
    owner: "Deployment",
    share: 4,
    livesMs: 12 * hourMs,
    isLast: true,
    spec: `# cadence: migrate: exits 3 after 4s
initContainers: [{ name: migrate, image: app }]
containers: [{ name: app, image: app }]`,
  },
  {
    name: "sidecar",
    owner: "DaemonSet",
    share: 3,
    livesMs: 30 * hourMs,
    isLast: true,
    spec: `# cadence: proxy: exits 1 after 45s
initContainers: [{ name: proxy, image: app, restartPolicy: Always }]
containers: [{ name: app, image: app }]`,
  },
  {
    name: "pair",
    owner: "Deployment",
    share: 4,
    livesMs: 40 * hourMs,
    isLast: true,
    spec: `# cadence: agent: exits 255 after 90s
# cadence: helper: crashes after 30s x4, then runs
containers: [{ name: app, image: app }, { name: agent, image: app }, { name: helper, image: app }]`,
  },
  {
    name: "hangs",
    owner: "Deployment",
    share: 3,
    livesMs: 10 * hourMs,
    spec: `# cadence: app: hangs liveness after 2m
containers: [{ name: app, image: app, livenessProbe: { httpGet: { port: 80 } } }]`,
  },
  {
    name: "done",
    owner: "none",
    share: 2,
    spec: `# cadence: app: completes after 30s
containers: [{ name: app, image: app }]`,
  },
  {
    name: "job",
    owner: "Job",
    share: 1,
    livesMs: 5 * hourMs,
    isLast: true,
    spec: `# cadence: work: exits 1 after 3m x5, then completes after 1m
restartPolicy: OnFailure
containers: [{ name: work, image: app }]`,
  },
];

/** Runs until the end. */
export const healthy: Archetype = {
  name: "healthy",
  owner: "Deployment",
  share: 0,
  spec: `containers: [{ name: app, image: app }]`,
};

/** Nodes of a kind. */
export interface NodeClass {
  readonly name: string;
  readonly cluster: string;
  readonly kubernetes: string;
  readonly featureGates: Readonly<Record<string, boolean>>;
  readonly maxContainerRestartPeriodMs: number | undefined;
  readonly share: number;
}

export const nodeClasses: readonly NodeClass[] = [
  { name: "new", cluster: "a", kubernetes: "1.37", featureGates: {}, maxContainerRestartPeriodMs: undefined, share: 5 },
  { name: "old", cluster: "a", kubernetes: "1.34", featureGates: {}, maxContainerRestartPeriodMs: undefined, share: 2 },
  {
    name: "short",
    cluster: "b",
    kubernetes: "1.37",
    featureGates: { KubeletCrashLoopBackOffMax: true },
    maxContainerRestartPeriodMs: 60_000,
    share: 3,
  },
];
