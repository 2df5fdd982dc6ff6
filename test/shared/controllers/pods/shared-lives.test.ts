import { expect, it } from "vitest";
import { idealLife, lifeOf } from "../../../../shared/controllers/pods/shared-lives.ts";
import { assume } from "../../simulation/play.ts";
import { readWorkload } from "./written-workload.ts";

const exact = assume({ timing: "ideal" });

const lifeIn = ({ replicas, image }: { readonly replicas: number; readonly image: string }) =>
  idealLife(
    readWorkload(
      `kind: Deployment\nspec:\n  replicas: ${replicas}\n  template: {spec: {containers: [{name: app, image: ${image}}]}}\n`,
      exact,
    ),
    exact,
  );

it("keeps the lives of a template that an edit leaves as it is", () => {
  const life = lifeIn({ replicas: 100, image: "a" });
  expect(lifeIn({ replicas: 99, image: "a" })).toBe(life);
  expect(lifeIn({ replicas: 99, image: "b" })).not.toBe(life);
});

it("forgets lives that crashed for days when there are many", () => {
  const assumptions = assume({ timing: "kubelet" });
  const source = readWorkload(
    "# cadence: app: crashes\nkind: Deployment\nspec:\n  replicas: 2\n  template: {spec: {containers: [{name: app, image: a}]}}\n",
    exact,
  );
  const lived = (seed: number) => {
    const life = lifeOf({ source, assumptions, seed, clockPhaseMs: 0 });
    life.change(1_000_000, 30 * 86_400_000);
    return life;
  };
  const first = lived(1);
  expect(first.length).toBeGreaterThan(5000);
  expect(lived(1)).toBe(first);
  for (let seed = 2; seed <= 30; seed += 1) lived(seed);
  expect(lived(30)).toBe(lived(30));
  expect(lived(1)).not.toBe(first);
});
