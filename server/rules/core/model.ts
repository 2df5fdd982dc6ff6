import type { OffsetRange } from "../../../shared/basics/offset-range.ts";
import type { Path } from "../../../shared/basics/path.ts";
import type { Judgment } from "../../../shared/forecast/expectations/judgment.ts";
import type { RolloutJudgment } from "../../../shared/forecast/workload/model.ts";
import type { KubernetesVersion } from "../../../shared/kubernetes/versions.ts";
import type { AnalyzedDocument, ContainerSubject } from "../../analysis/subject.ts";
import type { Manifest } from "../../manifest/text/model.ts";
import type { RuleId, RuleLevel } from "../../rule-ids/ids.ts";
import type { ResolvedSettings } from "../../schema/model.ts";

/**
 * Who reports it. `api-server` and `kubelet` reject the document; `strict`: field validation of kubectl, or a kubelet that logs it;
 * `simulation`: the engine shows it; `advice`: it works, but surprises people.
 */
export type RuleOrigin = "api-server" | "kubelet" | "strict" | "simulation" | "advice" | "scenario" | "yaml" | "config";

export type Severity = Exclude<RuleLevel, "off">;

/** An entry in the table of rules. */
export interface RuleFacts {
  readonly id: RuleId;
  /** What goes wrong, in one line. */
  readonly title: string;
  /** The default. */
  readonly level: Severity;
  readonly origin: RuleOrigin;
  /** The first Kubernetes minor that it applies to, if that is not the oldest one supported. */
  readonly since?: KubernetesVersion;
  /** What it reports follows from what is written alone, so it fires in a patch, too. */
  readonly firesInPatches?: true;
  /**
   * It reports what hides all else: a value that cannot be read, a kind or a field that nobody knows, a kubelet that gave up at an
   * earlier step. What comes to light behind it was there before.
   */
  readonly hidesOthers?: true;
  /** It reports what is thrown away, which an editor shows faded. */
  readonly marksUnnecessary?: true;
  /** It matters only to pods that a Service selects. */
  readonly needsService?: true;
  /** It is about a KubeletConfiguration, and does not matter if the kubelet never reads it. */
  readonly isAboutKubelet?: true;
  /** It judges alerts, which also stand in documents that have neither a pod nor a kubelet configuration. */
  readonly judgesAlerts?: true;
  /** It reports what somebody stated, such as an expectation, so it is as severe in the data of tests as anywhere. */
  readonly judgesStatements?: true;
  /** The title of the refactoring that repairs it. */
  readonly refactoring?: string;
}

/** Checks each container that reaches the node. */
export interface ContainerRule extends RuleFacts {
  readonly checkContainer: (subject: ContainerSubject) => readonly ContainerHit[];
}

/** Checks a document as a whole. */
export interface DocumentRule extends RuleFacts {
  readonly checkDocument: (document: AnalyzedDocument) => readonly DocumentHit[];
  /** Prepares a document as `prepareFile` prepares a file. */
  readonly prepareDocument?: (document: AnalyzedDocument) => Iterable<unknown>;
}

/** Checks a file as a whole. Offsets are relative to the file. */
export interface FileRule extends RuleFacts {
  readonly checkFile: (manifest: Manifest, settings: ResolvedSettings) => readonly FileHit[];
  /** Works out what it looks at where that takes long, piece by piece: between two of them, an editor's requests are answered. */
  readonly prepareFile?: (manifest: Manifest, settings: ResolvedSettings) => Iterable<unknown>;
}

/** Where a rule fires in a file. */
export interface FileHit extends OffsetRange, Words {
  /** Less than the rule's own, where the matter is smaller here. */
  readonly severity?: Severity;
}

/** Found while settings are read; `findingsOfProject` creates the findings. */
export type SettingsRule = RuleFacts;

export type Rule = ContainerRule | DocumentRule | FileRule | SettingsRule;

