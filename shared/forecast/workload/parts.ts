import type { WorkloadForecast } from "./model.ts";

/** Plays a forecast part by part, of which each is played when it is first read: between two of them, others get a turn. Gives their names. */
export function* playedParts(forecast: WorkloadForecast): Generator<string> {
  for (const name of Object.keys(forecast)) {
    Reflect.get(forecast, name);
    yield name;
  }
}
