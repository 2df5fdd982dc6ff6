import { memo } from "../../../../shared/basics/once.ts";
import { metricName } from "../../../../shared/prometheus/promql/labels.ts";
import {
  type Expression,
  type Matcher,
  partsOf,
  type Selector,
  type Series,
} from "../../../../shared/prometheus/promql/model.ts";
import { type SeriesStore, selectFrom } from "../../../../shared/prometheus/promql/store.ts";

/** Labels that the pod's status decides, not who it is or where it is scraped. */
const decided: ReadonlySet<string> = new Set([
  metricName,
  "reason",
  "phase",
  "condition",
  "type",
  "uid",
  "owner_kind",
  "owner_name",
  "owner_is_controller",
  "created_by_kind",
  "created_by_name",
]);

/** The labels that a pod must have to be selected by an expression at all: `namespace="prod"`, `container!="proxy"`, `cluster=~"eu-.*"`. */
export function identityFor(expression: Expression): Readonly<Record<string, string>> {
  const byLabel = new Map<string, Matcher[]>();
  for (const part of partsOf(expression)) {
    if (part.is !== "selector") continue;
    for (const matcher of part.matchers)
      if (!decided.has(matcher.label)) byLabel.set(matcher.label, [...(byLabel.get(matcher.label) ?? []), matcher]);
  }
  const labels = [...byLabel].flatMap(([label, matchers]) => {
    const value = candidates(label, matchers).find((each) => matchers.every(({ matches }) => matches(each)));
    return value === undefined ? [] : [[label, value] as const];
  });
  return Object.fromEntries(labels);
}

const usual: Readonly<Record<string, string>> = {
  namespace: "default",
  pod: "app",
  container: "app",
  job: "kube-state-metrics",
  instance: "kube-state-metrics:8080",
};

function candidates(label: string, matchers: readonly Matcher[]): readonly string[] {
  const named = matchers.flatMap(({ operator, value }) => {
    if (operator === "=") return [value];
    return operator === "=~" ? value.slice(0, patternMax).split(/[|()]/).map(withoutWildcards) : [];
  });
  return [usual[label] ?? "", ...named, "other"];
}

/** Only short patterns are taken apart; what one means is asked of the pattern itself. */
const patternMax = 500;

function withoutWildcards(pattern: string): string {
  return pattern.replaceAll(/\.[*+]/g, "x").replaceAll(/[\\^$?]/g, "");
}

/** The same series as of a target with these labels. */
export function withIdentity(store: SeriesStore, identity: Readonly<Record<string, string>>): SeriesStore {
  const entries = Object.entries(identity);
  const all = store.all().map(({ labels, timesMs, values }): Series => {
    const own = entries.filter(([label]) => label !== "container" || "container" in labels);
    return { labels: { ...labels, ...Object.fromEntries(own) }, timesMs, values };
  });
  return {
    all: () => all,
    select: memo((selector: Selector) => selectFrom(all, selector)),
    append: () => {
      throw new Error("what was scraped does not change");
    },
  };
}
