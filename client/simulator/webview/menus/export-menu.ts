import { html, type TemplateResult } from "lit/html.js";
import type { ExportFormat } from "../../../../shared/protocol/panel/export.ts";
import type { Handlers } from "../model/model.ts";

const formats: readonly (readonly [ExportFormat, string, string])[] = [
  ["svg", "Picture (SVG) …", "The lanes as they are shown, for documents and chats"],
  ["markdown", "Table (Markdown)", "What happens and why, for issues and reviews"],
  ["json", "JSON", "Everything, as pod-cadence simulate --format json writes it"],
  ["kubectl", "kubectl get pod -w", "The lines that kubectl would print"],
  ["cli", "Copy command line", "The call of pod-cadence that makes the same run"],
];

export function exportItems(on: Handlers): TemplateResult {
  return html`${formats.map(
    ([format, label, title]) =>
      html`<button class="item" title=${title} @click=${() => on.exportAs(format)}>${label}</button>`,
  )}`;
}
