import { expect, it } from "vitest";
import { play } from "../play.ts";

it("an image that is missing is not pulled where the policy is Never", () => {
  const text = "# cadence: app: image missing\ncontainers:\n- {name: app, image: app, imagePullPolicy: Never}\n";
  const { timeline } = play(text, { until: 60 });
  const message = 'Container image "app" is not present with pull policy of Never';
  expect(timeline.events.filter(({ reason }) => reason === "Pulling")).toEqual([]);
  expect(timeline.events.find(({ reason }) => reason === "ErrImageNeverPull")?.message).toBe(message);
  expect(timeline.entries.filter(({ kind }) => kind === "image-pulling")).toEqual([]);
});
