import { lengthMax } from "../../manifest/documents/parse.ts";

/** Edits, and files of which an editor closes several, follow each other within this time. */
const quietMs = 3000;
/** UTF-16 units: what a smaller file leaves behind is not worth looking for, nor is it worth preparing for one. */
export const largeLengthMin = 200_000;

/** UTF-16 units: what edits of a file that is too large to be read may leave behind before somebody pauses. */
const garbageLengthMax = 40_000_000;

interface MemoryRelease {
  closed(text: { readonly length: number }): void;
  /** A file that is too large to be read is nothing but copies of its text, of which one is needed. */
  changed(text: { readonly length: number }): void;
}

/**
 * Calls `release` when a while has passed since a large file was closed, or one was changed that is too large to be read. Does not
 * wait where the copies of such a file have become too many.
 */
export function releaseWhenQuiet(release: () => void): MemoryRelease {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let garbageLength = 0;
  const releaseNow = (): void => {
    clearTimeout(timer);
    garbageLength = 0;
    release();
  };
  const later = (isWorthIt: boolean): void => {
    if (!isWorthIt) return;
    clearTimeout(timer);
    timer = setTimeout(releaseNow, quietMs);
  };
  return {
    closed: ({ length }) => later(length >= largeLengthMin),
    changed({ length }) {
      if (length <= lengthMax) return;
      garbageLength += length;
      if (garbageLength > garbageLengthMax) releaseNow();
      else later(true);
    },
  };
}
