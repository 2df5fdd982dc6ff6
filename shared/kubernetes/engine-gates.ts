import { engineGates } from "./engine-gates.data.ts";
import { decodeGates, effectiveValue, type GateTable } from "./feature-gate-table.ts";
import type { Component } from "./node.ts";

// What the engine asks, apart from all other gates: the panel's page has the engine and nothing of the rest.

export type EngineGate = keyof typeof engineGates;

let table: GateTable | undefined;

/** The gates that the engine asks for. */
export function engineGateTable(): GateTable {
  table ??= decodeGates(
    Object.entries(engineGates)
      .map((entry) => entry.join(" "))
      .join("\n"),
  );
  return table;
}

/** Whether the feature is on. The same answer as that of feature-gates.ts, which knows more gates. */
export function isEnabled(component: Component, gate: EngineGate): boolean {
  const known = answersOf(component);
  const answer = known.get(gate);
  if (answer !== undefined) return answer;
  const history = engineGateTable().get(gate);
  const enabled = history !== undefined && effectiveValue(component, gate, history);
  known.set(gate, enabled);
  return enabled;
}

type Answers = Map<EngineGate, boolean>;

/** The engine asks the same few questions of the same component at every pass. Components never change. */
const answers = new WeakMap<Component, Answers>();
let lastAsked: { readonly component: Component; readonly answers: Answers } | undefined;

function answersOf(component: Component): Answers {
  if (lastAsked?.component === component) return lastAsked.answers;
  const known: Answers = answers.get(component) ?? new Map();
  answers.set(component, known);
  lastAsked = { component, answers: known };
  return known;
}
