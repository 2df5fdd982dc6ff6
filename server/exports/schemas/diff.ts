import * as z from "zod/mini";
import type { Immutable } from "../../../shared/protocol/values/parse.ts";
import { diagnostic } from "./check.ts";
import { about, ms, notes, object, span, spread, version } from "./parts.ts";

const value = z.nullable(z.union([span, spread, z.number(), z.string(), z.array(ms)]));

const worst = z.enum(["none", "changed", "better", "worse", "refused"]);

const change = z.strictObject({
  ...object,
  kind: about("Empty for problems of a file that belong to no object, as is `name`.", z.string()),
  path: about("Of the head; of the base where the object is gone.", z.string()),
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
      }),
    ),
  ),
  findings: about(
    "Problems that only one side has.",
    z.strictObject({
      toUpdate: about("Expectations that no longer hold because the pod got better.", z.array(diagnostic)),
      new: z.array(diagnostic),
      gone: z.array(diagnostic),
    }),
  ),
});

export const diffSchema = z.strictObject({
  version,
  base: about("As it was typed.", z.string()),
  head: about("As it was typed.", z.string()),
  changes: z.array(change),
  worst: about("The worst that the change does: outcomes, and new errors.", worst),
  notes,
});

export type DiffJson = Immutable<z.infer<typeof diffSchema>>;
export type DiffChangeJson = Immutable<z.infer<typeof change>>;
