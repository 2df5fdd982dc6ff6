import { describe, expect, it } from "vitest";
import { answerOf, looping, untilMs } from "./panel-alerts.ts";

/** `name: never`, or the first time of each state in seconds. */
function told(answer: Awaited<ReturnType<typeof answerOf>>): readonly string[] {
  return answer.alerts.map(({ name, periods, because }) => {
    const states = periods.map(({ is, fromMs }) => `${is} ${fromMs / 1000}s`);
    return `${name}: ${states.length === 0 ? `never: ${because}` : states.join(", ")}`;
  });
}

describe("alerts of the panel's run", () => {
  it("fire for a crash loop that the status shows", async () => {
    const { rules, alerts } = await answerOf(looping, "exits 1 after 5s");
    expect(rules).toBe("mixin");
    const found = alerts.find(({ name }) => name === "KubePodCrashLooping");
    expect(found?.periods.at(-1)).toMatchObject({ is: "firing", toMs: untilMs });
    expect(found?.because).toBe("");
  });

  it("that stay silent in a crash loop are said, with the reason", async () => {
    const answer = await answerOf(looping, "exits 1 after 5s", { maxContainerRestartPeriodMs: 30_000 });
    expect(told(answer).find((text) => text.startsWith("KubePodCrashLooping"))).toMatch(
      /^KubePodCrashLooping: never: CrashLoopBackOff is in the status 0\.0\d % of the time$/,
    );
  });

  it("are none of a pod that runs", async () => {
    expect((await answerOf(looping, "runs")).alerts).toEqual([]);
  });

  it("of the workspace come first, with what is wrong with them", async () => {
    const values = [
      {
        groups: [
          {
            name: "own",
            rules: [
              { alert: "Restarts", expr: "increase(kube_pod_container_status_restarts_total[10m]) > 3", for: "5m" },
              { alert: "Broken", expr: "rate(up)" },
              { alert: "NodeDown", expr: "up == 0" },
            ],
          },
        ],
      },
    ];
    const answer = await answerOf(looping, "exits 1 after 5s", {}, [{ name: "rules.yaml", values }]);
    expect(answer).toMatchObject({ rules: "workspace", hasFiles: true });
    expect(answer.alerts.map(({ name, from }) => `${name} ${from}`)).toEqual(["Restarts rules.yaml"]);
    expect(answer.problems).toEqual([expect.stringContaining("Broken: argument 1 of rate() must be a range")]);
  });
});
