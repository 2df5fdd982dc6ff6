/** The engine as a library: admit a pod, play it, ask for forecasts. */
export { type Admission, admit, type WrittenPod } from "./admission/admit.ts";
export { forecastKubelet, forecastLoad, forecastPod, formatSpan, judgeExpectations } from "./forecast/index.ts";
export type { LoadGroup, LoadInput } from "./forecast/load.ts";
export type { ClientLimit, ContainerForecast, KubeletForecast, Load, PodForecast, Rates } from "./forecast/model.ts";
export { defaultAssumptions, makeNode } from "./kubernetes/assumptions.ts";
export type { Assumptions, Component, Node, Semantics, Timing } from "./kubernetes/node.ts";
export { allContainers, type Container, type DefaultedPod, type Pod } from "./kubernetes/pod.ts";
export { type MinorVersion, minorVersions, newestVersion, parseVersion } from "./kubernetes/versions.ts";
export type { Scenario } from "./scenario/model.ts";
export { type ParsedScenario, parseScenario, type ScenarioText } from "./scenario/parse.ts";
export * from "./simulation/index.ts";
