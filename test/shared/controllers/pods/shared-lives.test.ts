import { expect, it } from "vitest";
import { idealLife } from "../../../../shared/controllers/pods/shared-lives.ts";
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
