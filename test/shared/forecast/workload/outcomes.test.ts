import { describe, expect, it } from "vitest";
import { finish } from "../../../../shared/basics/pieces.ts";
import { exactly, type Span } from "../../../../shared/basics/span.ts";
import {
  alike,
  completionOf,
  effortFor,
  playOutcomes,
  type RunOptions,
} from "../../../../shared/forecast/workload/outcomes.ts";
import { assume } from "../../simulation/play.ts";

const assumptions = assume({ timing: "kubelet" });

describe("runs of what may end in different ways", () => {
  const run = (completes: (options: RunOptions) => Span | undefined, pods = 10, mayDiffer = false) => {
    const spanOf = (span: { readonly span: Span | undefined }) => span.span;
    const played = playOutcomes(assumptions, effortFor(pods), {
      *play(options) {
        yield;
        return { span: completes(options) };
      },
      endAlike: alike(spanOf),
      mayDiffer: () => mayDiffer,
    });
    return completionOf(finish(played), spanOf);
  };

  it("are few where all end alike", () => {
    const all = run(({ seed }) => exactly(seed * 1000));
    const bounds = { nominalMs: 1000, earliestMs: 1000, latestMs: 9000 };
    const span = { nominalMs: 5000, earliestMs: 1000, latestMs: 9000 };
    expect(all).toMatchObject({ runs: 10, completes: { span, bounds } });
    expect(run(() => exactly(0), 50).runs).toBe(4);
  });

  it("say what those with jitter came to, and what is possible in any", () => {
    const all = run(({ seed, assumptions: { timing } }) =>
      timing === "ideal"
        ? { nominalMs: 20_000, earliestMs: 0, latestMs: 30_000 }
        : { nominalMs: seed * 1000, earliestMs: seed * 500, latestMs: seed * 4000 },
    );
    expect(all.completes).toMatchObject({
      span: { earliestMs: 1000, nominalMs: 5000, latestMs: 9000 },
      bounds: { earliestMs: 0, nominalMs: 20_000, latestMs: 36_000 },
    });
  });

  it("are few where each has very many steps, however they end", () => {
    const spanOf = (span: Span | undefined) => span;
    const played = playOutcomes(assumptions, effortFor(500), {
      *play({ seed, assumptions: { timing } }) {
        for (let step = 0; step < 300_000; step += 1) yield;
        return timing === "ideal" || seed % 2 === 0 ? exactly(seed) : undefined;
      },
      endAlike: alike(spanOf),
    });
    expect(completionOf(finish(played), spanOf)).toMatchObject({ runs: 4, completesIn: { runs: 2 } });
  });

  it("are so many that shares say something where they do not, or may not", () => {
    const some = ({ assumptions: { timing }, seed }: RunOptions) =>
      timing === "ideal" || seed % 2 === 0 ? exactly(seed) : undefined;
    expect(run(some)).toMatchObject({ runs: 20, completes: undefined, completesIn: { runs: 10 } });
    expect(run(some, 500)).toMatchObject({ runs: 10, completesIn: { runs: 5 } });
    expect(run(some, 5000)).toMatchObject({ runs: 5, completesIn: { runs: 3 } });
    expect(run(() => exactly(0), 10, true).runs).toBe(20);
  });

  it("are none of them where nothing happens", () => {
    expect(run(() => undefined)).toEqual({ runs: 10, completes: undefined, completesIn: undefined });
  });
});
