import { timelineStyles } from "./timeline-styles.ts";

/**
 * Only theme variables of VS Code: the page looks like the workbench around it in every theme.
 * A style sheet that is made here and adopted is not subject to the page's policy on styles.
 */
const layoutStyles = `
body { padding: 0; margin: 0; color: var(--vscode-foreground); background: var(--vscode-editor-background); }
pod-cadence-simulator { display: block; font-size: var(--vscode-font-size, 13px); }
[hidden] { display: none !important; }
.simulator { display: grid; grid-template: "bar bar" auto "head head" auto "story side" minmax(0, 1fr) / minmax(0, 1fr) minmax(280px, 22rem);
  height: 100vh; min-height: 560px; }
.toolbar { grid-area: bar; }
.head { grid-area: head; }
.story { grid-area: story; display: flex; flex-direction: column; min-height: 0; }
.timeline, .entries { flex: 0 1 auto; min-height: 200px; }
.details { grid-area: side; overflow: auto; border-left: 1px solid var(--line); }
.curve { flex: none; }
.empty-page { padding: 16px; }
:root { --line: var(--vscode-contrastBorder, var(--vscode-panel-border, var(--vscode-widget-border, transparent)));
  --quiet: var(--vscode-descriptionForeground); --focus: var(--vscode-focusBorder); --mono: var(--vscode-editor-font-family, monospace); }
.live, .patterns { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
h1, h2, h3, p, dl, ol, ul { margin: 0; padding: 0; }
h1 { font-size: 1em; font-weight: 600; }
h2 { font-size: 1em; font-weight: 600; }
h3 { font-size: 0.85em; font-weight: 600; color: var(--quiet); margin-top: 12px; }
kbd { font-family: inherit; padding: 0 4px; border: 1px solid var(--vscode-keybindingLabel-border, var(--line)); border-radius: 3px;
  color: var(--vscode-keybindingLabel-foreground, inherit); background: var(--vscode-keybindingLabel-background, transparent); }
code { font-family: var(--mono); color: var(--vscode-textPreformat-foreground); background: var(--vscode-textPreformat-background); padding: 0 3px; border-radius: 3px; }
@media (max-width: 760px) {
  html { scroll-padding-top: 96px; }
  .simulator { display: block; height: auto; min-height: 0; }
  .details { border-left: none; border-top: 1px solid var(--line); overflow: visible; }
  .timeline .lanes-scroll, .table-scroll { max-height: 60vh; }
}
`;

