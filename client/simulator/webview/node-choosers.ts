import type { TemplateResult } from "lit/html.js";
import type { Assumptions } from "../../../shared/kubernetes/node.ts";
import { minorVersions } from "../../../shared/kubernetes/versions.ts";
import type { NodeChanges } from "../../../shared/protocol/setup.ts";
import { chooserView } from "./menu-view.ts";

type Change = (changes: NodeChanges) => void;

export function versionChooser({ node }: Assumptions, change: Change): TemplateResult {
  return chooserView({
    label: "Kubernetes",
    choices: minorVersions.map((value) => ({ value, label: value })),
    current: node.kubernetes,
    changed: (value) => change({ kubernetes: minorVersions.find((version) => version === value) }),
  });
}

/** With the kubelet's loops or without, and as released or as the proposals say. */
export function modelChoosers({ timing, semantics }: Assumptions, change: Change): readonly TemplateResult[] {
  return [
    chooserView({
      label: "timing",
      choices: ["kubelet", "ideal"].map((value) => ({ value, label: value })),
      current: timing,
      changed: (value) => change({ timing: value === "ideal" ? "ideal" : "kubelet" }),
    }),
    chooserView({
      label: "semantics",
      choices: [
        { value: "released", label: "released" },
        { value: "kep", label: "KEPs" },
      ],
      current: semantics,
      changed: (value) => change({ semantics: value === "kep" ? "kep" : "released" }),
    }),
  ];
}
