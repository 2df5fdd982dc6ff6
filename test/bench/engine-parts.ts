// What engine.mjs measures, which bundles it: the library for programs has another surface.

export { admit } from "../../shared/admission/admit.ts";
export { newRevision } from "../../shared/controllers/pods/play-workload.ts";
export { readWorkloadSpec } from "../../shared/controllers/workload/read-spec.ts";
export { forecastLoad } from "../../shared/forecast/load.ts";
export { playRollout } from "../../shared/forecast/workload/rollout.ts";
export { defaultAssumptions } from "../../shared/kubernetes/assumptions.ts";
export { allContainers } from "../../shared/kubernetes/pod.ts";
export { parseScenario } from "../../shared/scenario/parse.ts";
export { createSimulation, simulate } from "../../shared/simulation/simulation.ts";
