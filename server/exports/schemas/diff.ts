import * as z from "zod/mini";
import type { Immutable } from "../../../shared/protocol/values/parse.ts";
import { diagnostic, range } from "./check.ts";
import { about, ms, named, notes, object, span, spread, version } from "./parts.ts";

const value = z.nullable(z.union([span, spread, z.number(), z.string(), z.array(ms)]));

const worst = z.enum(["none", "changed", "better", "worse", "refused"]);

const source = named(
  "source",
  "Where people write what is rendered: in values, templates, patches.",
  z.strictObject({
    path: z.string(),
    range: about("Null: the file made the object, but the line is not known.", z.nullable(range)),
  }),
);

const finding = named(
  "finding",
  "A problem with the file that it is in.",
  z.extend(diagnostic, { path: about("Of rendered output, the file that people edit.", z.string()) }),
);

const change = z.strictObject({
  ...object,
  kind: about("Empty for problems of a file that belong to no object, as is `name`.", z.string()),
  path: about(
    "The file of the head; of the base where the object is gone. Of rendered output, the chart or the overlay.",
    z.string(),
  ),
  is: z.enum(["added", "removed", "changed"]),
  outcome: about("What becomes of the object. `refused`: Kubernetes takes what was, and rejects what is.", worst),
  refused: about(
    "Why the API server refuses the update, although it would take the object as a new one.",
    z.array(
      z.strictObject({
        message: about("In the server's words, with the field that it names.", z.string()),
        fieldPath: about("The field that changes, from the root of the object.", z.string()),
      }),
    ),
  ),
  instead: about("What makes a refused change in another way; null if nothing is refused.", z.nullable(z.string())),
  replaces: about(
    "What becomes of the pods that run when the change is applied, and why, in words; null: they stay as they are.",
    z.nullable(z.string()),
  ),
  rows: about(
    "The answers of `forecast` that differ.",
    z.array(
      z.strictObject({
        what: about("The question, in a few words.", z.string()),
        container: about("Null: the pod as a whole, or a kubelet.", z.nullable(z.string())),
        base: about("What `forecast --format json` has for this side, or null.", value),
        head: about("What `forecast --format json` has for this side, or null.", value),
        is: about(
          "`better` and `worse` are about restarts, downtime, and load; `sooner` and `later` about other times.",
          z.enum(["sooner", "later", "better", "worse", "changed"]),
        ),
        fieldPath: about("The field that decides, from the root of the object.", z.string()),
        source: about("Of rendered output: where that field is written. Null for files.", z.nullable(source)),
      }),
    ),
  ),
  sources: about("Of rendered output: where the fields are written that changed. Empty for files.", z.array(source)),
  findings: about(
    "Problems that only one side has.",
    z.strictObject({
      toUpdate: about("Expectations that no longer hold because the pod got better.", z.array(finding)),
      new: z.array(finding),
      gone: z.array(finding),
    }),
  ),
});

export const diffSchema = z.strictObject({
  version,
  base: about("As it was typed.", z.string()),
  head: about("As it was typed.", z.string()),
  changes: z.array(change),
  worst: about("The worst that the change does: outcomes, and new errors.", worst),
  notCompared: about("Charts and overlays that a side can't render; `notes` say why.", z.array(z.string())),
  notes,
});

export type DiffJson = Immutable<z.infer<typeof diffSchema>>;
export type DiffChangeJson = Immutable<z.infer<typeof change>>;
export type DiffSourceJson = Immutable<z.infer<typeof source>>;
export type DiffFindingJson = Immutable<z.infer<typeof finding>>;
