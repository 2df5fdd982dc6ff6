export { addSpans, exactly, type Span } from "../basics/span.ts";
export type { OutsideEvent, PodUpdate } from "./outside.ts";
export {
  createSimulation,
  entryLimit,
  horizonLimitMs,
  type Simulation,
  type Snapshot,
  simulate,
} from "./simulation.ts";
export { type KubectlColumns, kubectlColumns } from "./status/kubectl.ts";
export { createdTimesMs, lastUpTo } from "./timeline/created.ts";
export { describeEntry } from "./timeline/describe.ts";
export type { SimulationInput } from "./timeline/input.ts";
export { statusAt } from "./timeline/status-at.ts";
export type * from "./timeline/timeline.ts";
export type { Chance, Draw, DrawKind } from "./world/chance.ts";
