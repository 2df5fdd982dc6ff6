import { describe, expect, it } from "vitest";
import { runsOf } from "../../../../shared/forecast/runs/run-digest.ts";
import { play } from "../../simulation/play.ts";

/** `app 1: 0–5s, exit 1, wait 0s`, in seconds; the pod's own entries are left out. */
function digest(text: string, until = 120): string[] {
  const { timeline } = play(text, { until });
  return runsOf(timeline)
    .filter(({ container }) => container !== undefined)
    .map(({ container, run, start, end, cause, waitMs }) => {
      const at = (entry: typeof start): string => (entry === undefined ? "" : String(Math.round(entry.tMs / 1000)));
      return `${container} ${run ?? "never"}: ${at(start)}–${at(end)}, ${cause}, wait ${waitMs === undefined ? "none" : waitMs / 1000}`;
    });
}

const app = (does: string, fields = ""): string =>
  `# cadence: app: ${does}\ncontainers: [{name: app, image: app${fields}}]`;

describe("a run's digest", () => {
  it.each<readonly [string, string, readonly string[]]>([
    [
      "crashes",
      app("exits 1 after 5s x3, then runs"),
      [
        "app 1: 0–5, exit 1, wait 0",
        "app 2: 5–10, exit 1, wait 10",
        "app 3: 20–25, exit 1, wait 20",
        "app 4: 45–, , wait none",
      ],
    ],
    ["OOM kill", app("oom after 5s, then runs"), ["app 1: 0–5, OOM kill (exit 137), wait 0", "app 2: 5–, , wait none"]],
    [
      "a liveness kill",
      app("hangs after 5s, then runs", ", livenessProbe: {tcpSocket: {port: 80}}"),
      ["app 1: 0–31, liveness probe (exit 143), wait 0", "app 2: 31–, , wait none"],
    ],
    [
      "a deleted pod",
      `# cadence: at 30s pod is deleted\n${app("runs")}`,
      ["app 1: 0–30, pod deleted (exit 143), wait none"],
    ],
    [
      "a sidecar whose start let the others start, and which is stopped with the pod",
      "# cadence: app: completes after 30s\nrestartPolicy: Never\ninitContainers: [{name: proxy, image: proxy, restartPolicy: Always, startupProbe: {tcpSocket: {port: 80}}}]\ncontainers: [{name: app, image: app}]",
      ["proxy 1: 0–40, pod ended (exit 143), wait none", "app 1: 10–40, exit 0, wait none"],
    ],
    [
      "a sidecar behind its hook",
      "# cadence: app: exits 3 after 30s\nrestartPolicy: Never\ninitContainers: [{name: proxy, image: proxy, restartPolicy: Always, lifecycle: {postStart: {httpGet: {port: 80}}}}]\ncontainers: [{name: app, image: app}]",
      ["proxy 1: 0–30, pod ended (exit 143), wait none", "app 1: 0–30, exit 3, wait none"],
    ],
    [
      "an image that is missing twice",
      app("image missing 2 times"),
      [
        "app never: –, image pull failed, wait 10",
        "app never: –, image pull failed, wait 20",
        "app 1: 30–, , wait none",
      ],
    ],
  ])("of %s", (_, text, expected) => {
    expect(digest(text)).toEqual(expected);
  });

  it("has every entry once", () => {
    const { timeline } = play(app("hangs after 1m", ", livenessProbe: {tcpSocket: {port: 80}}"), { timing: "kubelet" });
    const ids = runsOf(timeline).flatMap(({ entries }) => entries.map(({ id }) => id));
    expect(new Set(ids)).toEqual(new Set(timeline.entries.map(({ id }) => id)));
    expect(ids.length).toBe(timeline.entries.length);
  });
});
