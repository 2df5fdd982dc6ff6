import * as z from "zod/mini";
import type { Message } from "../values/parse.ts";

/**
 * What a general YAML language server offers beside us: nothing, because there is none; the fields of documents that name a schema
 * in a comment (`# yaml-language-server: $schema=…`); or, beyond that, the fields of Kubernetes objects.
 */
export const yamlCompletions = ["none", "schemaComments", "kubernetes"] as const;
export type YamlCompletion = (typeof yamlCompletions)[number];

const said = z._default(z.boolean(), false);

const writtenOptions = z.object({
  /** The client has our commands: code lenses and links to them in hovers work. */
  commandLinks: said,
  /** The client answers `podCadence/readFile`. */
  readFile: said,
  /** The client wants `podCadence/changed` and `podCadence/settingsChanged`. */
  changed: said,
  /**
   * The client asks for the diagnostics of all files of the workspace. Most that do so ask again every two seconds;
   * ours asks when somebody wants it, whatever stands here.
   */
  workspaceDiagnostics: said,
  /** Another language server gives an outline of YAML files: ours would be the second. */
  yamlSymbols: said,
  /** The section `podCadence` of the settings, for clients that cannot be asked for it. */
  settings: z.optional(z.unknown()),
  /** What another language server completes in the same files, so that nothing is offered twice. */
  yamlCompletion: z._default(z.enum(yamlCompletions), "none"),
});

/** What a client says about itself beyond LSP, in `initializationOptions`. Everything is optional: a plain LSP client sends nothing. */
export const initializationOptionsSchema = z.pipe(
  writtenOptions,
  z.transform((options) => ({ ...options, settings: options.settings })),
);

export type InitializationOptions = Message<typeof initializationOptionsSchema>;

export const plainClient: InitializationOptions = z.parse(initializationOptionsSchema, {});
