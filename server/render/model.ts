/** What a person asked to have rendered. Paths are as typed, relative to the working directory. */
export type RenderTarget =
  | {
      readonly tool: "helm";
      readonly chart: string;
      readonly values: readonly string[];
      /** Values that stand in a file of something else, after all others. */
      readonly own?: { readonly path: string; readonly text: string };
      /** What the release is called, and where; undefined means Helm's own default. */
      readonly release?: { readonly name: string; readonly namespace: string };
    }
  | { readonly tool: "kustomize"; readonly overlay: string };

/** The output of the tool, and the way back to what people wrote. */
export interface Rendered {
  readonly target: RenderTarget;
  /** All documents, as the tool printed them. */
  readonly text: string;
  /** Where each of the wanted lines comes from, in their order. Runs the tool again; never rejects. */
  trace(wanted: readonly WantedLine[]): Promise<readonly Traced[]>;
}

/** A place in the rendered text. */
export interface WantedLine {
  /** Zero-based. */
  readonly line: number;
  /** A value that stands on the line, in UTF-16 units; undefined means the key, with everything below it. */
  readonly value: { readonly start: number; readonly end: number } | undefined;
  /** The part of the value that is meant, such as the tag of an image, which may come from a line of its own. */
  readonly part?: string | undefined;
}

/** A place in a file that people edit. Lines and characters are zero-based. */
export interface SourcePlace {
  /** The path as the caller would write it. */
  readonly path: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

export interface Traced {
  readonly place: SourcePlace;
  /** False: the file made the document, but the line is not known. */
  readonly certain: boolean;
}

/** A problem is in the words of the command line. `missing`: the program is not there. */
export type RenderResult = { readonly value: Rendered } | { readonly problem: string; readonly missing?: boolean };

/** Where programs run, and for how long at most. */
export interface RenderOptions {
  readonly cwd: string;
  readonly timeLimitMs: number;
  /** PATH and the like. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Helm's `--kube-version`; undefined means its own default. */
  readonly kubernetes?: string | undefined;
}

/** A remote chart or base takes seconds; what takes longer than this hangs. */
export const renderTimeLimitMs = 120_000;
