import answer from "./styles/answer.css";
import axis from "./styles/axis.css";
import controls from "./styles/controls.css";
import curve from "./styles/curve.css";
import details from "./styles/details.css";
import layout from "./styles/layout.css";
import signs from "./styles/signs.css";
import timeline from "./styles/timeline.css";
import { edgePx } from "./time-view.ts";

const sheets = [layout, controls, answer, details, curve, timeline, signs, axis];

/** Only theme variables of VS Code: the page looks like the workbench around it in every theme. */
export const pageStyles = `${sheets.join("")}.timeline{--edge:${edgePx}px}`;

/** A style sheet that is made here and adopted is not subject to the page's policy on styles. */
export function adoptStyles(text: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
