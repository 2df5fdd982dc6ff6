import { html, type TemplateResult } from "lit/html.js";
import { formatPath, type Path, samePath } from "../../../../shared/basics/path.ts";
import { allContainers } from "../../../../shared/kubernetes/pod.ts";
import type { PathLocation } from "../../../../shared/protocol/pod/pod.ts";
import type { Handlers } from "../model/model.ts";
import type { PanelRun } from "../run/run.ts";
import { valueAt } from "../run/tried-fields.ts";
import { t } from "../words/l10n.ts";

/** A link to a place of the manifest: `line 14 · name: api`. `absent` is what it says of a field that is not written. */
export function placeLink(run: PanelRun, path: Path, on: Handlers, absent?: string): TemplateResult {
  const place = placeOf(run, path);
  return linkTo(place === undefined ? (absent ?? formatPath(path)) : placeInWords(run, place), () =>
    on.reveal(place?.path ?? path, true),
  );
}

/** A link to what the scenario says of a container; undefined if the manifest's scenario says nothing of it. */
export function scenarioLink(run: PanelRun, container: string, on: Handlers): TemplateResult | undefined {
  const { scenarioTexts, payload } = run;
  if (scenarioTexts !== payload.scenarioTexts) return undefined;
  const index = scenarioTexts.findIndex((text) => text.container === container);
  const line = payload.scenarioRanges?.[index]?.start.line;
  if (line === undefined) return undefined;
  const spec = allContainers(run.pod).find(({ name }) => name === container);
  const name = spec && placeOf(run, spec.path);
  const text = name?.range.start.line === line ? placeInWords(run, name) : lineInWords(line, "# cadence");
  return linkTo(text, () => on.tell({ type: "reveal-scenario", index }));
}

export function linkTo(text: string | TemplateResult, follow: () => void, icon = "go-to-file"): TemplateResult {
  return html`<button class="reveal" @click=${follow}><span class="codicon codicon-${icon}" aria-hidden="true"></span> <span>${text}</span></button>`;
}

/** A container is found by its name. */
function placeOf({ payload }: PanelRun, path: Path): PathLocation | undefined {
  const { fields = [] } = payload;
  return (
    fields.find((field) => samePath(field.path, path)) ??
    fields.find((field) => samePath(field.path, [...path, "name"]))
  );
}

function placeInWords({ payload }: PanelRun, { path, range }: PathLocation): TemplateResult {
  const value = valueAt(payload.written.spec, path);
  const key = formatPath(path.slice(typeof path.at(-1) === "number" ? -2 : -1));
  const isShort = typeof value === "number" || typeof value === "boolean" || typeof value === "string";
  return lineInWords(range.start.line, isShort ? `${key}: ${value}` : key);
}

/** A narrow caption has room for the line alone. */
function lineInWords(line: number, what: string): TemplateResult {
  return html`${t("line {0}", line + 1)}<span class="place-what"> · ${what}</span>`;
}
