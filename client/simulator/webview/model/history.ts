/** The setups that undo and redo go through. */
export interface UndoHistory<Setup> {
  readonly past: readonly Setup[];
  readonly future: readonly Setup[];
  /** What the last change was about: typing in one line is one step. */
  readonly last: string | undefined;
}

export const emptyHistory: UndoHistory<never> = { past: [], future: [], last: undefined };

/** More steps than people go back. */
const stepsMax = 100;

/** The history after a change away from a setup. Changes in a row that are about the same are one. */
export function changed<Setup>(
  { past, last }: UndoHistory<Setup>,
  before: Setup,
  about: string | undefined,
): UndoHistory<Setup> {
  const isSame = about !== undefined && about === last;
  return { past: isSame ? past : [...past, before].slice(-stepsMax), future: [], last: about };
}

/** The setup before (`-1`) or after (`1`) the present one, and the history there; undefined if there is none. */
export function moved<Setup>(
  { past, future }: UndoHistory<Setup>,
  present: Setup,
  direction: 1 | -1,
): { readonly setup: Setup; readonly history: UndoHistory<Setup> } | undefined {
  const setup = direction === -1 ? past.at(-1) : future[0];
  if (setup === undefined) return undefined;
  const history =
    direction === -1
      ? { past: past.slice(0, -1), future: [present, ...future], last: undefined }
      : { past: [...past, present], future: future.slice(1), last: undefined };
  return { setup, history };
}
