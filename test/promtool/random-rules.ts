import { randomFrom } from "../oracle/random.ts";

type Random = ReturnType<typeof randomFrom>;

const counters = ["kube_pod_container_status_restarts_total", "kube_pod_init_container_status_restarts_total"];
const gauges = [
  "kube_pod_container_status_ready",
  "kube_pod_container_status_running",
  "kube_pod_container_status_waiting",
  "kube_pod_container_status_terminated",
  "kube_pod_container_status_waiting_reason",
  'kube_pod_container_status_waiting_reason{reason="CrashLoopBackOff"}',
  'kube_pod_container_status_terminated_reason{reason!="Completed"}',
  "kube_pod_container_status_last_terminated_reason",
  "kube_pod_container_status_last_terminated_exitcode",
  'kube_pod_status_phase{phase=~"Pending|Failed"}',
  'kube_pod_status_ready{condition="true"}',
  '{__name__=~"kube_pod_(init_)?container_status_(ready|running)"}',
];
const times = ["kube_pod_container_state_started", "kube_pod_container_status_last_terminated_timestamp"];
const ranges = ["30s", "75s", "2m", "5m", "10m", "15m"];
const offsets = ["", "", "", "", " offset 45s", " offset 3m", " @ end()", " @ 400", " offset -30s"];
const labels = ["namespace", "pod", "container", "uid", "reason"];
const comparisons = [">", ">=", "<", "<=", "==", "!="];

/** Rules as nobody would write them: each with all that alerts may have, over the metrics of pods. */
export function randomRuleFile(seed: number, groups: number, rulesOfGroup: number): string {
  const random = randomFrom(seed);
  const records: string[] = [];
  const texts = Array.from({ length: groups }, (_, group) => {
    // promtool writes nothing before its time 0.
    const isShifted = random.below(4) === 0;
    const rules = Array.from({ length: rulesOfGroup }, (_, rule) => {
      const name = `r${group}_${rule}`;
      const expr = JSON.stringify(vector(random, 3, records));
      if (isShifted || random.below(6) > 0) return alertText(random, name, expr);
      records.push(`own:${name}`);
      const added = random.below(3) === 0 ? ", labels: {of: record}" : "";
      return `  - {record: "own:${name}", expr: ${expr}${added}}`;
    });
    const offset = isShifted ? `  query_offset: ${pick(random, ["30s", "1m"])}\n` : "";
    const added = random.below(3) === 0 ? "  labels: {team: shop, severity: info}\n" : "";
    return `- name: g${group}\n${offset}${added}  rules:\n${rules.join("\n")}\n`;
  });
  // One that reads alerts, so that there are series of them.
  return `groups:\n${texts.join("")}  - {alert: reader, expr: "ALERTS_FOR_STATE < 0"}\n`;
}

function alertText(random: Random, name: string, expr: string): string {
  const wait = pick(random, ["0s", "15s", "30s", "45s", "1m", "90s", "3m", "8m"]);
  const keep = random.below(3) === 0 ? `, keep_firing_for: ${pick(random, ["30s", "1m", "4m"])}` : "";
  const label = random.below(2) === 0 ? `, labels: {${pick(random, ruleLabels)}}` : "";
  return `  - {alert: ${name}, expr: ${expr}, for: ${wait}${keep}${label}}`;
}

const ruleLabels = ["severity: warning", "reason: ''", "of: 'x/y'"];

function pick<T>({ below }: Random, of: readonly T[]): T {
  const chosen = of[below(of.length)];
  if (chosen === undefined) throw new Error("nothing to choose from");
  return chosen;
}

function vector(random: Random, depth: number, records: readonly string[]): string {
  const { below } = random;
  const inner = (): string => vector(random, depth - 1, records);
  if (depth === 0) return leaf(random, records);
  switch (below(12)) {
    case 0:
      return `${inner()} ${pick(random, comparisons)}${below(4) === 0 ? " bool" : ""} ${below(4)}`;
    case 1:
      return `(${inner()}) ${pick(random, ["and", "or", "unless"])} ${matching(random)} (${inner()})`;
    case 2:
      return `${pick(random, ["sum", "max", "min", "count", "avg", "group"])} ${grouping(random)} (${inner()})`;
    case 3:
      return `absent(${leaf(random, records)})`;
    case 4:
      return `label_replace(${inner()}, "pod", "$1", "pod", "(.).*") > ${below(3)}`;
    case 5:
      return `label_join(${inner()}, "reason", "-", "container", "reason")`;
    case 6:
      return `time() - ${pick(random, times)} ${pick(random, ["<", ">"])} ${pick(random, ["20", "60", "200"])}`;
    case 7:
      return `(${inner()}) * on(namespace, pod) group_left(type) kube_pod_restart_policy`;
    case 8:
      return `${pick(random, ["max", "min", "sum", "avg", "last", "count"])}_over_time((${inner()})[${pick(random, ranges)}:${pick(random, ["", "30s", "1m"])}])`;
    case 9:
      return `${inner()} ${pick(random, ["+", "-", "*", "/"])} ${1 + below(4)}`;
    case 10:
      return `clamp_max(${inner()}, 1) == 1`;
    default:
      return leaf(random, records);
  }
}

function matching(random: Random): string {
  const kind = random.below(3);
  return kind === 0 ? "" : kind === 1 ? `on(${some(random)})` : `ignoring(${some(random)})`;
}

function grouping(random: Random): string {
  return random.below(5) === 0 ? "" : `${pick(random, ["by", "without"])} (${some(random)})`;
}

function some(random: Random): string {
  return labels.filter(() => random.below(2) === 0).join(", ");
}

function leaf(random: Random, records: readonly string[]): string {
  const { below } = random;
  const offset = pick(random, offsets);
  const range = `[${pick(random, ranges)}]`;
  switch (below(7)) {
    case 0:
      return `${pick(random, ["increase", "rate", "delta", "changes", "resets"])}(${pick(random, counters)}${range}${below(4) === 0 ? " anchored" : offset}) > ${below(3)}`;
    case 1:
      return `${pick(random, ["increase", "deriv", "irate", "idelta"])}(${pick(random, counters)}${range}${offset})`;
    case 2:
      return `${pick(random, ["max", "min", "sum", "avg", "count", "present", "stddev"])}_over_time(${pick(random, gauges)}${range}${offset}) ${pick(random, comparisons)} ${below(2)}`;
    case 3:
      return `predict_linear(${pick(random, counters)}${range}, ${60 * (1 + below(20))}) > ${below(12)}`;
    case 4:
      return records.length > 0 && below(2) === 0 ? pick(random, records) : `${pick(random, counters)}${offset}`;
    case 5:
      return `ALERTS{alertstate="firing", alertname=~"r0_.*"}`;
    default:
      return `${pick(random, gauges)}${offset} ${pick(random, comparisons)} ${below(2)}`;
  }
}
