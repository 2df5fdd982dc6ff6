import { expect } from "vitest";
import * as z from "zod/mini";
import { isWatching } from "./extent.ts";
import { holds } from "./patience.ts";
import { namedSeed } from "./seed.ts";

// Files of one worker share their modules. Our code speaks without zod's words, which come with all of zod: a test file before
// this one may have loaded it.
z.config({ localeError: undefined });

// Somebody waits for the answer to an edit: properties are looked at for a moment each. They are in full in a run.
if (isWatching) {
  const { configureGlobal } = await import("fast-check");
  configureGlobal({ interruptAfterTimeLimit: 40, markInterruptAsFailure: false });
}

if (namedSeed !== undefined) {
  const { configureGlobal } = await import("fast-check");
  configureGlobal({ seed: namedSeed });
}

// Vitest's `expect.poll` has a limit of its own, in seconds of a clock: a busy machine breaks it.
Reflect.set(expect, "poll", (ask: () => unknown) => matchers((value) => expect(value), ask));

/** Every matcher, asked again and again until it holds for what is asked for. */
function matchers(assertionOf: (value: unknown) => object, ask: () => unknown): object {
  return new Proxy(
    {},
    {
      get: (_, name) => {
        if (name === "not") return matchers((value) => Reflect.get(assertionOf(value), "not"), ask);
        return (...args: readonly unknown[]) =>
          holds(async () => {
            const assertion = assertionOf(await ask());
            await Reflect.get(assertion, name).apply(assertion, args);
          });
      },
    },
  );
}
