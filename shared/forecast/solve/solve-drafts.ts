import { isFields } from "../../api-server/types/fields.ts";
import type { Path } from "../../basics/path.ts";
import { type Probe, type ProbeType, probeField, type RestartPolicy } from "../../kubernetes/pod.ts";
import type { Aim, PeriodsTried } from "./solve-aims.ts";
import type { PlainValue, Solution } from "./solve-model.ts";
import { type Trial, tryOut, valueAt, withChanges } from "./solve-trial.ts";

/** Changes that could be a solution. */
export interface Draft extends Pick<Solution, "writes" | "where" | "changes"> {
  /** The probe that they change; undefined if there is none. */
  readonly type: ProbeType | undefined;
  /** The same with the number that is just enough: where the next one that people write does harm. */
  readonly exact?: Draft;
}

type Numbers = Pick<Probe, (typeof numberFields)[number]>;

/** More attempts mean that the period is wrong, and simulating them costs too much. */
export const failureThresholdMax = 1000;
/** A probe that runs less often than this is out of date. */
const periodSecondsMax = 60;
/** Periods that people write. */
const usualPeriods: readonly number[] = [1, 2, 5, 10, 15, 20, 30, 60];
const usualTimeouts: readonly number[] = [10, 5, 3, 2, 1];

/** The numbers of one probe that reach the aim: another threshold, another period, then both at the next usual periods. */
export function draftsFor(now: Trial, type: ProbeType, aim: Aim): readonly Draft[] {
  const probe = now.container.probes[type];
  if (probe === undefined) return [];
  const { question } = now;
  const draft = (numbers: Partial<Numbers>): Draft => numbersDraft(now.container.path, type, probe, numbers);
  const search = (field: keyof Numbers, max: number, fixed: Partial<Numbers>): Draft[] => {
    const withValue = (value: number) => draft({ ...fixed, [field]: value });
    const scale = { from: Math.min(probe[field], max), min: 1, max };
    const measure = (value: number) => {
      const trial = tryOut(question, withValue(value).changes);
      return trial && aim.measure(trial);
    };
    const found = aim.search(measure, scale);
    if (found === undefined) return [];
    const usual = found === probe[field] ? found : aim.usual(found);
    return [{ ...withValue(usual), exact: withValue(found) }];
  };
  return [
    ...search("failureThreshold", failureThresholdMax, {}),
    ...periodAlone(probe, aim)
      .flatMap((max) => search("periodSeconds", max, {}))
      .filter(({ changes }) => changes.length > 0),
    ...atOtherPeriods(probe, aim.periods, (periodSeconds) =>
      search("failureThreshold", failureThresholdMax, { periodSeconds }),
    ),
  ];
}

/** If even one attempt takes too long: the longest shorter timeout that leaves time for several attempts, else any. */
export function impatientDrafts(now: Trial, type: ProbeType, aim: Aim): readonly Draft[] {
  const probe = now.container.probes[type];
  if (probe === undefined) return [];
  const shorter = usualTimeouts.filter((timeoutSeconds) => timeoutSeconds < probe.timeoutSeconds);
  const all = shorter.map((timeoutSeconds) => draftsWithin(now, type, { aim, timeoutSeconds }));
  return all.find((drafts) => drafts.some((draft) => attemptsOf(now, type, draft) > 1)) ?? all.at(-1) ?? [];
}

function draftsWithin(
  now: Trial,
  type: ProbeType,
  { aim, timeoutSeconds }: { readonly aim: Aim; readonly timeoutSeconds: number },
): readonly Draft[] {
  const probe = now.container.probes[type];
  if (probe === undefined) return [];
  const impatient = numbersDraft(now.container.path, type, probe, { timeoutSeconds });
  const { written } = now.question;
  const spec = withChanges(written.spec, impatient.changes);
  const trial = tryOut({ ...now.question, written: { ...written, spec } }, []);
  if (trial === undefined) return [];
  const together = (draft: Draft): Draft => ({
    ...draft,
    writes: [impatient.writes, draft.writes].filter((text) => text !== "").join(", "),
    changes: [...impatient.changes, ...draft.changes],
    ...(draft.exact && { exact: together(draft.exact) }),
  });
  return draftsFor(trial, type, aim).map(together);
}

function attemptsOf({ question }: Trial, type: ProbeType, { changes }: Draft): number {
  return tryOut(question, changes)?.container.probes[type]?.failureThreshold ?? 1;
}

/** The fastest possible probe. */
export function soonestDraft(now: Trial, type: ProbeType): Draft | undefined {
  const probe = now.container.probes[type];
  const numbers = { periodSeconds: 1, timeoutSeconds: 1, failureThreshold: 1 };
  return probe && numbersDraft(now.container.path, type, probe, numbers);
}

