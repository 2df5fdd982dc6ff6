import { html, nothing, type TemplateResult } from "lit/html.js";
import { formatDuration } from "../../../../shared/basics/durations.ts";
import { formatMoment } from "../../../../shared/basics/span-words.ts";
import { editInWords } from "../../../../shared/drawing/rollout/setup.ts";
import type { RolloutEdit } from "../../../../shared/protocol/pod/rollout.ts";
import { t } from "../words/l10n.ts";
import { type RolloutHandlers, type RolloutModel, runOfId } from "./model.ts";

const editsMax = 50;
const replicasMax = 5000;
const crashSecondsMax = 86_400;
const trafficSecondsMax = 3600;

/** What can happen to the workload at the cursor. */
export function rolloutInjectMenu(model: RolloutModel, on: RolloutHandlers): TemplateResult {
  const { setup, run } = model;
  const atMs = Math.round(model.view.tMs);
  const { kind } = run.workload.spec;
  const let_ = (edit: RolloutEdit): void =>
    on.change(
      { ...setup, edits: [...setup.edits, edit].toSorted((left, right) => left.atMs - right.atMs).slice(0, editsMax) },
      t("At {0}: {1}", formatMoment(edit.atMs), editInWords(edit)),
    );
  const item = (label: string, edit: RolloutEdit): TemplateResult =>
    html`<button class="item" @click=${() => let_(edit)}>${label}</button>`;
  const pod = selectedPod(model);
  const isPaused = setup.edits.findLast((edit) => edit.kind === "pause" || edit.kind === "resume")?.kind === "pause";
  return html`<p>${t("At {0}", formatMoment(atMs))}</p>
    ${run.workload.nodes.map((node) => item(t("Node {0} drains", node), { kind: "drain", atMs, node }))}
    ${run.workload.nodes.map((node) => item(t("Node {0} is lost", node), { kind: "lose-node", atMs, node }))}
    ${kind === "DaemonSet" ? nothing : scaleView(run.pods, (replicas) => let_({ kind: "scale", atMs, replicas }))}
    ${item(t("Roll back"), { kind: "roll-back", atMs })}
    ${kind === "Deployment" ? item(isPaused ? t("Resume") : t("Pause"), { kind: isPaused ? "resume" : "pause", atMs }) : nothing}
    ${pod === undefined ? nothing : item(t("Delete pod {0}", pod), { kind: "delete-pod", atMs, pod })}
    <hr><p>${t("From the start")}</p>
    ${crashView(model, on)}
    ${run.workload.services.length === 0 ? nothing : trafficView(model, on)}`;
}

function selectedPod(model: RolloutModel): string | undefined {
  const entry = runOfId(model, model.view.selected).byId.get(model.view.selected ?? "");
  const pods = model.run.timeline.pods;
  return entry?.pod === undefined ? undefined : pods.find(({ number }) => number === entry.pod)?.name;
}

function scaleView(replicas: number, scale: (replicas: number) => void): TemplateResult {
  return numberView({
    label: t("Scale to"),
    field: t("Replicas"),
    value: replicas * 2,
    most: replicasMax,
    done: scale,
  });
}

function crashView({ setup, answer }: RolloutModel, on: RolloutHandlers): TemplateResult {
  const afterMs = setup.crashAfterMs ?? answer?.crashAfterMs ?? 10_000;
  return numberView({
    label: t("New version crashes after"),
    field: t("Seconds after each start"),
    unit: "s",
    value: Math.round(afterMs / 1000),
    most: crashSecondsMax,
    done: (seconds) =>
      on.change(
        { ...setup, crashAfterMs: seconds * 1000 },
        t("The new version crashes {0} after each start", formatDuration(seconds * 1000)),
      ),
  });
}

/** How slow load balancers are to learn of a deletion. */
function trafficView({ setup, run }: RolloutModel, on: RolloutHandlers): TemplateResult {
  const delayMs = run.workload.trafficDelayMs ?? 10_000;
  return numberView({
    label: t("Requests still come for"),
    field: t("Seconds after a pod is deleted"),
    unit: "s",
    value: Math.round(delayMs / 1000),
    most: trafficSecondsMax,
    done: (seconds) =>
      on.change(
        { ...setup, trafficDelayMs: seconds * 1000 },
        t("Requests still come for {0} after a pod is deleted", formatDuration(seconds * 1000)),
      ),
  });
}

interface NumberAsked {
  readonly label: string;
  readonly field: string;
  readonly unit?: string;
  readonly value: number;
  readonly most: number;
  readonly done: (value: number) => void;
}

/** A button with a number beside it. */
function numberView({ label, field, unit = "", value, most, done }: NumberAsked): TemplateResult {
  const pressed = ({ currentTarget }: Event): void => {
    const input = currentTarget instanceof HTMLElement ? currentTarget.parentElement?.querySelector("input") : null;
    const typed = Number(input?.value);
    if (input != null && Number.isInteger(typed) && typed >= 0 && typed <= most && input.value !== "") done(typed);
    else input?.reportValidity();
  };
  return html`<span class="crash"><button class="item" @click=${pressed}>${label}</button><input type="number" min="0" max=${most} required aria-label=${field} .value=${`${value}`}><span aria-hidden="true">${unit}</span></span>`;
}
