import * as z from "zod/mini";
import type { Immutable } from "../../../shared/protocol/values/parse.ts";
import { origin, severity } from "./check.ts";
import { about, version } from "./parts.ts";

export const rulesSchema = z.strictObject({
  version,
  rules: z.array(
    z.strictObject({
      id: z.string(),
      title: z.string(),
      level: about("The default.", severity),
      origin,
      since: about("The first version of Kubernetes that it applies to.", z.string()),
      docs: about("The documentation.", z.url()),
      page: z.optional(about("The documentation as Markdown, if one rule was asked for.", z.string())),
    }),
  ),
});

export type RulesJson = Immutable<z.infer<typeof rulesSchema>>;
