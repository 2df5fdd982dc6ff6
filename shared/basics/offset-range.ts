/** A part of a text: offsets in UTF-16 units; `end` is after the last one. What they count from is said where a range is kept. */
export interface OffsetRange {
  readonly start: number;
  readonly end: number;
}
