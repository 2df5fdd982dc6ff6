import type { Path } from "../../basics/path.ts";
import type { Span } from "../../basics/span.ts";
import type { ContainerKind, ProbeType } from "../../kubernetes/pod.ts";
import type { Timeline } from "../../simulation/timeline/timeline.ts";
import type { Answer, Spread } from "../answer/model.ts";
import type { OutageCost } from "../outage/model.ts";
import type { Tolerance } from "../tolerance/model.ts";

/** The answers for one pod. Hint, hover, rule, panel and CLI read these and nothing else. */
export interface PodForecast {
  /** Over many runs, up to the horizon. */
  readonly answer: Answer;
  /** The earliest and the latest possible first Ready. */
  readonly timeToReady: Span | undefined;
  readonly containers: readonly ContainerForecast[];
  /** What the outages of the scenario cost. Plays the pod as often as the answer does, and once more for a change. */
  readonly outages: readonly OutageCost[];
  /** One run of what the scenario makes of the pod up to the horizon; what it does not speak of behaves. */
  readonly timeline: Timeline;
}

export interface ContainerForecast {
  readonly name: string;
  readonly kind: ContainerKind;
  /** Relative to the pod spec. */
  readonly path: Path;
  readonly restarts: RestartForecast;
  /** How long the container may take to start before a probe kills it: earliest is what holds in every phase. */
  readonly startupBudget: Span | undefined;
  /** The probe that ends the start-up budget. */
  readonly startupBudgetProbe: ProbeType | undefined;
  readonly hangToSigterm: Span | undefined;
  readonly hangToDead: Span | undefined;
  readonly hangToReady: Span | undefined;
  readonly unreadyAfter: Span | undefined;
  /** False: its postStart hook never returns in any run, and no probe runs before that. */
  readonly isProbed: boolean;
  /** How far faults may go until they do harm. Takes about 70 plays, so it is asked only where it is shown. */
  readonly tolerances: readonly Tolerance[];
}

export interface RestartForecast {
  readonly canRestart: boolean;
  /** The exit code that the answers speak of: 1 where it restarts anything, else the lowest that does. */
  readonly exitCode: number;
  /** That exit restarts all containers of the pod in place, without any back-off. */
  readonly restartsAll: boolean;
  /** The back-off curve up to its steady state: 0, 10000, 20000, …; 0 alone where there is no back-off. */
  readonly delaysMs: readonly number[];
  readonly steadyStateMs: number;
  /** A run longer than this forgets the back-off. */
  readonly resetAfterMs: number;
  /** The instants of the next restarts since the pod was first seen: of the scenario when it restarts, else of a container that crashes at once. */
  readonly next: readonly Span[];
  /** With a scenario that says what this container does. */
  readonly story: RestartStory | undefined;
}

/** What the scenario makes of the container within the horizon, over the runs of the answer. */
export interface RestartStory {
  readonly restarts: Spread;
  /** All of its restarts, in all runs, followed an exit of its own with a code other than 0. */
  readonly onlyCrashes: boolean;
  /** The answer for the whole pod. */
  readonly answer: Answer;
}
