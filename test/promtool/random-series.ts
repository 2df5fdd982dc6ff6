import type { Series } from "../../shared/prometheus/promql/model.ts";
import { randomFrom } from "../oracle/random.ts";

export const intervalMs = 30_000;
export const scrapes = 60;

/** Counters with resets, gauges, series with gaps and staleness markers, and one series per namespace to join with. */
export function randomSeries(seed: number): readonly Series[] {
  const { below } = randomFrom(seed);
  const random = (): number => below(1000) / 1000;
  const series: Series[] = [];
  const add = (labels: Series["labels"], next: (before: number) => number | undefined, gaps: number): void => {
    const timesMs: number[] = [];
    const values: (number | undefined)[] = [];
    let before = below(4);
    for (let index = 0; index < scrapes; index++) {
      if (random() < gaps) continue;
      const value = next(before);
      if (value === undefined && (values.length === 0 || values.at(-1) === undefined)) continue;
      timesMs.push(index * intervalMs);
      values.push(value);
      before = value ?? before;
    }
    if (timesMs.length > 0) series.push({ labels, timesMs, values });
  };
  for (const namespace of ["n1", "n2"]) {
    add({ __name__: "owners", namespace, owner: `of-${namespace}` }, () => 1, 0.02);
    for (const pod of ["a", "b", "ab"]) {
      for (const container of pod === "a" ? ["app", "sidecar"] : ["app"]) {
        const labels = { namespace, pod, container };
        const share = random();
        add(
          { __name__: "restarts", ...labels },
          (n) => (random() < 0.04 ? 0 : n + (random() < share ? below(3) : 0)),
          0.05,
        );
        add({ __name__: "gauge", ...labels }, () => below(50) / 10, 0.05 + share / 5);
        for (const reason of ["CrashLoopBackOff", "ContainerCreating"])
          add({ __name__: "waiting", ...labels, reason }, () => (random() < share ? 1 : undefined), 0.02);
      }
    }
  }
  return series;
}
