import { counted } from "../../basics/counted.ts";
import { formatDuration } from "../../basics/durations.ts";
import { formatAtMost, rangeInWords } from "../../basics/span-words.ts";
import { formatOpenTime } from "../../scenario/language/format-time.ts";
import type { Spread } from "../answer/model.ts";
import { spreadOf } from "../answer/spread.ts";
import type { ContainerRecovery, Decider, OutageCost, OutageWindow, Recovery, ShorterOutage } from "./model.ts";
import { medianMs, noticeableMs } from "./outage-costs.ts";

/** `database (5m–9m)`. */
function outageTitle({ kind, name, fromMs, untilMs }: OutageWindow): string {
  return `${titles[kind](name)} (${formatOpenTime({ minMs: fromMs, maxMs: untilMs })})`;
}

const titles: Readonly<Record<OutageWindow["kind"], (name: string) => string>> = {
  dependency: (name) => name,
  image: (name) => `image of ${name}`,
  container: (name) => `fault of ${name}`,
  kubelet: () => "kubelet",
  node: () => "node",
};

/** Of the outage that costs most: `ready 1m40s–2m45s after database is back at 9m (back-off of web); 21–52s with …`. Undefined: nothing worth a line. */
export function outageLine(costs: readonly OutageCost[]): string | undefined {
  const [worst] = costs
    .filter(({ pod }) => pod.laterMs === undefined || pod.laterMs.max >= noticeableMs)
    .toSorted((left, right) => medianMs(right.pod) - medianMs(left.pod));
  if (worst === undefined) return undefined;
  const decider = deciderInWords(worst.containers);
  const by = decider === undefined ? "" : ` (${decider})`;
  const shorter = worst.shorter === undefined ? "" : `; ${shorterInWords(worst, worst.shorter)}`;
  return `${podInWords(worst)} ${endInWords(worst.outage)}${by}${shorter}`;
}

function podInWords({ pod, runs }: Pick<OutageCost, "pod" | "runs">): string {
  return recoveryInWords("ready", pod, runs);
}

function recoveryInWords(state: string, { laterMs, runs: back }: Recovery, runs: number): string {
  if (laterMs === undefined) return `not ${state} again`;
  const share = back < runs ? ` in ${back} of ${runs} runs` : "";
  return `${state} ${lengthInWords(laterMs)}${share}`;
}

/** What may come at the end of the outage is reported by its latest moment. */
function lengthInWords(laterMs: Spread): string {
  return laterMs.min < noticeableMs ? `within ${formatAtMost(Math.max(1, laterMs.max))}` : rangeInWords(laterMs);
}

function endInWords({ kind, name, untilMs, isOpen }: OutageWindow): string {
  const at = isOpen ? "" : ` at ${formatDuration(untilMs)}`;
  return `after ${ends[kind](name)}${at}`;
}

const ends: Readonly<Record<OutageWindow["kind"], (name: string) => string>> = {
  dependency: (name) => `${name} is back`,
  image: (name) => `the image of ${name} is there`,
  container: (name) => `${name} is well`,
  kubelet: () => "the kubelet is back",
  node: () => "the node is back",
};

/** `back-off of web`: of the container that is back last. */
function deciderInWords(containers: readonly ContainerRecovery[]): string | undefined {
  const [last] = containers.toSorted((left, right) => medianMs(right) - medianMs(left));
  return last?.decider && `${deciders[last.decider]} of ${last.name}`;
}

const deciders: Readonly<Record<Decider, string>> = {
  "back-off": "back-off",
  "image back-off": "image back-off",
  start: "startup",
  probe: "probe period",
  kubelet: "next try",
};

function shorterInWords({ runs }: OutageCost, { change, pod, restarts }: ShorterOutage): string {
  const count = restarts.min === restarts.max ? restarts.p50 : `${restarts.min}–${restarts.max}`;
  const many = restarts.max === 0 ? "" : `, ${counted(count, "restart")}`;
  return `${recoveryInWords("ready", pod, runs)} with ${change}${many}`;
}

interface OutageDetail {
  /** `database (5m–9m)`, or the name of a container. */
  readonly what: string;
  readonly text: string;
}

/** All outages, and each container that they reach. */
export function outageRows(costs: readonly OutageCost[], replicas: number): readonly (readonly OutageDetail[])[] {
  return costs.map((cost) => {
    const { outage, containers, shorter, runs } = cost;
    const decider = deciderInWords(containers);
    const service = serviceRecovery(cost, replicas);
    return [
      {
        what: outageTitle(outage),
        text: `${podInWords(cost)} ${endInWords(outage)}${decider === undefined ? "" : ` (${decider})`}`,
      },
      ...containers.map((container) => ({
        what: container.name,
        text: `${recoveryInWords("ready", container, runs)}${container.decider === undefined ? "" : ` (${deciders[container.decider]})`}`,
      })),
      ...(service === undefined ? [] : [{ what: "Service", text: serviceInWords(service, replicas) }]),
      ...(shorter === undefined ? [] : [{ what: "shorter", text: shorterInWords(cost, shorter) }]),
    ];
  });
}

/** When the first and when the last of the pods behind a Service are ready. */
interface ServiceRecovery {
  readonly firstMs: Recovery;
  readonly allMs: Recovery;
}

/** Replicas are runs side by side, each with its own chance. Undefined for one pod, and where there are too few runs. */
export function serviceRecovery({ podEachMs }: OutageCost, replicas: number): ServiceRecovery | undefined {
  if (replicas < 2 || replicas > podEachMs.length) return undefined;
  const groups = Array.from({ length: Math.floor(podEachMs.length / replicas) }, (_, group) =>
    podEachMs.slice(group * replicas, (group + 1) * replicas),
  );
  const of = (pick: (ms: readonly number[]) => number, needs: number): Recovery => {
    const each = groups.flatMap((group) => {
      const back = group.flatMap((ms) => ms ?? []);
      return back.length < needs ? [] : [pick(back)];
    });
    return { laterMs: each.length === 0 ? undefined : spreadOf(each), runs: each.length };
  };
  return { firstMs: of((ms) => Math.min(...ms), 1), allMs: of((ms) => Math.max(...ms), replicas) };
}

function serviceInWords({ firstMs, allMs }: ServiceRecovery, replicas: number): string {
  const range = ({ laterMs }: Recovery): string => (laterMs === undefined ? "not again" : lengthInWords(laterMs));
  return `the first of ${replicas} pods ${range(firstMs)}, all ${range(allMs)}`;
}
