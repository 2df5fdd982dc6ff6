import { html, nothing, type TemplateResult } from "lit/html.js";
import type { WorkloadSpec } from "../../../../shared/controllers/objects/model.ts";
import { strategyOf } from "../../../../shared/drawing/rollout/setup.ts";
import type { StrategyChange } from "../../../../shared/protocol/pod/rollout.ts";
import { t } from "../words/l10n.ts";
import type { RolloutHandlers, RolloutModel } from "./model.ts";

interface Preset {
  readonly label: string;
  readonly change: StrategyChange;
}

/** Other strategies, ready to be compared, and one that people write. */
export function compareMenu(model: RolloutModel, on: RolloutHandlers): TemplateResult {
  const { setup, run } = model;
  const compare = (compared: StrategyChange): void =>
    on.change({ ...setup, compared }, t("Compared with another strategy"));
  const { compared: _, ...alone } = setup;
  return html`${presetsFor(run.workload.spec).map(
    ({ label, change }) => html`<button class="item" @click=${() => compare(change)}>${label}</button>`,
  )}<hr>${fieldsView(setup.compared ?? strategyOf(run.workload.spec), compare)}
    ${setup.compared === undefined ? nothing : html`<button class="item" @click=${() => on.change(alone, t("Comparison stopped"))}>${t("Stop comparing")}</button>`}`;
}

/** Names of fields are written as in a manifest. */
function presetsFor({ kind }: WorkloadSpec): readonly Preset[] {
  if (kind === "StatefulSet")
    return [
      { label: "podManagementPolicy: Parallel", change: { isParallel: true } },
      { label: "podManagementPolicy: OrderedReady", change: { isParallel: false } },
      { label: "minReadySeconds: 30", change: { minReadySeconds: 30 } },
    ];
  const rolling: readonly Preset[] = [
    {
      label: "maxSurge: 1, maxUnavailable: 0",
      change: { strategy: "RollingUpdate", maxSurge: "1", maxUnavailable: "0" },
    },
    {
      label: "maxSurge: 0, maxUnavailable: 1",
      change: { strategy: "RollingUpdate", maxSurge: "0", maxUnavailable: "1" },
    },
    { label: "minReadySeconds: 30", change: { minReadySeconds: 30 } },
  ];
  if (kind === "DaemonSet") return rolling.map(({ label, change: { strategy: _, ...change } }) => ({ label, change }));
  return [
    ...rolling,
    {
      label: "maxSurge: 25%, maxUnavailable: 25%",
      change: { strategy: "RollingUpdate", maxSurge: "25%", maxUnavailable: "25%" },
    },
    {
      label: "maxSurge: 100%, maxUnavailable: 0",
      change: { strategy: "RollingUpdate", maxSurge: "100%", maxUnavailable: "0" },
    },
    { label: "type: Recreate", change: { strategy: "Recreate" } },
  ];
}

function fieldsView(now: StrategyChange, compare: (change: StrategyChange) => void): TemplateResult {
  const field = (name: "maxSurge" | "maxUnavailable" | "minReadySeconds", value: string | number | undefined) =>
    value === undefined
      ? nothing
      : html`<label class="choice">${name} <input name=${name} type="text" size="6" pattern="[0-9]{1,4}%?" .value=${`${value}`}></label>`;
  const pressed = ({ currentTarget }: Event): void => {
    const menu = currentTarget instanceof HTMLElement ? currentTarget.closest(".menu") : null;
    const inputs = [...(menu?.querySelectorAll("input") ?? [])];
    const wrong = inputs.find((input) => !input.reportValidity());
    if (wrong !== undefined) return;
    const typed = (name: string): string | undefined => inputs.find((input) => input.name === name)?.value;
    const [maxSurge, maxUnavailable, seconds] = ["maxSurge", "maxUnavailable", "minReadySeconds"].map(typed);
    compare({
      ...now,
      ...(maxSurge !== undefined && { maxSurge }),
      ...(maxUnavailable !== undefined && { maxUnavailable }),
      ...(seconds !== undefined && { minReadySeconds: Number.parseInt(seconds, 10) }),
    });
  };
  return html`${field("maxSurge", now.maxSurge)}${field("maxUnavailable", now.maxUnavailable)}${field("minReadySeconds", now.minReadySeconds)}
    <button class="item" @click=${pressed}>${t("Compare with these values")}</button>`;
}
