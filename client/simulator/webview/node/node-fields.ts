import { html, type TemplateResult } from "lit/html.js";
import { formatDuration } from "../../../../shared/basics/durations.ts";
import { parseDuration } from "../../../../shared/basics/read-duration.ts";
import { readPullRange, typedPullRange } from "../../../../shared/kubernetes/pull-range.ts";
import { isMinor, isPreview, kubernetesVersions } from "../../../../shared/kubernetes/versions.ts";
import type { NodeChanges } from "../../../../shared/protocol/pod/setup.ts";
import type { PanelRun } from "../run/run.ts";
import { chooserView } from "../widgets/chooser-view.ts";
import { t } from "../words/l10n.ts";

/** One node of the page: its run, and how it differs from that of the manifest's settings. */
export interface ComparedNode {
  readonly name: "A" | "B";
  readonly run: PanelRun;
  readonly changes: NodeChanges;
  readonly change: (changes: NodeChanges) => void;
}

/** A setting of a node, with a control for each side. */
interface NodeField {
  readonly label: string;
  /** `name` says it together with the side. */
  readonly control: (side: ComparedNode, name: string) => TemplateResult;
}

/** What people choose of a node besides its gates. */
export function nodeFields(): readonly NodeField[] {
  return [
    { label: "Kubernetes", control: versionChooser },
    { label: t("Timing"), control: timingChooser },
    { label: t("Behavior"), control: behaviorChooser },
    { label: t("Image pull"), control: pullField },
    {
      label: "maxContainerRestartPeriod",
      control: ({ run, change }, name) => {
        const { maxContainerRestartPeriodMs: currentMs } = run.assumptions.node.kubeletConfiguration;
        const limits = { shortestMs: 1000, longestMs: 300_000, example: "30s" };
        return durationField(name, currentMs, limits, (maxContainerRestartPeriodMs) =>
          change({ maxContainerRestartPeriodMs }),
        );
      },
    },
    {
      label: "syncFrequency",
      control: ({ run, change }, name) => {
        const { syncFrequencyMs: currentMs } = run.assumptions.node.kubeletConfiguration;
        const limits = { shortestMs: 1000, longestMs: 3_600_000, example: "1m" };
        return durationField(name, currentMs, limits, (syncFrequencyMs) => change({ syncFrequencyMs }));
      },
    },
  ];
}

function versionChooser({ run, change }: ComparedNode, name: string): TemplateResult {
  const current = run.assumptions.node.kubernetes;
  // A patch release comes from a project file or a live node.
  const choices = kubernetesVersions.filter((version) => isMinor(version) || version === current);
  return chooserView({
    label: name,
    choices: choices.map((value) => ({ value, label: isPreview(value) ? t("{0} (preview)", value) : value })),
    current,
    changed: (value) => change({ kubernetes: choices.find((version) => version === value) }),
    isLabeled: false,
  });
}

function timingChooser({ run, change }: ComparedNode, name: string): TemplateResult {
  return chooserView({
    label: name,
    choices: [
      { value: "kubelet", label: t("realistic") },
      { value: "ideal", label: t("exact") },
    ],
    current: run.assumptions.timing,
    changed: (value) => change({ timing: value === "ideal" ? "ideal" : "kubelet" }),
    isLabeled: false,
  });
}

function behaviorChooser({ run, change }: ComparedNode, name: string): TemplateResult {
  return chooserView({
    label: name,
    choices: [
      { value: "released", label: t("as released") },
      { value: "kep", label: t("as in the KEPs") },
    ],
    current: run.assumptions.semantics,
    changed: (value) => change({ semantics: value === "kep" ? "kep" : "released" }),
    isLabeled: false,
  });
}

/** An empty field means that images are on the node. */
function pullField({ run, change }: ComparedNode, name: string): TemplateResult {
  const { imagePull } = run.assumptions;
  const typed = ({ currentTarget }: Event): void => {
    if (!(currentTarget instanceof HTMLInputElement)) return;
    const text = currentTarget.value.trim();
    const read = text === "" ? null : readPullRange(text);
    const isWrong = read !== null && "problem" in read;
    currentTarget.setCustomValidity(
      isWrong ? t("Type a range such as 2s-30s, or nothing for images that are on the node.") : "",
    );
    currentTarget.reportValidity();
    if (!isWrong) change({ imagePull: read });
  };
  return html`<input type="text" size="8" aria-label=${name} placeholder=${t("on the node")} ?disabled=${run.assumptions.timing === "ideal"} .value=${imagePull === undefined ? "" : typedPullRange(imagePull)} @change=${typed}>`;
}

interface Limits {
  readonly shortestMs: number;
  readonly longestMs: number;
  readonly example: string;
}

/** An empty field is the kubelet's default. */
function durationField(
  name: string,
  currentMs: number | undefined,
  { shortestMs, longestMs, example }: Limits,
  changed: (ms: number | null) => void,
): TemplateResult {
  const typed = ({ currentTarget }: Event): void => {
    if (!(currentTarget instanceof HTMLInputElement)) return;
    const text = currentTarget.value.trim();
    const typedMs = parseDuration(text);
    const isInside = typedMs !== undefined && typedMs >= shortestMs && typedMs <= longestMs;
    const [from, to] = [formatDuration(shortestMs), formatDuration(longestMs)];
    const problem = t("Type a duration from {0} to {1}, such as {2}, or nothing for the default.", from, to, example);
    currentTarget.setCustomValidity(isInside || text === "" ? "" : problem);
    currentTarget.reportValidity();
    if (text === "") changed(null);
    else if (isInside) changed(typedMs);
  };
  return html`<input type="text" size="8" aria-label=${name} placeholder=${t("default")} .value=${currentMs === undefined ? "" : formatDuration(currentMs)} @change=${typed}>`;
}
