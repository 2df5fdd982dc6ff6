import { analyze, createSimulation } from "../../../server/library/index.ts";

/** What KEP-950 says of startup probes, beside what the engine does. */
export interface StartupClaim {
  readonly claim: string;
  readonly ours: string;
  readonly verdict: string;
}

const hookSeconds = 30;
const hooked = podWith(`
    lifecycle: {postStart: {sleep: {seconds: ${hookSeconds}}}}
    livenessProbe: {tcpSocket: {port: 80}, periodSeconds: 5}`);
const patient = podWith("\n    livenessProbe: {tcpSocket: {port: 80}, failureThreshold: 30}");
const protectedByStartup = podWith(`
    startupProbe: {tcpSocket: {port: 80}, failureThreshold: 30}
    livenessProbe: {tcpSocket: {port: 80}}`);

export function startupClaims(): readonly StartupClaim[] {
  return [
    {
      claim: "PostStart handlers do not delay probes",
      ours: `with a hook of ${hookSeconds}s, the first probe of a period of 5s runs after ${firstProbeSeconds(hooked)}s`,
      verdict: "not as released: the kubelet makes no status while the hook runs, and probes wait for one",
    },
    {
      claim: "a high failureThreshold of liveness keeps a container from being killed in a timely manner",
      ours: `failureThreshold 30: a hang leads to SIGTERM after ${hangSeconds(patient)}`,
      verdict: "holds: that is its price",
    },
    {
      claim: "a startup probe gives the same time without that price",
      ours: `startup probe with failureThreshold 30, liveness with 3: after ${hangSeconds(protectedByStartup)}`,
      verdict: "holds",
    },
    {
      claim: "the container is killed if the startup probe fails more than failureThreshold times",
      ours: "at the failure that reaches failureThreshold",
      verdict: "off by one",
    },
  ];
}

function podWith(fields: string): string {
  return `
apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
  - name: web
    image: registry.example/web${fields}
`;
}

function firstProbeSeconds(manifest: string): number {
  const [pod] = analyze(manifest, { timing: "ideal" }).pods;
  if (pod === undefined) throw new Error("no pod");
  const simulation = createSimulation(pod);
  simulation.runUntil(10 * 60_000);
  const first = simulation.entries().find(({ kind }) => kind === "probe-attempt" || kind === "probe-result");
  return (first?.tMs ?? 0) / 1000;
}

function hangSeconds(manifest: string): string {
  const span = analyze(manifest).pods[0]?.forecast?.containers[0]?.hangToSigterm;
  if (span === undefined) throw new Error("no probe ends a hang");
  return `${Math.round(span.earliestMs / 1000)}–${Math.round(span.latestMs / 1000)}s`;
}