const controlStyles = `
button, select { font: inherit; color: inherit; box-sizing: border-box; min-height: 24px; }
button { display: inline-flex; align-items: center; justify-content: center; gap: 4px; padding: 1px 6px; border: 1px solid transparent; border-radius: 5px; background: transparent; cursor: pointer; }
button.icon, button.small { min-width: 24px; padding: 1px 3px; }
button:hover:not(:disabled) { background: var(--vscode-toolbar-hoverBackground); outline: 1px dashed var(--vscode-toolbar-hoverOutline, transparent); outline-offset: -1px; }
button:disabled { opacity: 0.4; cursor: default; }
button[aria-pressed="true"]:not(.link) { background: var(--vscode-inputOption-activeBackground); color: var(--vscode-inputOption-activeForeground);
  border-color: var(--vscode-inputOption-activeBorder, transparent); }
:focus-visible { outline: 1px solid var(--focus) !important; outline-offset: -1px; }
button.link { display: inline; min-height: 24px; padding: 2px 4px; border-radius: 3px; text-align: left; color: var(--vscode-textLink-foreground); }
button.link:hover { background: var(--vscode-list-hoverBackground); text-decoration: underline; }
select { padding: 1px 4px; border-radius: 4px; color: var(--vscode-dropdown-foreground); background: var(--vscode-dropdown-background);
  border: 1px solid var(--vscode-dropdown-border, transparent); }
.toolbar { position: sticky; top: 0; z-index: 3; background: var(--vscode-editor-background); display: flex; flex-wrap: wrap; align-items: center; gap: 4px 12px; padding: 4px 12px; border-bottom: 1px solid var(--line); }
.title { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; max-width: 28ch; }
.group { display: flex; align-items: center; gap: 2px; }
.group.end { margin-left: auto; }
.clock { font-variant-numeric: tabular-nums; white-space: nowrap; }
.clock .now { display: inline-block; min-width: 4.5em; text-align: right; }
.head { padding: 8px 12px 10px; border-bottom: 1px solid var(--line); display: grid; gap: 6px; }
.strip, .hint { color: var(--quiet); }
.answer { font-size: 1.1em; line-height: 1.4; }
.notice { color: var(--vscode-editorWarning-foreground); }
.notice .codicon { vertical-align: text-bottom; }
.kubectl { font-family: var(--mono); font-size: var(--vscode-editor-font-size, 0.95em); border-collapse: collapse; justify-self: start; max-width: 100%; }
.kubectl th { text-align: left; font-weight: normal; color: var(--quiet); padding: 0 24px 0 0; }
.kubectl td { padding: 0 24px 0 0; font-variant-numeric: tabular-nums; min-width: 4ch; }
.details { padding: 12px; }
.details h2 { line-height: 1.4; }
.details .when, .details .outside, .details .empty, .more { color: var(--quiet); margin-top: 2px; }
.chain { list-style: none; margin: 2px 0 0 -4px; }
.chain button.link { display: grid; grid-template-columns: 4.6em 1fr; width: 100%; gap: 4px; justify-items: start; align-items: start; }
.chain .more { padding-left: 4px; }
.chain .at { color: var(--quiet); font-variant-numeric: tabular-nums; }
.reveal { margin: 14px 0 0 -6px; color: var(--vscode-textLink-foreground); }
.curve { padding: 10px 12px; border-top: 1px solid var(--line); }
.curve h2 { font-weight: 600; font-size: 0.9em; color: var(--quiet); }
.curve-words { margin: 2px 0 4px; }
.chart-scroll { overflow-x: auto; }
.curve text { fill: var(--vscode-foreground); font-size: 11px; text-anchor: middle; font-variant-numeric: tabular-nums; }
.curve text.count { fill: var(--quiet); }
.own { fill: var(--vscode-charts-yellow); stroke: var(--vscode-contrastBorder, none); }
.default { fill: none; stroke: var(--vscode-foreground); stroke-dasharray: 2 2; }
.legend { color: var(--quiet); }
.key { display: inline-block; width: 12px; height: 10px; margin-left: 8px; }
.key.own { background: var(--vscode-charts-yellow); }
.key.default { border: 1px dashed var(--vscode-foreground); box-sizing: border-box; }
.entries { display: flex; flex-direction: column; }
.pages { display: flex; align-items: center; gap: 8px; padding: 4px 12px; min-height: 24px; color: var(--quiet); }
.table-scroll { overflow: auto; flex: 1 1 auto; scroll-padding-top: 32px; }
.twin { border-collapse: separate; border-spacing: 0; table-layout: fixed; width: 100%; }
.twin th:nth-child(1) { width: 4.5em; text-align: right; }
.twin th:nth-child(2) { width: 7em; }
.twin th { position: sticky; top: 0; z-index: 1; text-align: left; font-weight: 600; background: var(--vscode-editor-background); border-bottom: 1px solid var(--line); }
.twin th, .twin td { padding: 4px 8px; vertical-align: top; overflow-wrap: anywhere; }
.twin th { padding-top: 5px; padding-bottom: 5px; }
.twin td:nth-child(3) { padding: 0 4px; }
.twin .number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.twin tbody tr:hover { background: var(--vscode-list-hoverBackground); }
.twin tr.selected { background: var(--vscode-list-inactiveSelectionBackground); outline: 1px solid var(--vscode-contrastActiveBorder, transparent); outline-offset: -1px; }
.twin button.link { color: inherit; }
.help { color: var(--vscode-editorWidget-foreground, inherit); background: var(--vscode-editorWidget-background); border: 1px solid var(--vscode-widget-border, var(--line));
  border-radius: 6px; padding: 12px 16px; max-width: min(44rem, 90vw); max-height: 85vh; box-sizing: border-box; overflow: auto; box-shadow: 0 2px 8px var(--vscode-widget-shadow); }
.help::backdrop { background: transparent; }
.help .close { position: absolute; top: 8px; right: 8px; }
.help-columns { display: flex; flex-wrap: wrap; gap: 12px 32px; }
.help section { flex: 1 1 16rem; }
.help dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 12px; margin-top: 8px; align-items: center; }
.help dd { margin: 0; }
.help dt { white-space: nowrap; }
`;

export const pageStyles = layoutStyles + controlStyles + timelineStyles;
