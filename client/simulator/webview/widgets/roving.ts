const controls = "button:not(:disabled), select, input";
const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** A bar of buttons is one stop of Tab: the arrows go on inside of it. Not in a menu that it has opened. */
export function roving(event: KeyboardEvent): void {
  const { currentTarget, target, key } = event;
  const step = steps[key] ?? 0;
  if (step === 0 || !(currentTarget instanceof HTMLElement) || !(target instanceof HTMLElement)) return;
  if (target.closest(".menu") !== null || target.matches("input, select")) return;
  const all = [...currentTarget.querySelectorAll<HTMLElement>(controls)].filter(
    (each) => each.closest(".menu") === null && each.offsetParent !== null,
  );
  const next = all[(all.indexOf(target) + step + all.length) % all.length];
  if (next === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  for (const each of all) each.tabIndex = each === next ? 0 : -1;
  next.focus();
}
