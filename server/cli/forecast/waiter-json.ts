import type { RolloutForecast } from "../../../shared/forecast/workload/model.ts";
import { runTimesJson } from "../../exports/span-json.ts";

/** One entry of `waiters`. */
export function waiterJson({ waiter, version, returns, fails }: RolloutForecast["waits"][number]) {
  return {
    waiter,
    version,
    returns: runTimesJson(returns),
    fails: runTimesJson(fails),
    runs: { return: returns?.runs ?? 0, fail: fails?.runs ?? 0 },
  };
}
