import { renderChart } from "./helm.ts";
import { buildOverlay } from "./kustomize.ts";
import type { RenderOptions, RenderResult, RenderTarget } from "./model.ts";

/** Has the person's own tool render a chart or an overlay. Never rejects. */
export function render(target: RenderTarget, options: RenderOptions): Promise<RenderResult> {
  return target.tool === "helm" ? renderChart(target, options) : buildOverlay(target, options);
}
