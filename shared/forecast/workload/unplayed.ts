/** Why the rollouts of a workload are not predicted, in a sentence. `limit`: of those that are. */
export function tooManyPods(pods: number, limit: number): string {
  return `Rollouts are predicted for up to ${limit.toLocaleString("en")} pods; this workload has ${pods.toLocaleString("en")}.`;
}
