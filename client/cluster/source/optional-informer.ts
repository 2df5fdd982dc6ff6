import type { PendingWork } from "./core/work.ts";
import type { ContextTarget } from "./kubeconfig/load.ts";
import { failureText } from "./watch/failure-text.ts";
import type { InformerOptions } from "./watch/following.ts";
import { type Informer, startInformer } from "./watch/informer.ts";
import type { InformerState } from "./watch/informer-state.ts";

export interface OptionalParts {
  readonly target: () => ContextTarget;
  readonly work: PendingWork;
  /** Undefined if nothing is missing any more. `key` names the gap, `text` is a sentence. */
  readonly onMissing: (key: string, text: string | undefined) => void;
}

/** What is missing while it cannot be read. */
interface Gap {
  readonly key: string;
  readonly resource: string;
  readonly namespace: string | undefined;
  /** What follows from it, as a sentence. */
  readonly without: string;
}

/** Follows what pods can be shown without. */
export function startOptional(
  { target, work, onMissing }: OptionalParts,
  gap: Gap,
  options: Omit<InformerOptions, "onState">,
): Informer {
  const endWork = work.begin();
  const informer = startInformer({
    ...options,
    onState: (state) => {
      onMissing(gap.key, missingText(state, target(), gap));
      endWork();
    },
  });
  return {
    refresh: informer.refresh,
    wake: informer.wake,
    close() {
      informer.close();
      endWork();
    },
  };
}

/** One failure is nothing yet, unless it is a refusal. */
function missingText(
  state: InformerState,
  target: ContextTarget,
  { resource, namespace, without }: Gap,
): string | undefined {
  if (state.is === "live" || (state.failure.is !== "refused" && state.failures < 2)) return undefined;
  return `${failureText(state.failure, target, { verb: "list", resource, namespace, isOptional: true })} ${without}`;
}
