import { plainLine } from "../../shared/basics/plain-line.ts";
import type { PlayedExtent } from "../../shared/forecast/pod/pod.ts";
import type { ObservedNow } from "../../shared/observation/answer/model.ts";
import { observedNow } from "../analysis/observed.ts";
import { emptyWords } from "../analysis/workloads.ts";
import { inObject } from "../exports/field-path.ts";
import { forecastUntil, playedAnswerOf } from "../rules/rejections/answer.ts";
import { changedFields } from "./changed-fields.ts";
import { sortFindings } from "./expectations.ts";
import { changedFindings } from "./findings.ts";
import { matchObjects, type Pair } from "./match.ts";
import type { Diff, DiffChange, DiffFile, DiffRow, PlacedFinding, Worst } from "./model.ts";
import { matchNotes } from "./notes.ts";
import { type DiffObject, objectsOf } from "./objects.ts";
import { observedOutcome, outcomeOf, worstOf } from "./outcome.ts";
import type { PodSubject } from "./questions.ts";
import { replacedPods, workloadOfObject } from "./replaced-pods.ts";
import { kubeletRows, podRows, type SubjectInObject, scheduleRows, workloadRows } from "./rows.ts";
import { nothingRefused, refusedUpdates } from "./updates.ts";

/**
 * What a change of files does to the forecasts and findings of their pods and kubelet configurations. Each number is that of `forecast`
 * for its side. Of two equal sides nothing is said; the sides exchanged, everything is said the other way round.
 */
export function compareFiles(base: readonly DiffFile[], head: readonly DiffFile[], extent: PlayedExtent): Diff {
  const pairs = matchObjects(base.flatMap(objectsOf), head.flatMap(objectsOf));
  const changes = pairs.flatMap((pair) => changeOf(pair, extent));
  const compared = pairs.filter(
    ({ base, head }) => base !== undefined && (head?.is.a === "pod" || head?.is.a === "kubelet"),
  );
  const isChanged = new Set(changes.flatMap(({ pair }) => pair.head ?? []));
  return {
    changes: changes.map(({ change }) => change),
    worst: worstOf(changes.map(({ change }) => worstOfChange(change))),
    notes: matchNotes(pairs),
    unchanged: compared.filter((pair) => pair.head !== undefined && !isChanged.has(pair.head)).length,
  };
}

interface PairChange {
  readonly pair: Pair;
  readonly change: DiffChange;
}

function changeOf(pair: Pair, extent: PlayedExtent): readonly PairChange[] {
  const { base, head } = pair;
  const shown = head ?? base;
  if (shown === undefined) return [];
  const [before, after] = [base, head].map((object) => object && subjectOf(object, extent));
  const rows = rowsOf(pair, before, after);
  const found = changedFindings(base?.findings ?? [], head?.findings ?? [], [base?.value, head?.value]);
  const isOnBothSides = base !== undefined && head !== undefined;
  const refused = isOnBothSides ? refusedUpdates(base, head) : nothingRefused;
  const replaces = isOnBothSides && refused.reasons.length === 0 ? replacedPods(base, head, rows) : undefined;
  const observed = [base, head].map(nowOf);
  const ofPods =
    startOutcome(pair) ?? outcomeOf({ before: before?.subject, after: after?.subject, isOnBothSides, rows });
  const outcome =
    refused.reasons.length > 0 ? "refused" : worstOf([ofPods, ...ofStatuses(observed), ...ofEmptiness(pair)]);
  const { toUpdate, added } = sortFindings(ofExisting(found.added, after), base, outcome);
  const gone = ofExisting(found.gone, before);
  const isOnOneSide = !isOnBothSides && shown.is.a !== "file" && shown.is.a !== "claim";
  const isSame = rows.length + toUpdate.length + added.length + gone.length === 0 && outcome === "none";
  if (isSame && !isOnOneSide && replaces === undefined) return [];
  const { kind, name, namespace, file } = shown;
  const is = !isOnOneSide ? "changed" : base === undefined ? "added" : "removed";
  const sentences = { base: sentenceOf(observed[0], before), head: sentenceOf(observed[1], after) };
  return [
    {
      pair,
      change: {
        ...{ kind, name, namespace, path: file.path, is, place: head?.place, ...sentences },
        fields: isOnBothSides ? changedFields(base.value, head.value) : [],
        ...{ sources: [], refused, replaces, rows, outcome, toUpdate, added, gone },
      },
    },
  ];
}

