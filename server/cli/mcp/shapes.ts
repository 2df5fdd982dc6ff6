import * as z from "zod/mini";
import { spanText } from "../../exports/brief.ts";

// What the tools read of the JSON of the command line (docs/schemas). Fields that they do not need are left out.

const span = z.nullable(z.object({ nominalMs: z.number(), earliestMs: z.number(), latestMs: z.number() }));

const diagnostic = z.object({
  rule: z.string(),
  severity: z.string(),
  message: z.string(),
  fieldPath: z.string(),
  range: z.object({ start: z.object({ line: z.number() }) }),
});

export const checked = z.object({
  files: z.array(z.object({ path: z.string(), diagnostics: z.array(diagnostic) })),
  summary: z.object({ error: z.number(), warning: z.number(), info: z.number(), hint: z.number() }),
});

const why = z.nullable(
  z.object({ text: z.string(), fieldPath: z.nullable(z.string()), advice: z.nullable(z.string()) }),
);

export const forecasts = z.object({
  pods: z.array(
    z.object({
      path: z.string(),
      kind: z.string(),
      name: z.string(),
      namespace: z.string(),
      answer: z.object({
        basis: z.string(),
        verdict: z.string(),
        headline: z.string(),
        fix: z.optional(z.string()),
        after: z.optional(z.string()),
        why,
      }),
      outage: z.optional(z.string()),
      timeToReady: span,
      containers: z.array(
        z.object({
          name: z.string(),
          kind: z.string(),
          fieldPath: z.string(),
          restarts: z.object({ canRestart: z.boolean(), delaysMs: z.array(z.number()) }),
          startupBudget: span,
          hangToSigterm: span,
          hangToDead: span,
          unreadyAfter: span,
        }),
      ),
    }),
  ),
});

export const simulated = z.object({
  pod: z.object({ kind: z.string(), name: z.string() }),
  seed: z.number(),
  untilMs: z.number(),
  ended: z.unknown(),
  entries: z.array(
    z.object({
      tMs: z.number(),
      kind: z.string(),
      container: z.optional(z.string()),
      text: z.string(),
      fieldPath: z.string(),
    }),
  ),
  expectations: z.array(z.unknown()),
});

const value = z.unknown();

export const compared = z.object({
  worst: z.string(),
  changes: z.array(
    z.object({
      kind: z.string(),
      name: z.string(),
      path: z.string(),
      is: z.string(),
      outcome: z.string(),
      refused: z.array(z.object({ message: z.string() })),
      rows: z.array(
        z.object({
          what: z.string(),
          container: z.nullable(z.string()),
          base: value,
          head: value,
          is: z.string(),
          fieldPath: z.string(),
        }),
      ),
      findings: z.object({ toUpdate: z.array(diagnostic), new: z.array(diagnostic), gone: z.array(diagnostic) }),
    }),
  ),
});

export const observed = z.object({
  pods: z.array(
    z.object({
      name: z.string(),
      namespace: z.string(),
      phase: z.optional(z.nullable(z.string())),
      observed: z.object({
        state: z.string(),
        restarts: z.number(),
        containers: z.array(z.object({ name: z.string(), state: z.string(), next: z.object({ text: z.string() }) })),
      }),
    }),
  ),
  missing: z.array(z.string()),
  freshness: z.object({ is: z.string(), reason: z.nullable(z.string()) }),
});

/** A value of a comparison in words: a span, a number over the runs, or as it is. */
export function valueText(read: unknown): string {
  const asSpan = span.safeParse(read);
  if (asSpan.success) return spanText(asSpan.data) ?? "none";
  return typeof read === "string" ? read : JSON.stringify(read);
}

export const explained = z.object({
  pods: z.array(
    z.object({
      name: z.string(),
      namespace: z.string(),
      basis: z.string(),
      headline: z.nullable(z.string()),
      causes: z.array(z.object({ text: z.string(), certainty: z.string(), shown: z.string() })),
      next: z.array(z.object({ container: z.string(), text: z.string() })),
      scenario: z.array(z.string()),
      fit: z.nullable(z.object({ judged: z.int(), inside: z.int() })),
      whatIf: z.array(
        z.object({ change: z.string(), avoids: z.string(), costs: z.string(), if: z.nullable(z.string()) }),
      ),
      helps: z.nullable(z.string()),
      unexplained: z.array(z.string()),
      ask: z.array(z.string()),
    }),
  ),
});

/** What is learned of a container, as an agent gets it. */
export const learnedOfContainer = {
  comment: z.nullable(z.string()),
  proposals: z.array(z.object({ severity: z.string(), field: z.string(), value: z.int(), text: z.string() })),
  unknown: z.array(z.string()),
};

const learned = z.object({
  workloads: z.array(
    z.object({
      kind: z.string(),
      name: z.string(),
      namespace: z.string(),
      pods: z.int(),
      containers: z.array(z.object({ name: z.string(), ...learnedOfContainer })),
    }),
  ),
});

/** All containers of the JSON of `learn`, each with its workload. */
export function learnedContainers(printed: unknown) {
  return learned.parse(printed).workloads.flatMap(({ kind, name, namespace, pods, containers }) =>
    containers.map(({ name: container, ...each }) => ({
      workload: `${kind}/${name} in ${namespace}`,
      pods,
      container,
      ...each,
    })),
  );
}
