import type { Run } from "./run.ts";

/** Works something out about a run when somebody asks, once: a page that plays is drawn sixty times a second. */
export function perRun<Value>(workOut: (run: Run) => Value): (run: Run) => Value {
  const known = new WeakMap<Run, { readonly value: Value }>();
  return (run) => {
    const found = known.get(run) ?? { value: workOut(run) };
    known.set(run, found);
    return found.value;
  };
}
