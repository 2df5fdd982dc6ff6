import type { Labels } from "../../../shared/promql/model.ts";

/** A part of a template of Go, as far as labels of alerts use them. */
export type TemplateNode =
  | { readonly is: "text"; readonly text: string }
  | { readonly is: "value"; readonly of: Pipeline }
  | {
      readonly is: "if";
      readonly condition: Pipeline;
      readonly then: readonly TemplateNode[];
      readonly otherwise: readonly TemplateNode[];
    };

/** Commands; the value of each is the last argument of the next one. */
export type Pipeline = readonly Command[];

/** A function with its arguments, or a value alone. */
export type Command = readonly Operand[];

export type Operand =
  | { readonly is: "constant"; readonly value: TemplateValue }
  | { readonly is: "function"; readonly name: string }
  | { readonly is: "field"; readonly root: FieldRoot; readonly path: readonly string[] }
  | { readonly is: "pipeline"; readonly of: Pipeline };

/** `$labels` and `.Labels`, and so on. */
export type FieldRoot = "labels" | "value" | "external";

/** A bigint is one of Go's integers, and a number one of its floats. */
export type TemplateValue = string | number | bigint | boolean | Labels;
