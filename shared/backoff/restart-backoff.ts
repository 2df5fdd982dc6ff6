import { Backoff, storedDelay } from "./backoff.ts";
import type { CrashLoopPolicy } from "./policy.ts";

/** How the restarts of a container are delayed: what a node does, or a design that is compared with it. */
export interface RestartDelays {
  /** The back-off object that counts an exit with this code. Equal codes get the same object. */
  policy(exitCode: number): CrashLoopPolicy;
  /** The delay of the next restart in ms, of what that object says: the initial delay, its doublings, the maximum. */
  delayMs(storedMs: number, exit: RestartedExit): number;
}

/** The end of a run, after which a container waits. */
export interface RestartedExit {
  readonly exitCode: number;
  readonly startedAtMs: number;
  readonly finishedAtMs: number;
}

/** The delays that the back-off object says: all that a kubelet knows of. */
export function policyDelays(policy: CrashLoopPolicy): RestartDelays {
  return { policy: () => policy, delayMs: storedDelay };
}

/** The back-off objects of container restarts. A kubelet has one; a design may have one for each kind of exit. */
export class RestartBackoff {
  readonly delays: RestartDelays;
  readonly #objects: Backoff<CrashLoopPolicy>[];

  constructor(delays: RestartDelays, objects: readonly Backoff<CrashLoopPolicy>[] = []) {
    this.delays = delays;
    this.#objects = [...objects];
  }

  /** The back-off objects that have counted something. */
  get objects(): readonly Backoff<CrashLoopPolicy>[] {
    return this.#objects;
  }

  /** The object that counts an exit with this code. */
  of(exitCode: number): Backoff<CrashLoopPolicy> {
    const policy = this.delays.policy(exitCode);
    for (const object of this.#objects) if (object.policy === policy) return object;
    const added = new Backoff(policy);
    this.#objects.push(added);
    return added;
  }

  /** The delay from this exit on, whether or not it is over. */
  delayMs(id: string, exit: RestartedExit): number {
    return this.delays.delayMs(this.of(exit.exitCode).get(id), exit);
  }

  /** Whether the delay from this exit still lasts at `nowMs`. */
  isInBackOff(id: string, exit: RestartedExit, nowMs: number): boolean {
    const delayOf = (storedMs: number): number => this.delays.delayMs(storedMs, exit);
    return this.of(exit.exitCode).isInBackOffSince(id, exit.finishedAtMs, nowMs, delayOf);
  }

  /** A second one with the same entries, for a snapshot. */
  copy(): RestartBackoff {
    const objects = this.#objects.map((object) => object.copy());
    return new RestartBackoff(this.delays, objects);
  }
}
