export { addSpans, exactly, type Span } from "../basics/span.ts";
export type { Chance, Draw, DrawKind } from "./chance.ts";
export { createdTimesMs, lastUpTo } from "./created.ts";
export { describeEntry } from "./describe.ts";
export type { SimulationInput } from "./input.ts";
export { type KubectlColumns, kubectlColumns } from "./kubectl.ts";
export type { OutsideEvent, PodUpdate } from "./outside.ts";
export {
  createSimulation,
  entryLimit,
  horizonLimitMs,
  type Simulation,
  type Snapshot,
  simulate,
} from "./simulation.ts";
export { statusAt } from "./status-at.ts";
export type * from "./timeline.ts";
