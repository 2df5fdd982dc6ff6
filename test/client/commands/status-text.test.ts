import { expect, it } from "vitest";
import { statusText } from "../../../client/commands/status-text.ts";

it.each([
  ["default", "Kubernetes 1.37 · gates default · kubelet configuration: default", "Kubernetes 1.37", "newest released"],
  [
    "setting",
    "Kubernetes 1.36, API server 1.37 · gates default · kubelet configuration: default",
    "Kubernetes 1.36, API server 1.37",
    "from settings",
  ],
  [
    "project file",
    "Kubernetes 1.34 · InPlacePodVerticalScaling on · kubelet configuration: node.yaml",
    "Kubernetes 1.34",
    "from .pod-cadence.yaml · InPlacePodVerticalScaling on · kubelet configuration: node.yaml",
  ],
] as const)("the status of a %s says only what is not default", (source, text, shown, detail) => {
  expect(statusText({ kubernetes: "1.37", source, text })).toMatchObject({ text: shown, detail });
});

it("tells all of it to screen readers", () => {
  const text = "Kubernetes 1.37 · gates default · kubelet configuration: default";
  expect(statusText({ kubernetes: "1.37", source: "default", text }).label).toBe(
    "Pod Cadence: Kubernetes 1.37, newest released, gates default, kubelet configuration: default",
  );
});
