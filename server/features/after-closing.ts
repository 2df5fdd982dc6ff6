/** Files of which an editor closes several are closed within this time. */
const quietMs = 3000;
/** UTF-16 units: what a smaller file leaves behind is not worth looking for. */
const lengthMin = 200_000;

/** Calls `release` when a while has passed since a large file was closed. */
export function releaseAfterClosing(release: () => void): (closed: { readonly length: number }) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return ({ length }) => {
    if (length < lengthMin) return;
    clearTimeout(timer);
    timer = setTimeout(release, quietMs);
  };
}
