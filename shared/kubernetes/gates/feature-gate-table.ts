import type { Component } from "../node.ts";
import { isSince, type KubernetesVersion, minorOf, type Since } from "../versions.ts";

export type GateStage = "alpha" | "beta" | "ga" | "deprecated";

/** What a gate is in one minor. `locked`: it cannot be given another value than its default. */
export interface GateState {
  readonly stage: GateStage;
  readonly default: boolean;
  readonly locked: boolean;
}

/** A gate that must be on, in the minors `from` … `until`, wherever the dependent one is. */
interface GateDependency {
  readonly gate: string;
  readonly from: number;
  readonly until: number;
}

export interface GateHistory {
  /** Oldest first. A state holds until the next one or until the gate is removed. */
  readonly changes: readonly (GateState & { readonly since: Since })[];
  /** The first minor that no longer knows the name. */
  readonly removedIn: number;
  readonly dependsOn: readonly GateDependency[];
}

export type GateTable = ReadonlyMap<string, GateHistory>;

const stages: Readonly<Record<string, GateStage>> = { a: "alpha", b: "beta", g: "ga", d: "deprecated" };

/** The first minor in which a component refuses to start over a dependency. */
const dependenciesSince = 35;

/**
 * Reads lines of `NAME CHANGE… [REMOVED] [DEPENDENCY…]`:
 * `29b+` is "since 1.29 beta and on", `35.4b-` "since 1.35.4 beta and off", `33g+!` "since 1.33 ga, on and locked", `35d-` "deprecated and off", `37x` "gone in 1.37",
 * `>Other` "needs the gate Other", `>Other@36` "since 1.36", `>Other@35-36` "in 1.35 and 1.36".
 */
export function decodeGates(lines: string): GateTable {
  return new Map(lines.trim().split("\n").map(decodeLine));
}

/** What the gate is in a version, or undefined where its name is unknown: not yet or no longer. */
export function stateIn(history: GateHistory, version: KubernetesVersion): GateState | undefined {
  if (minorOf(version) >= history.removedIn) return undefined;
  return history.changes.findLast(({ since }) => isSince(version, since));
}

/**
 * The value that a component gives the gate: what is set explicitly, else what AllAlpha or AllBeta say, else the default of its minor.
 * What it would refuse has no effect.
 */
export function effectiveValue(component: Component, gate: string, history: GateHistory): boolean {
  const state = stateIn(history, component.kubernetes);
  if (state === undefined)
    return minorOf(component.kubernetes) >= history.removedIn && history.changes.at(-1)?.default === true;
  if (state.locked) return state.default;
  return component.featureGates[gate] ?? groupValue(component, state) ?? state.default;
}

function groupValue(component: Component, { stage }: GateState): boolean | undefined {
  if (stage === "alpha") return component.featureGates["AllAlpha"];
  return stage === "beta" ? component.featureGates["AllBeta"] : undefined;
}

function decodeLine(line: string): [string, GateHistory] {
  const [name = "", ...words] = line.split(" ");
  const changes = words.flatMap(decodeChange);
  const removedIn = words.map((word) => /^(\d+)x$/.exec(word)?.[1]).find((minor) => minor !== undefined);
  return [name, { changes, removedIn: Number(removedIn ?? "Infinity"), dependsOn: words.flatMap(decodeDependency) }];
}

function decodeChange(word: string): GateHistory["changes"] {
  const [, minor, patch, letter = "", value, lock] = /^(\d+)(?:\.(\d+))?([abgd])([-+])(!?)$/.exec(word) ?? [];
  const stage = stages[letter];
  if (stage === undefined) return [];
  const since: Since = patch === undefined ? `1.${Number(minor)}` : `1.${Number(minor)}.${Number(patch)}`;
  return [{ since, stage, default: value === "+", locked: lock === "!" }];
}

function decodeDependency(word: string): GateDependency[] {
  const [, gate, from, until] = /^>(\w+)(?:@(\d+)(?:-(\d+))?)?$/.exec(word) ?? [];
  return gate === undefined
    ? []
    : [{ gate, from: Number(from ?? dependenciesSince), until: Number(until ?? "Infinity") }];
}
