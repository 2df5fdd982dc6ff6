import { html, nothing, type TemplateResult } from "lit/html.js";
import { formatDuration } from "../../../../shared/basics/durations.ts";
import { formatMoment } from "../../../../shared/basics/span-words.ts";
import { readTime, wholeSecond } from "../../../../shared/drawing/lanes/moments.ts";
import { allContainers, type Container, probeTypes } from "../../../../shared/kubernetes/pod.ts";
import type { Setup } from "../../../../shared/protocol/pod/setup.ts";
import { kubeletDownMsDefault, nodeDownMsDefault } from "../../../../shared/scenario/language/defaults.ts";
import { formatEvent } from "../../../../shared/scenario/language/format.ts";
import type { Fault, ScenarioEvent } from "../../../../shared/scenario/model.ts";
import { effectOf, withFault } from "../by-hand/faults.ts";
import type { Handlers, Model } from "../model/model.ts";
import { entryOfEvent } from "../run/fault-entries.ts";
import { linesOf } from "../scenario/scenario-rows.ts";
import { chooserView } from "../widgets/chooser-view.ts";
import { t } from "../words/l10n.ts";

/** What could go wrong at the cursor: in one container, or with its node. */
export function injectMenu(model: Model, on: Handlers): TemplateResult {
  const { run } = model;
  const container = faultTargetOf(model);
  const atMs = wholeSecond(momentOf(model));
  const pod = (event: ScenarioEvent): void =>
    on.inject(withEvent(model, event), (played) => entryOfEvent(played, event.kind, atMs));
  return html`<p>${t("At {0}", formatMoment(atMs))}</p>
    ${container === undefined ? nothing : containerFaults(model, on, container)}
    <hr>
    ${item(t("Kubelet restarts"), () => pod({ kind: "kubelet-restart", atMs, downMs: kubeletDownMsDefault }))}
    ${item(t("Node reboots"), () => pod({ kind: "node-reboot", atMs, downMs: nodeDownMsDefault }))}
    ${item(t("Delete pod {0}", run.pod.name), () => pod({ kind: "pod-deleted", atMs, graceMs: undefined }))}`;
}

function containerFaults(model: Model, on: Handlers, container: Container): TemplateResult {
  const { run } = model;
  const names = allContainers(run.pod).map(({ name }) => ({ value: name, label: name }));
  const fault = (wanted: Fault): void => {
    const event = {
      kind: "container-fault",
      atMs: wholeSecond(momentOf(model)),
      container: container.name,
      fault: wanted,
    } as const;
    on.inject(withFault(model, event), (played) => effectOf(played, event));
  };
  const hasProbes = probeTypes.some((type) => container.probes[type] !== undefined);
  const crash = (event: Event): void => {
    event.preventDefault();
    const { currentTarget } = event;
    const field = currentTarget instanceof HTMLFormElement ? currentTarget.querySelector("input") : null;
    if (field?.checkValidity() === true) fault({ kind: "crash", exitCode: field.valueAsNumber });
  };
  const lasting = (chosen: (forMs: number | undefined) => Fault) => (event: Event) => {
    event.preventDefault();
    const forMs = lengthIn(event.currentTarget);
    if (forMs !== "mistake") fault(chosen(forMs));
  };
  const lengthMs = model.range === undefined ? 0 : wholeSecond(model.range.toMs) - wholeSecond(model.range.fromMs);
  const leadsTo = model.whatIfs?.find((line) => line.container === container.name);
  return html`${chooserView({ label: t("in"), choices: names, current: container.name, changed: (name) => on.meanContainer(name) })}
    <form class="crash" @submit=${crash}><button class="item">${t("Exit with code")}</button><input type="number" aria-label=${t("Exit code")} min="0" max="255" required value="1"></form>
    ${item(t("OOM kill"), () => fault({ kind: "oom" }), leadsTo?.crashes)}
    ${
      hasProbes
        ? html`${lastingItem(
            leadsTo === undefined ? t("Hang (probes time out)") : t("Hang: {0}", leadsTo.hangs),
            t("Length of the hang"),
            lengthMs,
            lasting((forMs) => ({ kind: "hang", forMs })),
          )}
          ${lastingItem(
            t("Slow (probes take {0})", formatDuration(slowMs(container))),
            t("Length of the slow answers"),
            lengthMs,
            lasting((forMs) => ({ kind: "slow", latencyMs: slowMs(container), forMs })),
          )}`
        : html`<p class="quiet">${t("No probe of this container would detect a hang.")}</p>`
    }
    ${hasProbes ? html`<p class="quiet">${t("Alt+drag over its lane draws a hang.")}</p>` : nothing}
    ${item(t("Image pull fails 3 times"), () => fault({ kind: "image-missing", times: 3 }))}`;
}

/** Where a range is selected a fault begins with it, else at the cursor. */
function momentOf({ range, view }: Model): number {
  return range?.fromMs ?? view.tMs;
}

/** A fault with how long it goes on; nothing: until the container is restarted. */
function lastingItem(label: string, name: string, lengthMs: number, chosen: (event: Event) => void): TemplateResult {
  const value = lengthMs > 0 ? formatDuration(lengthMs) : "";
  const typed = ({ currentTarget }: Event): void => {
    if (currentTarget instanceof HTMLInputElement) currentTarget.setCustomValidity("");
  };
  return html`<form class="crash lasting" @submit=${chosen}><button class="item">${label}</button><span class="quiet" aria-hidden="true">${t("for")}</span><input type="text" spellcheck="false" autocomplete="off" aria-label=${name} placeholder=${t("until killed")} .value=${value} @input=${typed}></form>`;
}

/** What a form says about the length of its fault; undefined if it says nothing. */
function lengthIn(form: EventTarget | null): number | "mistake" | undefined {
  const field = form instanceof HTMLFormElement ? form.querySelector("input") : null;
  if (field === null || field.value.trim() === "") return undefined;
  const ms = readTime(field.value);
  if (ms !== undefined && ms > 0) return ms;
  field.setCustomValidity(t("Type a time such as 40s, 1m30s or 90."));
  field.reportValidity();
  return "mistake";
}

/** What it leads to stands beside it. */
function item(label: string, chosen: () => void, leadsTo = ""): TemplateResult {
  return html`<button class="item" @click=${chosen}>${label}${leadsTo === "" ? nothing : html` <span class="quiet">${leadsTo}</span>`}</button>`;
}

/** The container that was chosen, else that of the selected entry, else the first one of the pod's own. */
function faultTargetOf({ run, view, faultTarget }: Model): Container | undefined {
  const containers = allContainers(run.pod);
  const named = faultTarget ?? run.byId.get(view.selected ?? "")?.container;
  return (
    containers.find(({ name }) => name === named) ?? containers.find(({ kind }) => kind === "regular") ?? containers[0]
  );
}

/** Longer than its probes wait, by a second. */
function slowMs({ probes }: Container): number {
  const timeouts = probeTypes.map((type) => probes[type]?.timeoutSeconds ?? 0);
  return (Math.max(...timeouts) + 1) * 1000;
}

function withEvent(model: Model, event: ScenarioEvent): Setup {
  return { ...model.setup, lines: [...linesOf(model).filter(({ text }) => text !== ""), { text: formatEvent(event) }] };
}
