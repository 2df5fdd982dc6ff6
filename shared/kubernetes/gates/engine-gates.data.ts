// Written by tools/generate-feature-gates.mjs. The gates that the engine asks for.
// The format of a value: feature-gate-table.ts.
export const engineGates = {
  ChangeContainerStatusOnKubeletRestart: "35d-",
  ContainerRestartRules: "34a- 35b+",
  KubeletCrashLoopBackOffMax: "32a- 35b+",
  NodeDeclaredFeatures: "35a- 36b+ 37g+!",
  PLEGOnDemandRelist: "36b+ 37g+!",
  PodLifecycleSleepAction: "29a- 30b+ 34g+! 37x",
  PodReadyToStartContainersCondition: "28a- 29b+ 37g+!",
  ReduceDefaultCrashLoopBackOffDecay: "33a-",
  RestartAllContainersOnContainerExits: "35a- 36b+",
  SidecarContainers: "28a- 29b+ 33g+! 37x",
} as const;
