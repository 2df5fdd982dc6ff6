import { html, type TemplateResult } from "lit/html.js";
import { forecastKubelet } from "../../../../shared/forecast/node-load/kubelet.ts";
import { loadSentences, loadTable, loadTitle } from "../../../../shared/forecast/node-load/load-words.ts";
import { type LoadAssumptions, mixExample, readMix } from "../../../../shared/scenario/language/pod-mix.ts";
import type { Handlers, Model } from "../model/model.ts";
import { t } from "../words/l10n.ts";

const nodesMax = 100_000;

/** What a node of such pods costs the API server, in the words of `forecast` of its KubeletConfiguration. */
export function nodeLoadView({ run, setup }: Model, on: Handlers): TemplateResult {
  const { node, semantics } = run.assumptions;
  const load = { ...run.payload.load, ...setup.load };
  const forecast = forecastKubelet(node, semantics, assumedOf(load));
  const { head, rows } = loadTable(forecast);
  const [what = "", ...columns] = head;
  return html`<div class="table-scroll node-load" tabindex="0" role="region" aria-label=${t("Load of a node")}>
    <table><caption>${t("Load of a node: {0}", loadTitle(forecast))}</caption>
      <thead><tr><th scope="col">${what}</th>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
      <tbody>${rows.map(([name = "", ...cells]) => html`<tr><th scope="row">${name}</th>${cells.map((cell) => html`<td class="number">${cell}</td>`)}</tr>`)}</tbody></table>
    ${loadSentences(forecast).map((sentence) => html`<p class="quiet">${sentence}</p>`)}
    <div class="costs">
      <label>${t("Pods of the node")} <input type="text" size="40" spellcheck="false" autocomplete="off"
        placeholder=${mixExample} .value=${load.pods ?? ""} @change=${podsChange}></label>
      <label>${t("Nodes")} <input type="text" size="6" autocomplete="off" .value=${String(load.nodes ?? 1)} @change=${nodesChange}></label>
    </div></div>`;

  function podsChange({ currentTarget: input }: Event): void {
    if (!(input instanceof HTMLInputElement)) return;
    const text = input.value.trim();
    const read = text === "" ? undefined : readMix(text);
    input.setCustomValidity(read !== undefined && "problem" in read ? read.problem : "");
    if (!input.reportValidity()) return;
    const nodes = setup.load?.nodes;
    const load = { ...(text !== "" && { pods: text }), ...(nodes !== undefined && { nodes }) };
    on.change({ ...setup, load }, "load pods");
  }

  function nodesChange({ currentTarget: input }: Event): void {
    if (!(input instanceof HTMLInputElement)) return;
    const nodes = Number(input.value.trim());
    const isCount = Number.isInteger(nodes) && nodes >= 1 && nodes <= nodesMax;
    input.setCustomValidity(isCount ? "" : t("Enter a number from 1 to {0}.", nodesMax));
    if (input.reportValidity() && isCount) on.change({ ...setup, load: { ...setup.load, nodes } }, "load nodes");
  }
}

function assumedOf({ pods, nodes = 1 }: NonNullable<Model["setup"]["load"]> = {}): LoadAssumptions {
  const read = pods === undefined ? undefined : readMix(pods);
  return { mix: read !== undefined && "mix" in read ? read.mix : undefined, nodes };
}
