import type { Assumptions } from "../kubernetes/node.ts";
import { allContainers, type Container, type DefaultedPod } from "../kubernetes/pod.ts";
import type { Scenario } from "../scenario/model.ts";
import { runOf, scriptOf } from "../scenario/script.ts";
import type { ContainerForecast, PodForecast } from "./model.ts";
import { once } from "./once.ts";
import { hangForecast, hangToSigterm, startupBudget, unreadyAfter } from "./probes.ts";
import { type PodStory, restartForecast, tellStory } from "./restarts.ts";
import { summarize } from "./summary.ts";

/** The answers for a pod on a node. Each is computed when it is first asked for, and only once. */
export function forecastPod(pod: DefaultedPod, assumptions: Assumptions, scenario: Scenario): PodForecast {
  const story = once(() => tellStory(pod, assumptions, scenario));
  const containers = allContainers(pod).map((container) =>
    forecastContainer({ pod, assumptions, scenario, container, story }),
  );
  const forecast = {
    containers,
    get timeToReady() {
      return story().timeToReady;
    },
  };
  const summary = once(() => summarize(pod, scenario, forecast));
  return {
    containers,
    get timeToReady() {
      return story().timeToReady;
    },
    get timeline() {
      return story().timeline;
    },
    get summary() {
      return summary();
    },
  };
}

interface About {
  readonly pod: DefaultedPod;
  readonly assumptions: Assumptions;
  readonly scenario: Scenario;
  readonly container: Container;
  readonly story: () => PodStory;
}

function forecastContainer({ pod, assumptions, scenario, container, story }: About): ContainerForecast {
  const hasStory = Object.hasOwn(scenario.containers, container.name) || scenario.events.length > 0;
  const run = runOf(scriptOf(scenario, container), 0);
  const restarts = once(() => restartForecast(pod, assumptions, { container, story: hasStory ? story() : undefined }));
  const budget = once(() => startupBudget(pod, assumptions, container));
  const sigterm = once(() => hangToSigterm(pod, assumptions, { container, run }));
  const hang = once(() => hangForecast(pod, assumptions, { container, run }));
  const unready = once(() => unreadyAfter(pod, assumptions, container));
  return {
    name: container.name,
    kind: container.kind,
    path: container.path,
    get restarts() {
      return restarts();
    },
    get startupBudget() {
      return budget()?.span;
    },
    get startupBudgetProbe() {
      return budget()?.probe;
    },
    get hangToSigterm() {
      return sigterm();
    },
    get hangToDead() {
      return hang().toDead;
    },
    get hangToReady() {
      return hang().toReady;
    },
    get unreadyAfter() {
      return unready();
    },
  };
}
