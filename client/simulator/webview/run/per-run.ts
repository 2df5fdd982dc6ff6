import type { Run } from "./run.ts";

/** Works something out about a run when somebody asks, once: a page that plays is drawn sixty times a second. */
export function perRun<Played extends Run, Value>(workOut: (run: Played) => Value): (run: Played) => Value {
  const valueByRun = new WeakMap<Played, { readonly value: Value }>();
  return (run) => {
    const found = valueByRun.get(run) ?? { value: workOut(run) };
    valueByRun.set(run, found);
    return found.value;
  };
}
