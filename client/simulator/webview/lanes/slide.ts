const stepMs = 1000;
const pageMs = 60_000;

/** Where the cursor is, and how far it can go. */
interface Slider {
  readonly tMs: number;
  readonly untilMs: number;
}

/** The keys of a slider move the cursor by whole seconds, by minutes, or to an end. */
export function slid(event: KeyboardEvent, { tMs, untilMs }: Slider, moveTo: (tMs: number) => void): void {
  const next = (Math.floor(tMs / stepMs) + 1) * stepMs;
  const last = (Math.ceil(tMs / stepMs) - 1) * stepMs;
  const targets: Readonly<Record<string, number>> = {
    ArrowRight: next,
    ArrowUp: next,
    ArrowLeft: last,
    ArrowDown: last,
    PageUp: tMs + pageMs,
    PageDown: tMs - pageMs,
    Home: 0,
    End: untilMs,
  };
  const target = targets[event.key];
  if (target === undefined || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  event.stopPropagation();
  moveTo(target);
}
