import { html, svg, type TemplateResult } from "lit/html.js";

/** Fills that differ without their colors. In the page once; the lanes' styles name them. */
export function patternsView(): TemplateResult {
  return html`<svg class="patterns" aria-hidden="true" width="0" height="0"><defs>
    ${svg`<pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="hatch-line" d="M0 0V6"></path></pattern>
    <pattern id="cross" width="5" height="5" patternUnits="userSpaceOnUse"><path class="cross-line" d="M0 0L5 5M5 0L0 5"></path></pattern>
    <pattern id="lines" width="4" height="4" patternUnits="userSpaceOnUse"><path class="cross-line" d="M0 2H4"></path></pattern>
    <pattern id="dots" width="5" height="5" patternUnits="userSpaceOnUse"><circle class="dot" cx="2.5" cy="2.5" r="1.2"></circle></pattern>
    <pattern id="pending" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)"><path class="pending-line" d="M0 0V6"></path></pattern>`}
  </defs></svg>`;
}
