import { engineGates } from "./engine-gates.data.ts";
import { decodeGates, type GateTable } from "./feature-gate-table.ts";

export type EngineGate = keyof typeof engineGates;

let table: GateTable | undefined;

/** The gates that the engine asks for: no other gate changes a run. */
export function engineGateTable(): GateTable {
  table ??= decodeGates(
    Object.entries(engineGates)
      .map((entry) => entry.join(" "))
      .join("\n"),
  );
  return table;
}
