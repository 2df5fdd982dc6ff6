import { memo } from "../../basics/once.ts";
import type { Component } from "../node.ts";
import { type KubernetesVersion, minorOf } from "../versions.ts";
import { engineGateTable } from "./engine-gates.ts";
import { gateSummaries } from "./feature-gate-summaries.data.ts";
import {
  decodeGates,
  effectiveValue,
  type GateHistory,
  type GateState,
  type GateTable,
  stateIn,
} from "./feature-gate-table.ts";
import { gateLines } from "./feature-gates.data.ts";
import { everyGateLine } from "./feature-gates-all.data.ts";

export interface GateProblem {
  /** The name to point at: one that is set explicitly wherever there is such a one. */
  readonly gate: string;
  /** The message in the component's own words. */
  readonly message: string;
  readonly kind: "unknown" | "locked" | "dependency";
  /** Of a dependency: the gate that is on, and those that it needs and that are off. */
  readonly dependent?: string;
  readonly off?: readonly string[];
}

/** Names that are no gates and set all of a stage. */
const groups: readonly string[] = ["AllAlpha", "AllBeta"];

// Both tables are read when they are first asked: a bundle that only asks `isEnabled` does not even contain the second one.
let modelledGates: GateTable | undefined;
let everyGate: GateTable | undefined;
let summaries: ReadonlyMap<string, string> | undefined;

/**
 * Whether the feature is on: what is set explicitly, else what AllAlpha or AllBeta say, else the default of the minor.
 * What the component would refuse has no effect: a locked gate keeps its value, and a gate that was removed keeps the value it had at its end,
 * because the feature stays as it was. False for a gate that the minor does not have yet and for gates that we neither model nor describe.
 */
// Models staging/src/k8s.io/component-base/featuregate/feature_gate.go Enabled (v1.37.1)
export function isEnabled(component: Component, gate: string): boolean {
  const known = answersOf(component);
  const answer = known.get(gate);
  if (answer !== undefined) return answer;
  modelledGates ??= new Map([...engineGateTable(), ...decodeGates(gateLines)]);
  const history = modelledGates.get(gate);
  const enabled = history !== undefined && effectiveValue(component, gate, history);
  known.set(gate, enabled);
  return enabled;
}

type Answers = Map<string, boolean>;

/** The engine asks the same few questions of the same component at every pass. Components never change. */
const answersByComponent = memo((_: Component): Answers => new Map());
let lastAsked: { readonly component: Component; readonly answers: Answers } | undefined;

function answersOf(component: Component): Answers {
  if (lastAsked?.component === component) return lastAsked.answers;
  const known = answersByComponent(component);
  lastAsked = { component, answers: known };
  return known;
}

/** Stage, default and lock of any gate in a minor. Undefined if the minor does not know the name. */
export function gateInfo(gate: string, version: KubernetesVersion): GateState | undefined {
  const state = stateOf(gate, version);
  return state && { stage: state.stage, default: state.default, locked: state.locked };
}

/** What the gate does, in one sentence; empty for the many gates that have nothing to do with what we show. */
export function gateSummary(gate: string): string {
  summaries ??= new Map(
    gateSummaries
      .trim()
      .split("\n")
      .map((line) => [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)]),
  );
  return summaries.get(gate) ?? "";
}

/** Every name that `featureGates` may hold in a minor, sorted; AllAlpha and AllBeta among them. */
export function gateNames(version: KubernetesVersion): string[] {
  const known = [...allGates().keys()].filter((gate) => stateOf(gate, version) !== undefined);
  return [...groups, ...known].sort();
}

/** The gates that must be on where this one is, in the newest minor. */
export function dependenciesOf(gate: string): string[] {
  const dependsOn = allGates().get(gate)?.dependsOn ?? [];
  return dependsOn.filter(({ until }) => until === Number.POSITIVE_INFINITY).map((dependency) => dependency.gate);
}

/**
 * What stops a component with these gates: names it does not know, locked gates set to the other value and, since 1.35, dependencies that are off.
 * Dependencies are only looked at when the rest is right, as the component does.
 */
// Models staging/src/k8s.io/component-base/featuregate/feature_gate.go SetFromMap (v1.37.1)
export function checkFeatureGates(component: Component): GateProblem[] {
  // No minor's defaults need what they leave off, and the table of all gates takes milliseconds to read.
  if (Object.keys(component.featureGates).length === 0) return [];
  const wrongValues = Object.entries(component.featureGates).flatMap(([gate, value]) =>
    checkValue(gate, value, component.kubernetes),
  );
  return wrongValues.length > 0 ? wrongValues : checkDependencies(component);
}

function checkValue(gate: string, value: boolean, version: KubernetesVersion): GateProblem[] {
  if (groups.includes(gate)) return [];
  const state = stateOf(gate, version);
  if (state === undefined) return [{ gate, kind: "unknown", message: `unrecognized feature gate: ${gate}` }];
  if (!state.locked || state.default === value) return [];
  const message = `cannot set feature gate ${gate} to ${value}, feature is locked to ${state.default}`;
  return [{ gate, kind: "locked", message }];
}

function checkDependencies(component: Component): GateProblem[] {
  const problems: GateProblem[] = [];
  for (const [gate, history] of allGates()) {
    if (stateOf(gate, component.kubernetes) === undefined || !effectiveValue(component, gate, history)) continue;
    const off = disabledDependencies(component, history);
    if (off.length === 0) continue;
    const message = `${gate} is enabled, but depends on features that are disabled: [${off.join(" ")}]`;
    const culprit = [gate, ...off, ...groups].find((name) => Object.hasOwn(component.featureGates, name));
    problems.push({ gate: culprit ?? gate, kind: "dependency", message, dependent: gate, off });
  }
  return problems;
}

function disabledDependencies(component: Component, { dependsOn }: GateHistory): string[] {
  const minor = minorOf(component.kubernetes);
  const inForce = dependsOn
    .filter(({ from, until }) => from <= minor && minor <= until)
    .map((dependency) => dependency.gate);
  return inForce.filter((gate) => {
    const history = allGates().get(gate);
    return history !== undefined && !effectiveValue(component, gate, history);
  });
}

function stateOf(gate: string, version: KubernetesVersion): GateState | undefined {
  const history = allGates().get(gate);
  return history && stateIn(history, version);
}

function allGates(): GateTable {
  everyGate ??= decodeGates(everyGateLine);
  return everyGate;
}
