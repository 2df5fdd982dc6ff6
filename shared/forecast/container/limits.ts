import type { Assumptions } from "../../kubernetes/node.ts";
import type { Container, DefaultedPod } from "../../kubernetes/pod.ts";
import type { Run } from "../../scenario/model.ts";
import { alone, withoutLiveness, withoutReadiness } from "../runs/experiments.ts";
import {
  answerToReady,
  hangForecast,
  hangToSigterm,
  startToSigterm,
  startupBudget,
  unreadyAfter,
  withDecidingProbe,
} from "./probes.ts";
import { sharedAmongAlike } from "./shared-answers.ts";

// The limits that follow from the spec alone. They are asked of nearly every pod, so what makes no difference to the answer is left
// out before pods are compared, and pods that are alike share the answer.

export const startupBudgetOf: (about: About) => ReturnType<typeof startupBudget> = sharedAmongAlike(
  withDecidingProbe<About>,
  ({ pod, assumptions, container }) => startupBudget(pod, assumptions, container),
);
export const hangToSigtermOf = sharedAmongAlike(
  (about: Hanging) => alone(withoutReadiness(about)),
  ({ pod, assumptions, container, run }) => hangToSigterm(pod, assumptions, { container, run }),
);
export const startToSigtermOf = sharedAmongAlike(
  (about: Hanging) => alone(withoutReadiness(about)),
  ({ pod, assumptions, container, run }) => startToSigterm(pod, assumptions, { container, run }),
);
export const hangForecastOf: (about: Hanging) => ReturnType<typeof hangForecast> = sharedAmongAlike(
  (about: Hanging) => about,
  ({ pod, assumptions, container, run }) => hangForecast(pod, assumptions, { container, run }),
);
export const unreadyAfterOf = sharedAmongAlike(
  (about: About) => alone(withoutLiveness(about)),
  ({ pod, assumptions, container }) => unreadyAfter(pod, assumptions, container),
);
export const answerToReadyOf = sharedAmongAlike(
  (about: About) => alone(withoutLiveness(about)),
  ({ pod, assumptions, container }) => answerToReady(pod, assumptions, container),
);

interface About {
  readonly pod: DefaultedPod;
  readonly assumptions: Assumptions;
  readonly container: Container;
}

interface Hanging extends About {
  readonly run: Run;
}
