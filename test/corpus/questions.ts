import type { RuleId } from "../../server/rule-ids/ids.ts";
import type { RuleOrigin, Severity } from "../../server/rules/core/model.ts";
import type { KubernetesVersion } from "../../shared/kubernetes/versions.ts";

/** What the thread is asked. */
export type Question =
  | { readonly kind: "file"; readonly text: string; readonly versions: readonly KubernetesVersion[] }
  | { readonly kind: "prefixes"; readonly text: string; readonly step: number };

export interface Examination {
  readonly documents: number;
  readonly pods: number;
  readonly kubelets: number;
  readonly findings: readonly Finding[];
  readonly byVersion: Readonly<Record<string, readonly Finding[]>>;
  readonly tookMs: number;
}

export interface Finding {
  readonly rule: RuleId;
  readonly origin: RuleOrigin;
  readonly severity: Severity;
  /** As kubectl counts. */
  readonly document: number;
  readonly item: number | undefined;
  readonly message: string;
}

export type Answer = Examination | { readonly prefixes: number };