/** A startup probe with the check of another probe, with thresholds that reach the aim. Empty: the other probe cannot be copied. */
export function newStartupDrafts(now: Trial, like: ProbeType, aim: Aim): readonly Draft[] {
  const { container, question } = now;
  const probe = container.probes[like];
  if (probe === undefined) return [];
  const copied = questionOf(question.written.spec, [...container.path, probeField(like)]);
  if (copied === undefined) return [];
  const draft = (periodSeconds: number, failureThreshold: number): Draft => {
    const period = periodSeconds === probe.periodSeconds ? {} : { periodSeconds };
    const value = { ...copied, ...period, failureThreshold };
    return {
      writes: `startupProbe with ${written({ ...period, failureThreshold })}`,
      where: `same check as ${probeField(like)}`,
      type: "startup",
      changes: [{ path: container.path, field: "startupProbe", value }],
    };
  };
  const search = (periodSeconds: number): readonly Draft[] => {
    const measure = (value: number) => {
      const trial = tryOut(question, draft(periodSeconds, value).changes);
      return trial && aim.measure(trial);
    };
    const found = aim.search(measure, { from: probe.failureThreshold, min: 1, max: failureThresholdMax });
    return found === undefined ? [] : [draft(periodSeconds, aim.usual(found))];
  };
  return [...search(probe.periodSeconds), ...atOtherPeriods(probe, { shorter: 1, longer: 0 }, search)];
}

/** Only the numbers that change. */
function numbersDraft(container: Path, type: ProbeType, now: Probe, numbers: Partial<Numbers>): Draft {
  const where = probeField(type);
  const path = [...container, where];
  const changes = numberFields.flatMap((field) => {
    const value = numbers[field];
    return value === undefined || value === now[field] ? [] : [{ path, field, value }];
  });
  const fields = Object.fromEntries(changes.map(({ field, value }) => [field, value]));
  return { writes: written(fields), where, type, changes };
}

const numberFields = ["periodSeconds", "timeoutSeconds", "failureThreshold"] as const;

function written(fields: Readonly<Record<string, number>>): string {
  return Object.entries(fields)
    .map(([field, value]) => `${field}: ${value}`)
    .join(", ");
}

/** The longest period to try with the threshold as it is; empty: none is tried. */
function periodAlone({ periodSeconds }: Probe, { periods }: Aim): readonly number[] {
  if (periods.alone === "none") return [];
  return [periods.alone === "shorter" ? periodSeconds : Math.max(periodSecondsMax, periodSeconds)];
}

/** The results at the next usual periods that have any: shorter periods first. */
function atOtherPeriods(
  { periodSeconds }: Probe,
  tried: Omit<PeriodsTried, "alone">,
  search: (periodSeconds: number) => readonly Draft[],
): readonly Draft[] {
  const shorter = usualPeriods.filter((period) => period < periodSeconds).toReversed();
  const longer = usualPeriods.filter((period) => period > periodSeconds);
  return [...firstFound(shorter, tried.shorter, search), ...firstFound(longer, tried.longer, search)];
}

function firstFound<T>(
  values: readonly number[],
  count: number,
  search: (value: number) => readonly T[],
): readonly T[] {
  const found: T[] = [];
  for (const value of values) {
    if (found.length >= count) break;
    found.push(...search(value));
  }
  return found;
}

/** Fields of a probe that do not belong to its check, or that a startup probe does not need. */
const ownFields: ReadonlySet<string> = new Set(["initialDelaySeconds", "successThreshold", "failureThreshold"]);

/** What a probe checks and how often, as written. Undefined if it depends on a template or a variable. */
function questionOf(spec: unknown, path: Path): Readonly<Record<string, PlainValue>> | undefined {
  const probe = valueAt(spec, path);
  if (!isFields(probe)) return undefined;
  const question = Object.fromEntries(Object.entries(probe).filter(([field]) => !ownFields.has(field)));
  return isPlainMap(question) ? question : undefined;
}

function isPlainMap(fields: Readonly<Record<string, unknown>>): fields is Readonly<Record<string, PlainValue>> {
  return Object.values(fields).every(isPlain);
}

function isPlain(value: unknown): value is PlainValue {
  if (Array.isArray(value)) return value.every(isPlain);
  if (isFields(value)) return isPlainMap(value);
  if (typeof value === "string") return !/\{\{|\$\{/.test(value);
  return typeof value === "number" || typeof value === "boolean";
}

/** A pod without a controller can stay down. A controller replaces its pods anyway, or allows no other policy. */
export function policyDrafts({ question, pod }: Trial): readonly Draft[] {
  if (question.written.kind !== "Pod") return [];
  const stricter: readonly RestartPolicy[] = ["OnFailure", "Never"];
  return stricter.slice(stricter.indexOf(pod.restartPolicy) + 1).map((value) => ({
    writes: `restartPolicy: ${value}`,
    where: "the pod",
    type: undefined,
    changes: [{ path: [], field: "restartPolicy", value }],
  }));
}
