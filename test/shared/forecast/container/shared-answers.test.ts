import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { likenessOf } from "../../../../shared/forecast/container/shared-answers.ts";
import { forecastPod } from "../../../../shared/forecast/pod/pod.ts";
import { allContainers } from "../../../../shared/kubernetes/pod.ts";
import { runOf, scriptOf } from "../../../../shared/scenario/script.ts";
import { podText } from "../../simulation/arbitrary.ts";
import { assume, readPod } from "../../simulation/play.ts";

/** Each reading has its own assumptions, so that no answer is shared with another one. */
function readAlone(text: string) {
  const assumptions = assume({ timing: "kubelet" });
  return { assumptions, ...readPod(text, assumptions) };
}

/** All that is shared, of each container. */
function answersTo(text: string) {
  const { pod, assumptions, scenario } = readAlone(text);
  const { containers } = forecastPod(pod, assumptions, scenario);
  const { timeToReady } = forecastPod(pod, assumptions, { containers: {}, events: [], expectations: [] });
  const each = containers.map(
    ({ startupBudget, startupBudgetProbe, hangToSigterm, hangToDead, hangToReady, unreadyAfter }) => ({
      startupBudget,
      startupBudgetProbe,
      hangToSigterm,
      hangToDead,
      hangToReady,
      unreadyAfter,
    }),
  );
  return { timeToReady, each };
}

function likenesses(text: string): readonly string[] {
  const { pod, assumptions, scenario } = readAlone(text);
  return allContainers(pod).map((container) =>
    likenessOf({ pod, assumptions, container, run: runOf(scriptOf(scenario, container), 0) }),
  );
}

function renamed(text: string): string {
  return text.replaceAll("init-", "before-").replaceAll("app-", "web-").replaceAll("command: [", "command: [run, ");
}

describe("what pods have in common", () => {
  it("is all that the answers about one container depend on", () => {
    fc.assert(
      fc.property(podText, (text) => {
        expect(likenesses(renamed(text))).toEqual(likenesses(text));
        expect(answersTo(renamed(text))).toEqual(answersTo(text));
      }),
      { numRuns: 60 },
    );
  });

  it("is the container alone where nothing keeps it from starting: with all others, the answers are the same", () => {
    fc.assert(
      fc.property(podText, (text) => {
        // With a deadline, however far, the whole pod is played.
        const whole = `activeDeadlineSeconds: 2000000000\n${text}`;
        expect(answersTo(text).each).toEqual(answersTo(whole).each);
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ["an image that no kubelet can read", "image: a//b"],
    ["a startup probe that asks a port that nobody declares", "image: a, startupProbe: {tcpSocket: {port: none}}"],
  ])("is the whole pod beside a sidecar with %s, which lets nothing start", (_, fields) => {
    const text = `initContainers:\n- {name: first, restartPolicy: Always, ${fields}}\ncontainers:\n- {name: app, image: app, livenessProbe: {httpGet: {port: 80}}}`;
    expect(answersTo(text).each[1]).toMatchObject({ startupBudget: undefined, hangToSigterm: undefined });
  });

  const probe = "httpGet: {path: /, port: web}, periodSeconds: 5";
  const plain = `containers:\n- {name: app, image: app, ports: [{name: web, containerPort: 80}], livenessProbe: {${probe}}}`;
  const other: readonly (readonly [string, string])[] = [
    ["another path", plain.replace("path: /", "path: /live")],
    ["another name of the port, in both places", plain.replaceAll("web", "http")],
    [
      "another image and another name",
      plain.replace("name: app, image: app", "name: api, image: registry.example/api"),
    ],
  ];

  it.each(other)("does not hold %s", (_, text) => {
    expect(likenesses(text)).toEqual(likenesses(plain));
  });

  it.each([
    ["a period", plain.replace("periodSeconds: 5", "periodSeconds: 6")],
    ["a port that nobody declares", plain.replace("{name: web, c", "{name: http, c")],
    ["an image that no kubelet can read", plain.replace("image: app", "image: a//b")],
    ["another way to ask", plain.replace("httpGet: {path: /, port: web}", "tcpSocket: {port: web}")],
    ["a second container", `${plain}\n- {name: other, image: other}`],
    ["the grace period", `terminationGracePeriodSeconds: 5\n${plain}`],
    ["what the container does", `# cadence: app: starts in 20s\n${plain}`],
  ])("holds %s", (_, text) => {
    expect(likenesses(text)[0]).not.toBe(likenesses(plain)[0]);
  });

  it("holds the commands where the scenario speaks of one", () => {
    const scenario = "# cadence: app: fails live after 10s\n";
    const text = `${scenario}containers: [{name: app, image: app, livenessProbe: {exec: {command: [live]}}}]`;
    expect(likenesses(text.replace("[live]", "[other]"))).not.toEqual(likenesses(text));
  });
});
