import { describe, expect, it } from "vitest";
import { play } from "./play.ts";

/** When each container gets SIGTERM, in seconds. */
const stopsOf = (text: string): readonly string[] =>
  play(text, { until: 60 })
    .timeline.entries.filter(({ kind }) => kind === "container-stopping")
    .map(({ tMs, container }) => `${container} ${tMs / 1000}`);

const pod = `
# cadence: app: stops in 2s
# cadence: last: stops in 6s
# cadence: first: stops in 1s
initContainers: [{name: first, image: 'x:1', restartPolicy: Always}, {name: middle, image: 'x:1', restartPolicy: Always}, {name: last, image: 'x:1', restartPolicy: Always}]
containers: [{name: app, image: 'x:1'}]`;

describe("at the end of a pod a sidecar", () => {
  it("waits for the one behind it, and so for all behind that one", () => {
    const text = `# cadence: at 20s pod is deleted${pod}`;
    expect(stopsOf(text)).toEqual(["app 20", "last 22", "middle 28", "first 28"]);
  });

  it("waits for none behind one that is down", () => {
    const text = `# cadence: middle: exits 1 after 4s\n# cadence: at 12s pod is deleted${pod}`;
    expect(stopsOf(text)).toEqual(["app 12", "first 14", "last 14"]);
  });

  it("keeps the one before it waiting, even if it ends before its turn", () => {
    const text = `# cadence: middle: exits 1 after 21s\n# cadence: at 20s pod is deleted${pod}`;
    expect(stopsOf(text)).toEqual(["app 20", "last 22", "first 28"]);
  });
});