interface Words {
  /** What will happen, when, and what to do instead; short sentences in plain text. */
  readonly message: string;
  /** Of an `expect` line that fails. */
  readonly judgment?: Judgment | RolloutJudgment;
}

/** Where a rule fires, relative to the pod spec. */
export interface ContainerHit extends Words {
  /** The message where no Service selects the pods, which makes the matter an information; false: then it does not matter. */
  readonly withoutService?: string | false;
  /** Where no Service is declared at all, it may be declared elsewhere, so that the matter stays what it is. */
  readonly serviceMayBeElsewhere?: boolean;
  /** Less than the rule's own, where the matter is smaller here. */
  readonly severity?: Severity;
  readonly path: Path;
  readonly on: "key" | "value";
  readonly fix?: FieldFix;
}

/** Where a rule fires, relative to the root of the document. `range` is set where no path leads to the place: a comment, broken text. */
export interface DocumentHit extends Words {
  /** The message where no Service selects the pods, which makes the matter an information; false: then it does not matter. */
  readonly withoutService?: string | false;
  /** Where no Service is declared at all, it may be declared elsewhere, so that the matter stays what it is. */
  readonly serviceMayBeElsewhere?: boolean;
  /** Less than the rule's own, where the matter is smaller here. */
  readonly severity?: Severity;
  readonly path: Path;
  readonly on: "key" | "value";
  readonly range?: OffsetRange;
  readonly errorType?: string;
  readonly also?: readonly OtherError[];
  readonly fix?: Fix;
  readonly item?: number | undefined;
}

/** What Kubernetes says as well, because of the same cause. */
interface OtherError {
  readonly errorType: string;
  /** From the root of the document. */
  readonly path: Path;
}

/** A repair that is certain. `editsOf` turns it into text. */
export type Fix = FieldFix | RemovalFix | WordFix | WordsFix;

interface Repair {
  readonly title: string;
  /**
   * `Fix all` may apply it without review: nothing changes for the cluster, or the object is rejected without it and there is
   * only one right answer. A repair that changes a working number, removes a comment or guesses is not.
   */
  readonly lossFree?: true;
}

/** Sets a field; comments and style stay. */
export interface FieldFix extends Repair {
  readonly kind: "set-field";
  /** The map that has the field, or gets it. */
  readonly path: Path;
  readonly field: string;
  readonly value: FieldValue;
}

/** Removes a field, with everything below it and the comment after it: never loss-free. */
export interface RemovalFix extends Repair {
  readonly kind: "remove-field";
  /** The map that has the field. */
  readonly path: Path;
  readonly field: string;
}

/** Replaces a wrong word, if it is still there. Offsets in the document. */
export interface WordFix extends OffsetRange, Repair {
  readonly kind: "replace-word";
  readonly wrong: string;
  readonly right: string;
}

/** The same in several places: all of them, or none. */
export interface WordsFix extends Repair {
  readonly kind: "replace-words";
  readonly words: readonly (OffsetRange & Pick<WordFix, "wrong" | "right">)[];
}

export type FieldValue = string | number | boolean | readonly FieldValue[] | { readonly [key: string]: FieldValue };

/** What a person sees. Offsets are relative to the document, or to the file where the file as a whole is meant. */
export interface Finding extends OffsetRange {
  readonly rule: RuleId;
  readonly origin: RuleOrigin;
  readonly severity: Severity;
  /** Kubernetes' own error type, where it rejects the document. */
  readonly errorType: string | undefined;
  readonly also?: readonly OtherError[];
  readonly message: string;
  /** The message where no Service selects the pods, which makes the matter an information. */
  readonly withoutService?: string | false;
  readonly serviceMayBeElsewhere?: boolean;
  /** Of an `expect` line that fails. */
  readonly judgment?: Judgment | RolloutJudgment;
  /** From the root of the document. */
  readonly path: Path;
  readonly on: "key" | "value";
  /** Position in a list; undefined if the document is the object. */
  readonly item: number | undefined;
  readonly fix: Fix | undefined;
}
