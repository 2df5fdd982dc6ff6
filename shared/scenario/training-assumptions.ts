/** What nobody but its people knows of a training run. Times in ms. */
export interface TrainingAssumptions {
  /** Mean time between failures of the whole run, whichever of its pods fails; exponential. */
  readonly failuresEveryMs: number;
  /** Work between two checkpoints. */
  readonly checkpointEveryMs: number;
  /** The work stands still for each checkpoint. */
  readonly checkpointTakesMs: number;
  /** From ready containers to work that goes on: the checkpoint is read, the ranks meet. A failure can hit it, too. */
  readonly resumeTakesMs: number;
  /** From a deleted or failed pod to a kubelet that sees its successor: scheduler, autoscaler, queue. */
  readonly schedulingTakesMs: number;
  /** The images of a new pod. */
  readonly pullTakesMs: number;
}

export const defaultTraining: Omit<TrainingAssumptions, "failuresEveryMs"> = {
  checkpointEveryMs: 30 * 60_000,
  checkpointTakesMs: 60_000,
  resumeTakesMs: 120_000,
  schedulingTakesMs: 10_000,
  pullTakesMs: 20_000,
};
