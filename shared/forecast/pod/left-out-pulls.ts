import type { Assumptions } from "../../kubernetes/node.ts";
import { allContainers, type DefaultedPod } from "../../kubernetes/pod.ts";
import type { Scenario } from "../../scenario/model.ts";
import { scriptOf } from "../../scenario/script.ts";

/**
 * Whether the numbers of a first start leave out the pull of an image: nobody says how long it takes, and the node may not have it.
 * With `Never`, a container starts only where the image is on the node.
 */
export function leavesOutPulls(
  pod: DefaultedPod,
  scenario: Scenario,
  { timing, imagePull }: Pick<Assumptions, "timing" | "imagePull">,
): boolean {
  if (timing !== "ideal" && imagePull !== undefined) return false;
  return allContainers(pod).some(
    (container) => container.imagePullPolicy !== "Never" && scriptOf(scenario, container).image?.pullMs === undefined,
  );
}
