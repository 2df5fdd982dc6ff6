/** Where a proposal and the released kubelet say different things about restarts. */
export interface KepDifference {
  readonly subject: string;
  /** KEP and section. */
  readonly source: string;
  readonly proposal: string;
  readonly released: string;
  /** What `semantics: kep` makes of it. */
  readonly modelled: string;
}

/** Every difference that `semantics: kep` knows about, and those that it can only tell of. Written into docs/proposals.md. */
export const kepDifferences: readonly KepDifference[] = [
  {
    subject: "first restart",
    source: "KEP-4603 Front loaded decay curve; KEP-4603 and KEP-5593 Relationship with k/k#123602",
    proposal: "the curve starts with the first restart (10s, 30s, 70s); that it is free is a bug to fix by beta",
    released: "the first restart is free, because no entry exists before it",
    modelled: "the first restart waits for the initial delay",
  },
  {
    subject: "recovery",
    source: "KEP-4603 and KEP-5593 Refactor of recovery threshold",
    proposal: "a function that compares to a flat rate of 300 seconds; elsewhere in both: 10 minutes",
    released: "600 s since 1.32; before, twice the maximum, which was 600 s",
    modelled: "300 s, as the sentence that describes the code says",
  },
  {
    subject: "recovery while a container waits",
    source: "KEP-4603 Summary",
    proposal: "the delay stays at the maximum until a container has run long enough",
    released: "garbage collection forgets an entry 600 s after the last start, under a waiting container, too",
    modelled: "only running counts, waiting does not",
  },
  {
    subject: "maximum with both gates on and the field unset",
    source: "KEP-4603 Upgrade / Downgrade Strategy",
    proposal: "the new baseline: 1s to 60s",
    released: "defaulting fills the field with 300s: 1s to 300s",
    modelled: "1s to 60s",
  },
  {
    subject: "field set while its gate is off",
    source: "KEP-4603 and KEP-5593 Conflict resolution",
    proposal: "the kubelet logs a warning and does not honor the field",
    released: "the kubelet refuses to start",
    modelled: "a warning in place of the error; the field has no effect",
  },
  {
    subject: "unit of the field",
    source: "KEP-5593 Implementing with KubeletConfiguration; Graduation Criteria, Alpha",
    proposal: "an int32 of seconds: maxContainerRestartPeriod: 4",
    released: "a duration as text: maxContainerRestartPeriod: 4s; a bare number cannot be decoded",
    modelled: "a whole number counts as seconds; texts with a unit are read, too",
  },
  {
    subject: "name of the field",
    source: "KEP-4603 Per node config; KEP-5593 Proposal",
    proposal: "crashloopbackoff.maxSeconds, in other places crashloopbackoff.maxContainerRestartPeriod",
    released: "crashLoopBackOff.maxContainerRestartPeriod; unknown fields are dropped with a line in the log",
    modelled: "the released name",
  },
  {
    subject: "names of the gates",
    source: "KEP-4603 Feature Enablement and Rollback",
    proposal: "EnableKubeletCrashLoopBackoffMax and ReduceDefaultCrashLoopBackoffDecay",
    released: "KubeletCrashLoopBackOffMax and ReduceDefaultCrashLoopBackOffDecay",
    modelled: "the released names",
  },
  {
    subject: "initial delay of a node with a long maximum",
    source: "KEP-5593 Conflict resolution, table",
    proposal:
      "the table has an effective initial value of 11s for 11s, and of 300s for 300s; the text says that 300s changes nothing",
    released: "the smaller of 10s and the maximum",
    modelled: "the smaller of 10s and the maximum, as the text says",
  },
  {
    subject: "restart of all containers",
    source: "KEP-5532 Risks and Mitigations",
    proposal: "the same exponential back-off throttles it",
    released: "no dead container is left, so that nothing delays the start",
    modelled: "the exit that restarted all containers counts like a crash of a container whose first restart is free",
  },
  {
    subject: "grace period of a restart of all containers",
    source: "KEP-5532 Termination Grace Periods",
    proposal: "not respected; in the section on SLOs, each container has 2s",
    released: "0s, which the kubelet raises to its minimum of 2s: SIGTERM, and SIGKILL 2s later",
    modelled: "no grace period: SIGKILL immediately",
  },
  {
    subject: "order of a restart of all containers",
    source: "KEP-5532 Restart Phases",
    proposal: "no ordering during the kill",
    released: "one container after the other, each up to 2s if it ignores SIGTERM",
    modelled: "one container after the other, as released; without a grace period, none takes time",
  },
  {
    subject: "condition AllContainersRestarting",
    source: "KEP-5532 Pod Status",
    proposal: "reason ContainerExited, with a message that names the container and its exit code",
    released: 'reason RestartAllContainersStarted, message "container exited with restart policy rule"',
    modelled: "the message names the container and its exit code",
  },
  {
    subject: "phase during a restart of all containers",
    source: "KEP-5532 Pod Phase",
    proposal: "Pending throughout the restart",
    released: "Running if every regular container had started before, but Pending while an init container runs",
    modelled: "as released",
  },
];
