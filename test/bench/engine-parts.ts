// What engine.mjs measures, which bundles it: the library for programs has another surface.

export { admit } from "../../shared/api-server/admission/admit.ts";
export { readWorkloadSpec } from "../../shared/controllers/objects/read-spec.ts";
export { newRevision } from "../../shared/controllers/pods/play-workload.ts";
export { forecastLoad } from "../../shared/forecast/node-load/load.ts";
export { playRollout } from "../../shared/forecast/workload/rollout.ts";
export { defaultAssumptions } from "../../shared/kubernetes/assumptions.ts";
export { allContainers } from "../../shared/kubernetes/pod.ts";
export { parseScenario } from "../../shared/scenario/language/parse.ts";
export { createSimulation, simulate } from "../../shared/simulation/simulation.ts";
