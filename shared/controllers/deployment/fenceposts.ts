import type { DeploymentSpec } from "../objects/model.ts";
import { roundedDown, roundedUp } from "../objects/percent.ts";

interface Fenceposts {
  readonly surge: number;
  readonly unavailable: number;
}

type Sized = Pick<DeploymentSpec, "replicas" | "strategy" | "maxSurge" | "maxUnavailable">;

/** How many pods more than `replicas` there may be, and how many fewer available ones. Models pkg/controller/deployment/util/deployment_util.go ResolveFenceposts, MaxUnavailable, MaxSurge (v1.37.1) */
export function fenceposts({ replicas, strategy, maxSurge, maxUnavailable }: Sized): Fenceposts {
  if (strategy === "Recreate") return { surge: 0, unavailable: 0 };
  const surge = roundedUp(maxSurge, replicas);
  const allowed = roundedDown(maxUnavailable, replicas);
  const unavailable = surge === 0 && allowed === 0 ? 1 : allowed;
  return { surge, unavailable: Math.min(unavailable, replicas) };
}