/** What the rules say of an object that cannot exist is only why not. */
function ofExisting(
  findings: readonly PlacedFinding[],
  side: SubjectInObject<PodSubject> | undefined,
): readonly PlacedFinding[] {
  if (side?.subject.answer.outlook !== "rejected") return findings;
  return findings.filter(({ finding }) => finding.severity === "error");
}

/** What the status of a side says; undefined if it has none. */
function nowOf(object: DiffObject | undefined): ObservedNow | undefined {
  return object?.is.a === "pod" ? observedNow(object.is.pod, { manifest: object.file.manifest }) : undefined;
}

function ofStatuses([before, after]: readonly (ObservedNow | undefined)[]): readonly Worst[] {
  return before === undefined || after === undefined ? [] : [observedOutcome(before, after)];
}

/** A workload that has pods, or starts Jobs, on one side only. */
function ofEmptiness({ base, head }: Pair): readonly Worst[] {
  if (base?.is.a !== "pod" || head?.is.a !== "pod") return [];
  return emptyWords(base.is.pod) === emptyWords(head.is.pod) ? [] : ["changed"];
}

/** What is said of a side: its status, if it has one, and then what a new pod does. */
function sentenceOf(now: ObservedNow | undefined, side: SubjectInObject<PodSubject> | undefined): string | undefined {
  const played = side?.subject.answer.headline;
  return now === undefined || played === undefined ? played : `Observed: ${plainLine(now.headline)}. New: ${played}`;
}

/** A kubelet that starts on one side only is what matters, whatever its back-off would be. Undefined: it starts on both, or on none. */
function startOutcome({ base, head }: Pair): Worst | undefined {
  if (base?.is.a !== "kubelet" || head?.is.a !== "kubelet") return undefined;
  const [before, after] = [base, head].map(({ findings }) => findings.every((each) => !isStartRefused(each)));
  if (before === after) return undefined;
  return after === true ? "better" : "refused";
}

function isStartRefused({ finding: { severity, origin } }: PlacedFinding): boolean {
  return severity === "error" && origin === "kubelet";
}

/** Undefined if there is no pod, or one that cannot be played. */
function subjectOf({ is }: DiffObject, extent: PlayedExtent): SubjectInObject<PodSubject> | undefined {
  if (is.a !== "pod") return undefined;
  const forecast = forecastUntil(is.pod, extent);
  const answer = playedAnswerOf(is.analyzed, is.pod, extent);
  const isJob = is.pod.jobSpec() !== undefined;
  return (
    forecast && answer && { subject: { forecast, answer, isJob, job: is.pod.job() }, place: inObject(is.pod.located) }
  );
}

function rowsOf(
  { base, head }: Pair,
  before: SubjectInObject<PodSubject> | undefined,
  after: SubjectInObject<PodSubject> | undefined,
): readonly DiffRow[] {
  if (base !== undefined && head !== undefined && before !== undefined && after !== undefined)
    return [...podRows(before, after), ...rowsOfOwner([base, head], [before, after])];
  if (base?.is.a !== "kubelet" || head?.is.a !== "kubelet") return [];
  return kubeletRows(
    { subject: base.is.kubelet.forecast(), place: [] },
    { subject: head.is.kubelet.forecast(), place: [] },
  );
}

/** Workloads are played for this, which takes longer than pods do. */
function rowsOfOwner(
  objects: readonly [DiffObject, DiffObject],
  pods: readonly SubjectInObject<PodSubject>[],
): readonly DiffRow[] {
  if (pods.some(({ subject }) => subject.answer.outlook === "rejected")) return [];
  const [base, head] = objects.map((object) => {
    const workload = workloadOfObject(object);
    return workload && { subject: workload, place: [] };
  });
  if (base !== undefined && head !== undefined) return workloadRows(base, head);
  const [before, after] = objects.map(({ is }) => (is.a === "pod" ? is.pod.located : undefined));
  return before === undefined || after === undefined ? [] : scheduleRows(before, after);
}

/** What one object's change comes to: its outcome, and new errors. Other findings that come or go only change something. */
export function worstOfChange({ is, outcome, toUpdate, added, gone }: DiffChange): Worst {
  const isError = ({ finding }: PlacedFinding): boolean => finding.severity === "error";
  const effects: readonly Worst[] = [
    ...(added.some(isError) ? (["worse"] as const) : []),
    ...(gone.some(isError) ? (["better"] as const) : []),
    ...(is !== "changed" || toUpdate.length + added.length + gone.length > 0 ? (["changed"] as const) : []),
  ];
  return worstOf([outcome, ...effects]);
}
