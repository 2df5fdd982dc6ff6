import { html, nothing, type TemplateResult } from "lit/html.js";
import { timeInWords } from "../../../shared/drawing/words.ts";
import { allContainers, type Container, probeTypes } from "../../../shared/kubernetes/pod.ts";
import type { Setup } from "../../../shared/protocol/setup.ts";
import { formatEvent, formatScript } from "../../../shared/scenario/format.ts";
import { kubeletDownMsDefault, nodeDownMsDefault } from "../../../shared/scenario/forms.ts";
import { type Fault, injectFault } from "../../../shared/scenario/inject.ts";
import type { ScenarioEvent } from "../../../shared/scenario/model.ts";
import { type ScenarioText, textsOfLines } from "../../../shared/scenario/parse.ts";
import { readLine } from "../../../shared/scenario/scenario-lines.ts";
import { scriptOf } from "../../../shared/scenario/script.ts";
import { attemptAt } from "../../../shared/simulation/attempt-at.ts";
import { chooserView } from "./menu-view.ts";
import type { Handlers, Model } from "./model.ts";
import { linesOf } from "./scenario-rows.ts";

/** What could go wrong at the cursor: in one container, or with its node. */
export function injectMenu(model: Model, on: Handlers): TemplateResult {
  const { run, view } = model;
  const container = meantContainer(model);
  const pod = (event: ScenarioEvent): void => inject(on, withEvent(model, event));
  const atMs = Math.round(view.tMs);
  return html`<p>At ${timeInWords(view.tMs)}</p>
    ${container === undefined ? nothing : containerFaults(model, on, container)}
    <hr>
    ${item("Kubelet restarts", () => pod({ kind: "kubelet-restart", atMs, downMs: kubeletDownMsDefault }))}
    ${item("Node reboots", () => pod({ kind: "node-reboot", atMs, downMs: nodeDownMsDefault }))}
    ${item(`Delete pod ${run.pod.name}`, () => pod({ kind: "pod-deleted", atMs, graceMs: undefined }))}`;
}

function containerFaults(model: Model, on: Handlers, container: Container): TemplateResult {
  const { run } = model;
  const names = allContainers(run.pod).map(({ name }) => ({ value: name, label: name }));
  const fault = (wanted: Fault): void => inject(on, withFault(model, container, wanted));
  const hasProbes = probeTypes.some((type) => container.probes[type] !== undefined);
  const crash = (event: Event): void => {
    event.preventDefault();
    const { currentTarget } = event;
    const field = currentTarget instanceof HTMLFormElement ? currentTarget.querySelector("input") : null;
    if (field?.checkValidity() === true) fault({ kind: "crash", exitCode: field.valueAsNumber });
  };
  return html`${chooserView({ label: "in", choices: names, current: container.name, changed: (name) => on.meanContainer(name) })}
    <form class="crash" @submit=${crash}><button class="item">Exit with code</button><input type="number" aria-label="Exit code" min="0" max="255" required value="1"></form>
    ${item("Out of memory", () => fault({ kind: "oom" }))}
    ${
      hasProbes
        ? html`${item("Hang: probes get no answer", () => fault({ kind: "hang" }))}
          ${item(`Slow: probes are answered after ${slowMs(container) / 1000}s`, () => fault({ kind: "slow", latencyMs: slowMs(container) }))}`
        : html`<p class="quiet">It has no probe that would notice a hang.</p>`
    }
    ${item("Image is gone: the next 3 pulls fail", () => fault({ kind: "image-missing", times: 3 }))}`;
}

function item(label: string, chosen: () => void): TemplateResult {
  return html`<button class="item" @click=${chosen}>${label}</button>`;
}

/** The container that was chosen, else that of the selected entry, else the first one of the pod's own. */
function meantContainer({ run, view, meant }: Model): Container | undefined {
  const containers = allContainers(run.pod);
  const named = meant ?? run.byId.get(view.selected ?? "")?.container;
  return (
    containers.find(({ name }) => name === named) ?? containers.find(({ kind }) => kind === "regular") ?? containers[0]
  );
}

/** Longer than its probes wait, by a second. */
function slowMs({ probes }: Container): number {
  const timeouts = probeTypes.map((type) => probes[type]?.timeoutSeconds ?? 0);
  return (Math.max(...timeouts) + 1) * 1000;
}

function inject(on: Handlers, setup: Setup): void {
  on.change(setup);
  on.setMenu(undefined);
}

/** The fault stands in the scenario as if somebody had written it. */
export function withFault(model: Model, container: Container, fault: Fault): Setup {
  const { run, view } = model;
  const place = attemptAt(run.timeline.entries, container.name, Math.round(view.tMs));
  const script = injectFault(scriptOf(run.scenario, container), place, fault);
  const containers = allContainers(run.pod);
  const isOther = (text: ScenarioText): boolean => {
    const { topic, container: name } = readLine(text, containers);
    return topic !== "runs" || name !== container.name;
  };
  const others = linesOf(model).filter((line) => textsOfLines([line]).every(isOther));
  return { ...model.setup, lines: [{ container: container.name, text: formatScript(script) }, ...others] };
}

function withEvent(model: Model, event: ScenarioEvent): Setup {
  return { ...model.setup, lines: [...linesOf(model).filter(({ text }) => text !== ""), { text: formatEvent(event) }] };
}
