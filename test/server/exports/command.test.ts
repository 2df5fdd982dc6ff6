import { describe, expect, it } from "vitest";
import { commandText } from "../../../server/exports/command.ts";
import type { PlayParams } from "../../../shared/protocol/panel/export.ts";
import { assumed, edited, webPlay, withMaximum } from "./play-params.ts";

const containers = [
  { name: "app", kind: "regular" },
  { name: "log", kind: "regular" },
] as const;

function command(changes: Partial<PlayParams>, runs?: number): string {
  const text = commandText({ ...webPlay, ...changes }, containers, runs);
  expect(text.endsWith("\n")).toBe(true);
  return text.trimEnd().replace("npx pod-cadence simulate pod.yaml --pod Pod/web --no-config", "…");
}

const maximum =
  "apiVersion: kubelet.config.k8s.io/v1beta1\\nkind: KubeletConfiguration\\ncrashLoopBackOff: {maxContainerRestartPeriod: 30s}\\n";

describe("the command names what is not so by default", () => {
  it.each<readonly [string, Partial<PlayParams>, string]>([
    ["nothing", {}, "…"],
    ["the version", { assumptions: assumed({ kubernetes: "1.34" }) }, "… --kubernetes 1.34"],
    [
      "gates that are not as they are by default, and that the version knows",
      {
        assumptions: assumed({
          featureGates: { ReduceDefaultCrashLoopBackOffDecay: true, SidecarContainers: true, PodLevelResources: true },
        }),
      },
      "… --feature-gates ReduceDefaultCrashLoopBackOffDecay=true",
    ],
    [
      "all gates beside a group of them",
      { assumptions: assumed({ featureGates: { AllBeta: false, KubeletCrashLoopBackOffMax: true } }) },
      "… --feature-gates AllBeta=false,KubeletCrashLoopBackOffMax=true",
    ],
    [
      "a kubelet configuration",
      { assumptions: assumed(withMaximum(30_000)) },
      `… --kubelet-config <(printf '${maximum}')`,
    ],
    [
      "both of its fields",
      { assumptions: assumed(withMaximum(30_000, 10_000)) },
      `… --kubelet-config <(printf '${maximum}syncFrequency: 10s\\n')`,
    ],
    [
      "a gate of the kubelet only",
      {
        assumptions: {
          ...assumed({ featureGates: { ReduceDefaultCrashLoopBackOffDecay: true } }),
          apiServer: webPlay.assumptions.apiServer,
        },
      },
      "… --kubelet-config <(printf 'apiVersion: kubelet.config.k8s.io/v1beta1\\nkind: KubeletConfiguration\\nfeatureGates: {ReduceDefaultCrashLoopBackOffDecay: true}\\n')",
    ],
    [
      "timing and semantics",
      { assumptions: assumed({}, { timing: "ideal", semantics: "kep" }) },
      "… --timing ideal --semantics kep",
    ],
    [
      "pulls of images",
      { assumptions: assumed({}, { imagePull: { minMs: 2000, maxMs: 30_000 } }) },
      "… --image-pull 2s-30s",
    ],
    ["seed and horizon", { seed: 7, untilMs: 5_400_000 }, "… --seed 7 --until 1h30m0s"],
  ])("%s", (_, changes, expected) => {
    expect(command(changes)).toBe(expected);
  });

  it("and the number of runs", () => {
    expect(command({}, 100)).toBe("… --runs 100");
  });
});

describe("the scenario", () => {
  it.each<readonly [string, Partial<PlayParams>, string]>([
    [
      "of the manifest is read again",
      { scenarioTexts: [{ text: "crashes", container: "app", source: "comment" }] },
      "…",
    ],
    [
      "of the project file is said, because no project file is read",
      { scenarioTexts: [{ text: "crashes x2, then runs", container: "app", source: "project" }] },
      "… --scenario 'app: crashes x2, then runs'",
    ],
    [
      "of the panel replaces that of the manifest",
      edited("app: crashes after 5s", "log: hangs", "at 5m kubelet restarts", "expect ready within 90s"),
      "… --no-comments --scenario 'app: crashes after 5s' --scenario 'log: hangs' --at '5m kubelet restarts' --scenario 'expect ready within 90s'",
    ],
    ["may be empty", edited(), "… --no-comments"],
    [
      "with a mistake is told and left out, on one line",
      edited("app: crashs\nrm -rf ~"),
      "# Omitted because it is not valid: crashs rm -rf ~\n… --no-comments",
    ],
  ])("%s", (_, changes, expected) => {
    expect(command(changes)).toBe(expected);
  });
});

describe("what the command line cannot say stands above", () => {
  it.each<readonly [string, Partial<PlayParams>, string]>([
    [
      "an API server of another version",
      { assumptions: { ...assumed({ kubernetes: "1.34" }), apiServer: webPlay.assumptions.apiServer } },
      "# The panel uses API server 1.37. This command uses the version of the nodes, so the API server may drop other fields.\n… --kubernetes 1.34",
    ],
    [
      "a longest wait that the kubelet would refuse",
      { assumptions: assumed({ kubernetes: "1.33", ...withMaximum(30_000) }) },
      "# Omitted the maximum back-off because the node does not enable the feature gate KubeletCrashLoopBackOffMax.\n… --kubernetes 1.33",
    ],
  ])("%s", (_, changes, expected) => {
    expect(command(changes)).toBe(expected);
  });
});

it.each([
  ["pod.yaml", "pod.yaml"],
  ["my pods/it's.yaml", "'my pods/it'\\''s.yaml'"],
  ["$(rm -rf ~).yaml", "'$(rm -rf ~).yaml'"],
  ["-x.yaml", "./-x.yaml"],
  ["~/x.yaml", "'~/x.yaml'"],
  ["", "-"],
])("the file %j is one word: %s", (file, word) => {
  expect(commandText({ ...webPlay, file }, containers, undefined)).toContain(`simulate ${word} --pod `);
});
