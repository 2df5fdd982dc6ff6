// A chunk of its own: the grammar of PromQL and its regular expressions are loaded when a document with alerts is open.

import { memoBounded } from "../../../../shared/basics/memo-bounded.ts";
import { memo } from "../../../../shared/basics/once.ts";
import type { Path } from "../../../../shared/basics/path.ts";
import type { CrashLoops } from "../../../../shared/prometheus/alerts/troubled-pods.ts";
import { groupsIn, type ReadGroup, readGroup, readRule } from "../read-groups.ts";
import { type AlertDefect, type AskedRule, defectOf, type LoopVerdict, NotJudged, verdictsOf } from "./judge.ts";
import { shownAlerts } from "./shown.ts";

export type { AlertDefect, LoopVerdict } from "./judge.ts";

/** An alert that can never fire. */
export interface DefectiveAlert {
  /** Of the rule, from the root of its document. */
  readonly path: Path;
  readonly name: string;
  readonly defect: AlertDefect;
}

export interface AlertOnLoops {
  readonly name: string;
  readonly plain: LoopVerdict;
  readonly probed: LoopVerdict;
}

/** What is said of alerts, by what they do over pods that were played. */
export interface AlertJudge {
  /** The alerts of a document that can never fire. `value`: its plain value. */
  readonly defects: (value: unknown, loops: CrashLoops) => readonly DefectiveAlert[];
  /** One alert over crash loops on the assumed nodes. Undefined if there is no alert at the path, or none about containers. */
  readonly verdicts: (value: unknown, path: Path, loops: CrashLoops) => AlertOnLoops | undefined;
  /** What alerts do in one run of a pod. */
  readonly shown: typeof shownAlerts;
}

/** The most alerts of a document that are judged, and the most that is done for one and for all of them. */
const alertsMax = 100;
const lettersMax = 100_000;
const stepsOfAlert = 600_000;
const stepsOfDocument = 3_000_000;

/** Answers by everything that they depend on: an edit leaves most rules of a document as they are. */
const answersMax = 1000;
const defectsOf = memo((loops: CrashLoops) =>
  memoBounded(answersMax, (_: string, asked: AskedRule, steps: { left: number }) =>
    unlessTooLong(() => defectOf(asked, loops, steps)),
  ),
);

export const alertJudge: AlertJudge = {
  shown: shownAlerts,
  defects(value, loops) {
    const found: DefectiveAlert[] = [];
    let left = alertsMax;
    let letters = lettersMax;
    let steps = stepsOfDocument;
    for (const [index, { path, value: written }] of groupsIn(value).entries()) {
      const group = readGroup(written, index, ignore);
      for (const [position, each] of group.rules.entries()) {
        if (!isOfInterest(each)) continue;
        letters -= String(each.expr).length;
        if (left === 0 || letters < 0 || steps <= 0) return found;
        left -= 1;
        const own = { left: Math.min(steps, stepsOfAlert) };
        const before = own.left;
        const { name, defect } = known(each, group, loops, own);
        steps -= before - Math.max(0, own.left);
        if (defect !== undefined) found.push({ path: [...path, "rules", position], name, defect });
      }
    }
    return found;
  },
  verdicts(value, path, loops) {
    for (const [index, { path: groupPath, value: written }] of groupsIn(value).entries()) {
      if (JSON.stringify(groupPath) !== JSON.stringify(path.slice(0, groupPath.length))) continue;
      const group = readGroup(written, index, ignore);
      const rule = group.rules[Number(path[groupPath.length + 1])];
      const asked = isOfInterest(rule) ? askedOf(rule, group) : undefined;
      const found = asked && unlessTooLong(() => verdictsOf(asked, loops, { left: stepsOfAlert }));
      return asked && found && { name: asked.rule.name, ...found };
    }
    return undefined;
  },
};

function known(
  written: unknown,
  group: ReadGroup,
  loops: CrashLoops,
  steps: { left: number },
): { readonly name: string; readonly defect: AlertDefect | undefined } {
  const asked = askedOf(written, group);
  if (asked === undefined) return { name: "", defect: undefined };
  const { rule, intervalMs } = asked;
  const key = JSON.stringify([rule.text, rule.forMs, rule.labels, intervalMs]);
  return { name: rule.name, defect: defectsOf(loops)(key, asked, steps) };
}

function askedOf(written: unknown, { intervalMs }: ReadGroup): AskedRule | undefined {
  const rule = readRule(written, { from: "", place: "" }, ignore);
  return rule?.is === "alert" && rule.expression.is !== "unsupported" ? { rule, intervalMs } : undefined;
}

function unlessTooLong<T>(answer: () => T): T | undefined {
  try {
    return answer();
  } catch (error) {
    if (error instanceof NotJudged) return undefined;
    throw error;
  }
}

const ignore = (): void => {};

/** Most rules are about other things: their expressions are not even read. */
function isOfInterest(rule: unknown): rule is { readonly expr: string } {
  const expr = typeof rule === "object" && rule !== null && "expr" in rule ? rule.expr : undefined;
  return typeof expr === "string" && /kube_(?:pod|deployment|node)_/.test(expr);
}
