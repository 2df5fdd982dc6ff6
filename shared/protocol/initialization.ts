import * as z from "zod/mini";

/** What a client says about itself beyond LSP, in `initializationOptions`. Everything is optional: a plain LSP client sends nothing. */
export interface InitializationOptions {
  /** The client has our commands: code lenses and links to them in hovers work. */
  readonly commandLinks: boolean;
  /** The client answers `podCadence/readFile`. */
  readonly readFile: boolean;
  /** The client wants `podCadence/changed` and `podCadence/settingsChanged`. */
  readonly changed: boolean;
  /**
   * The client asks for the diagnostics of all files of the workspace. Most that do so ask again every two seconds;
   * ours asks when somebody wants it, whatever stands here.
   */
  readonly workspaceDiagnostics: boolean;
  /** Another language server gives an outline of YAML files: ours would be the second. */
  readonly yamlSymbols: boolean;
  /** The section `podCadence` of the settings, for clients that cannot be asked for it. */
  readonly settings: unknown;
  /** What another language server completes in the same files, so that nothing is offered twice. */
  readonly yamlCompletion: YamlCompletion;
}

/**
 * What a general YAML language server offers beside us: nothing, because there is none; the fields of documents that name a schema
 * in a comment (`# yaml-language-server: $schema=…`); or, beyond that, the fields of Kubernetes objects.
 */
export const yamlCompletions = ["none", "schemaComments", "kubernetes"] as const;
export type YamlCompletion = (typeof yamlCompletions)[number];

const said = z._default(z.boolean(), false);

const writtenOptions = z.object({
  commandLinks: said,
  readFile: said,
  changed: said,
  workspaceDiagnostics: said,
  yamlSymbols: said,
  settings: z.optional(z.unknown()),
  yamlCompletion: z._default(z.enum(yamlCompletions), "none"),
});

export const initializationOptionsSchema: z.ZodMiniType<InitializationOptions> = z.pipe(
  writtenOptions,
  z.transform((options): InitializationOptions => ({ ...options, settings: options.settings })),
);

export const plainClient: InitializationOptions = {
  commandLinks: false,
  readFile: false,
  changed: false,
  workspaceDiagnostics: false,
  yamlSymbols: false,
  settings: undefined,
  yamlCompletion: "none",
};
