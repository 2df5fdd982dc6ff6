/** The colors of a picture. Text on each reaches a contrast of 4.5, lines and signs reach 3. */
export interface Palette {
  readonly paper: string;
  readonly ink: string;
  readonly quiet: string;
  readonly line: string;
  readonly green: string;
  /** Text on green. */
  readonly onGreen: string;
  readonly red: string;
  readonly amber: string;
  readonly orange: string;
  readonly blue: string;
}

export const lightPalette: Palette = {
  paper: "#ffffff",
  ink: "#1f2328",
  quiet: "#59636e",
  line: "#d8dee4",
  green: "#1a7f37",
  onGreen: "#ffffff",
  red: "#cf222e",
  amber: "#bf8700",
  orange: "#bc4c00",
  blue: "#0969da",
};

export const darkPalette: Palette = {
  paper: "#0d1117",
  ink: "#e6edf3",
  quiet: "#9198a1",
  line: "#2a313c",
  green: "#3fb950",
  onGreen: "#0d1117",
  red: "#ff7b72",
  amber: "#d29922",
  orange: "#f0883e",
  blue: "#58a6ff",
};

/** Of the text in lanes, which `layout` counts with; the head's sentence and the title are larger. */
export const fontPx = 11;
export const labelFontPx = 12.5;
export const answerFontPx = 14;
const titleFontPx = 17;

/** Everything but the colors. Custom properties would be shorter, but not every program that shows SVG knows them. */
const shapes = `
text { font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif; font-size: ${fontPx}px; font-variant-numeric: tabular-nums; white-space: pre }
.code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; font-size: 0.94em; unicode-bidi: isolate }
.title { font-size: ${titleFontPx}px; font-weight: 600 }
.answer { font-size: ${answerFontPx}px }
.name { font-size: ${labelFontPx}px }
.strong { font-weight: 600 }
.middle { text-anchor: middle }
.fill { stroke-width: 1 }
.sign { fill: none; stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round }
.exit-ok .sign, .exit-failed .sign, .attempt-failure .sign, .sigterm .sign { stroke-width: 2 }
.attempt-success .sign { stroke-width: 1 }
.sigkill .sign { stroke-width: 2.5; paint-order: stroke }
.ghost { fill: none; stroke-dasharray: 3 2 }
.spread path { fill: none; stroke-width: 1.2 }
.exit .reach { stroke-dasharray: 4 1.5 }
.kill .reach { stroke-dasharray: 1.5 1.5 }
.spread .median { stroke-width: 2 }`;

/** The style sheet of a picture: light, and dark for whoever prefers it. */
export function svgStyle(): string {
  return `<style>${shapes}${colorsOf(lightPalette)}
@media (prefers-color-scheme: dark) {${colorsOf(darkPalette)}
}
</style>`;
}

function colorsOf({ paper, ink, quiet, line, green, onGreen, red, amber, orange, blue }: Palette): string {
  return `
.paper { fill: ${paper}; stroke: ${line} }
text { fill: ${ink} }
.quiet { fill: ${quiet} }
.line { stroke: ${line} }
.tick { stroke: ${quiet} }
.sign { stroke: ${ink} }
.chip, .phase-running .fill, .succeeded .fill, .failed .fill { fill: ${paper} }
.running .fill, .true .fill { fill: ${green}; stroke: ${green} }
.unready .fill { fill: ${green}; fill-opacity: 0.22; stroke: ${green} }
.running .on-bar { fill: ${onGreen} }
.phase-running .fill, .succeeded .fill { stroke: ${green} }
.failed .fill { stroke: ${red} }
.pending .fill { fill: url(#pc-pending); stroke: ${quiet} }
.back-off .fill { fill: url(#pc-hatch); stroke: ${amber} }
.pulling .fill { fill: url(#pc-dots); stroke: ${blue} }
.alert-pending .fill { fill: ${amber}; fill-opacity: 0.22; stroke: ${amber}; stroke-dasharray: 7 2 }
.alert-firing .fill { fill: ${red}; fill-opacity: 0.3; stroke: ${red}; stroke-width: 3 }
.alert-silent .fill { fill: none; stroke: ${quiet}; stroke-dasharray: 1.5 3 }
.stopping .fill, .kubelet-down .fill, .restart-all .fill { fill: url(#pc-cross); stroke: ${orange} }
.pending-line { stroke: ${quiet} }
.hatch-line { stroke: ${amber} }
.cross-line { stroke: ${orange} }
.dot { fill: ${blue} }
.exit-ok .sign { stroke: ${green} }
.exit-failed .sign, .fault .sign, .result-failure .sign, .attempt-failure .sign { stroke: ${red} }
.sigkill .sign { fill: ${red}; stroke: ${paper} }
.sigterm .sign { stroke: ${orange} }
.result-success .sign, .condition-true .sign { fill: ${green}; stroke: ${green} }
.attempt-success .sign, .attempt-error .sign, .condition-false .sign, .event-normal .sign { stroke: ${quiet} }
.event-warning .sign { stroke: ${orange} }
.note .sign { fill: ${paper}; stroke: ${quiet} }
.ghost { stroke: ${quiet} }
.spread.start path { stroke: ${green} }
.spread.exit path { stroke: ${red} }
.spread.kill path { stroke: ${orange} }`;
}

/** Fills that differ without their colors. */
export const svgPatterns = `<defs>
<pattern id="pc-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="hatch-line" stroke-width="2" d="M0 0V6"/></pattern>
<pattern id="pc-cross" width="5" height="5" patternUnits="userSpaceOnUse"><path class="cross-line" d="M0 0L5 5M5 0L0 5"/></pattern>
<pattern id="pc-dots" width="5" height="5" patternUnits="userSpaceOnUse"><circle class="dot" cx="2.5" cy="2.5" r="1.2"/></pattern>
<pattern id="pc-pending" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)"><path class="pending-line" d="M0 0V6"/></pattern>
</defs>`;
