import * as z from "zod/mini";
import type { Immutable } from "../../../shared/protocol/values/parse.ts";
import { about, count, named, place, version } from "./parts.ts";

export const severity = z.enum(["error", "warning", "info", "hint"]);
export const origin = z.enum(["api-server", "kubelet", "strict", "simulation", "advice", "scenario", "yaml", "config"]);
const position = z.strictObject({
  line: about("From 0.", count),
  character: about("From 0, in UTF-16 units.", count),
});
export const range = z.strictObject({ start: position, end: position });

export const diagnostic = named(
  "diagnostic",
  "A problem that a rule found.",
  z.strictObject({
    rule: about("The id of the rule.", z.string()),
    severity,
    origin: about(
      "Who reports it: `api-server` and `kubelet` reject the object, `strict` is field validation, `simulation` is shown by a simulation, and `advice` works but surprises people.",
      origin,
    ),
    errorType: z.optional(
      about("The type of the error as Kubernetes calls it, such as Required, Invalid, or UnknownField.", z.string()),
    ),
    message: z.string(),
    document: place.document,
    item: place.item,
    fieldPath: about("The field, from the root of the object.", z.string()),
    range: about("Where the problem is in the file; of rendered output, in its source.", range),
    rendered: z.optional(about("Of rendered output: where the problem is in that output.", range)),
    source: z.optional(about("What the `# Source:` comment above the document names.", z.string())),
    docs: about("The documentation of the rule.", z.url()),
  }),
);

const checkedFile = z.strictObject({
  path: place.path,
  documents: count,
  pods: count,
  kubeletConfigurations: count,
  templated: about("It has templates, so it was checked only where the rendered value is certain.", z.boolean()),
  diagnostics: z.array(diagnostic),
});

export const checkSchema = z.strictObject({
  version,
  files: z.array(checkedFile),
  summary: z.strictObject({
    error: count,
    warning: count,
    info: count,
    hint: count,
    shapesOnly: about("Parts of the API of which only the shape is checked.", z.array(z.string())),
  }),
});

export type CheckSummary = Immutable<z.infer<typeof checkSchema>>["summary"];
export type Diagnostic = Immutable<z.infer<typeof diagnostic>>;
export type CheckedFile = Immutable<z.infer<typeof checkedFile>>;
