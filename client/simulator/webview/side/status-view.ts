import { guard } from "lit/directives/guard.js";
import { html, type TemplateResult } from "lit/html.js";
import { yamlOf } from "../../../../shared/kubernetes/yaml-text.ts";
import { statusAt } from "../../../../shared/simulation/index.ts";
import { podStatusJson } from "../../../../shared/simulation/timeline/status-json.ts";
import type { Model } from "../model/model.ts";
import { isGone } from "../run/kubectl.ts";
import { t } from "../words/l10n.ts";

/** The status that `kubectl get pod -o yaml` shows at the cursor. */
export function statusView({ run, view }: Model): TemplateResult {
  if (isGone(run, view.tMs))
    return html`<p class="empty">${t("The pod is gone: the API server has no status of it.")}</p>`;
  const status = statusAt(run.timeline, view.tMs);
  return html`<div class="yaml-scroll" tabindex="0" role="region" aria-label=${t("Pod status as YAML")}>${guard(
    [status],
    () =>
      status === undefined
        ? html`<p class="empty">${t("The kubelet has written no status yet.")}</p>`
        : html`<pre class="yaml">${yamlOf({ status: podStatusJson(status) })}</pre>`,
  )}</div>`;
}
