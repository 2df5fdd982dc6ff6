import { edgePx } from "./time-view.ts";

/** Lanes, bars and signs. States differ by pattern and shape, too; the colours are the theme's chart colours. */
export const timelineStyles = `
.timeline { display: flex; flex-direction: column; position: relative; }
.lanes-scroll { overflow-x: hidden; overflow-y: auto; flex: 0 1 auto; min-height: 0; scrollbar-gutter: stable; }
.lanes { display: grid; grid-template-columns: var(--label-width) minmax(0, 1fr); position: relative; }
.timeline { --edge: ${edgePx}px; --gap: 4px;
  --label-width: clamp(112px, calc(var(--label-characters) * 1ch + 20px), min(40%, 280px)); }
.label { display: flex; align-items: center; gap: 6px; padding: 0 6px 0 12px; box-sizing: border-box; overflow: hidden; white-space: nowrap; cursor: pointer; }
.label-text { max-width: 100%; overflow: hidden; text-overflow: ellipsis; }
.label-note { color: var(--quiet); font-size: 0.85em; line-height: 1.1; }
.label-container { flex-direction: column-reverse; align-items: flex-start; gap: 0; padding-bottom: 4px; font-weight: 600; border-top: 1px solid var(--lane-line); }
.label-container .label-note { font-weight: normal; }
.label-probe { padding-left: 24px; color: var(--quiet); }
.label-condition, .label-conditions, .label-events { color: var(--quiet); }
.label.marked { box-shadow: inset 2px 0 0 var(--focus); color: var(--vscode-list-activeSelectionForeground, inherit); background: var(--vscode-list-inactiveSelectionBackground); }
.label-events, .track-events { border-top: 1px solid var(--lane-line); }
.timeline { --lane-line: var(--vscode-editorIndentGuide-background1, var(--line)); }
.tracks { position: relative; touch-action: pan-y; cursor: default; border-left: 1px solid var(--lane-line); margin-right: var(--gap); }
.track { box-sizing: border-box; position: relative; }
.track-container { border-top: 1px solid var(--lane-line); }
.track svg { display: block; position: absolute; top: 0; left: 0; overflow: hidden; }
.track-container svg, .track-events svg { top: -1px; }
.item { outline: none !important; }
.bar-fill { stroke: var(--vscode-contrastBorder, transparent); stroke-width: 1; }
.bar-label, .sign-label { font-size: 11px; fill: var(--vscode-foreground); font-variant-numeric: tabular-nums; pointer-events: none; }
.bar-label { text-anchor: middle; paint-order: stroke; stroke: var(--vscode-editor-background); stroke-width: 3px; stroke-linejoin: round; }
.bar-chip { fill: var(--vscode-editor-background); }
.running .bar-fill { fill: var(--vscode-charts-green); }
.phase-running .bar-fill, .succeeded .bar-fill { fill: var(--vscode-editor-background); stroke: var(--vscode-charts-green); }
.failed .bar-fill { fill: var(--vscode-editor-background); stroke: var(--vscode-charts-red); }
.pending .bar-fill { fill: url(#pending); stroke: var(--quiet); }
.true .bar-fill { fill: var(--vscode-charts-green); opacity: 0.75; }
.back-off .bar-fill { fill: url(#hatch); stroke: var(--vscode-charts-yellow); }
.stopping .bar-fill { fill: url(#cross); stroke: var(--vscode-charts-orange); }
.pulling .bar-fill { fill: url(#dots); stroke: var(--vscode-charts-blue); }
.kubelet-down .bar-fill, .restart-all .bar-fill { fill: url(#cross); stroke: var(--vscode-charts-orange); }
.hatch-line { stroke: var(--vscode-charts-yellow); stroke-width: 2; }
.cross-line { stroke: var(--vscode-charts-orange); stroke-width: 1; fill: none; }
.dot { fill: var(--vscode-charts-blue); }
.pending-line { stroke: var(--quiet); stroke-width: 1; }
.sign { fill: none; stroke: var(--vscode-foreground); stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round; }
.exit-ok .sign, .result-success .sign { stroke: var(--vscode-charts-green); }
.exit-failed .sign, .result-failure .sign, .fault .sign, .sigkill .sign { stroke: var(--vscode-charts-red); }
.exit-ok .sign, .exit-failed .sign { stroke-width: 2; }
.sigterm .sign { stroke: var(--vscode-charts-orange); fill: var(--vscode-charts-orange); }
.sigkill .sign { fill: var(--vscode-charts-red); }
.result-success .sign, .condition-true .sign { fill: var(--vscode-charts-green); stroke: var(--vscode-charts-green); }
.attempt-success .sign { stroke: var(--quiet); stroke-width: 1; }
.attempt-failure .sign { stroke: var(--vscode-charts-red); stroke-width: 2; }
.condition-false .sign { stroke: var(--quiet); }
.event-normal .sign { stroke: var(--quiet); }
.event-warning .sign { stroke: var(--vscode-charts-orange); }
.note .sign { stroke: var(--quiet); fill: var(--vscode-editor-background); }
.ring { fill: none; stroke: var(--vscode-foreground); stroke-width: 1; }
.item:focus .ring { stroke: var(--focus); stroke-width: 2; }
.cursor-line, .hover-line { position: absolute; top: 0; bottom: 0; left: 0; width: 0; transform: translateX(var(--x)); pointer-events: none; }
.cursor-line { left: calc(var(--label-width) + 1px + var(--edge)); border-left: 1px solid var(--vscode-editorCursor-foreground); outline: 1px solid var(--vscode-editor-background); }
.hover-line { left: var(--edge); border-left: 1px dotted var(--quiet); }
.axis { display: grid; grid-template-columns: var(--label-width) minmax(0, 1fr); flex: none; border-top: 1px solid var(--lane-line); overflow-y: hidden; scrollbar-gutter: stable; }
.axis-controls { display: flex; flex-wrap: wrap; align-content: center; align-items: center; padding-left: 8px; gap: 0; }
.axis-controls .small { padding: 1px; min-width: 24px; font-size: 0.85em; }
.axis-track { position: relative; height: 40px; margin: 0 var(--gap) 0 1px; cursor: col-resize; touch-action: none; }
.ticks { display: block; overflow: hidden; }
.tick { stroke: var(--quiet); }
.tick-label { fill: var(--quiet); font-size: 11px; font-variant-numeric: tabular-nums; }
.tick-label.before { text-anchor: end; }
.cursor-handle { position: absolute; top: 16px; left: calc(var(--edge) - 12px); width: 24px; height: 24px; transform: translateX(var(--x)); cursor: col-resize; border-radius: 4px; }
.cursor-handle::before { content: ""; position: absolute; left: 7px; top: 3px; border: 5px solid transparent; border-top: none; border-bottom: 8px solid var(--vscode-editorCursor-foreground); }
.cursor-time { position: absolute; top: 3px; left: 22px; font-size: 11px; line-height: 14px; white-space: nowrap; font-variant-numeric: tabular-nums; color: var(--vscode-editor-foreground); background: var(--vscode-editor-background); }
.cursor-time.left { left: auto; right: 22px; }
.tooltip { position: absolute; z-index: 2; bottom: 46px; max-width: min(60ch, 70%); padding: 2px 8px; pointer-events: none; color: var(--vscode-editorHoverWidget-foreground); background: var(--vscode-editorHoverWidget-background);
  border: 1px solid var(--vscode-editorHoverWidget-border, var(--line)); border-radius: 4px; }
.tooltip.left { left: calc(var(--label-width) + 8px); }
.tooltip.right { right: 20px; }
body.vscode-high-contrast .bar-fill, body.vscode-high-contrast-light .bar-fill { stroke: var(--vscode-contrastBorder); }
@media (prefers-reduced-motion: no-preference) { button { transition: background-color 80ms; } }
`;
