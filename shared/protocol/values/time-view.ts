/** The part of virtual time that is shown, and how wide. `fromMs` < `toMs`, `widthPx` > 0. */
export interface TimeView {
  readonly fromMs: number;
  readonly toMs: number;
  readonly widthPx: number;
}
