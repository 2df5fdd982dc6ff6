import { darkPalette, lightPalette, type Palette } from "../svg/svg-style.ts";

/** The colors of a file follow its reader; in an editor they are those of its theme. */
export function pageStyle(surface: "file" | "editor"): string {
  return `${surface === "file" ? fileColors : editorColors}${shapes}`;
}

function variables({ paper, ink, quiet, line, blue, orange, red }: Palette): string {
  return `--paper: ${paper}; --ink: ${ink}; --quiet: ${quiet}; --line: ${line}; --now: ${blue}; --then: ${orange}; --bad: ${red};`;
}

const fileColors = `
:root { color-scheme: light dark; ${variables(lightPalette)} }
@media (prefers-color-scheme: dark) { :root { ${variables(darkPalette)} } }
@media print { :root { color-scheme: light; ${variables(lightPalette)} } }
`;

const editorColors = `
:root {
  --paper: var(--vscode-editor-background); --ink: var(--vscode-editor-foreground);
  --quiet: var(--vscode-descriptionForeground); --line: var(--vscode-panel-border, var(--vscode-contrastBorder, gray));
  --now: var(--vscode-charts-blue); --then: var(--vscode-charts-yellow); --bad: var(--vscode-errorForeground);
}
`;

const shapes = `
* { box-sizing: border-box }
body { margin: 0 auto; padding: 24px 20px 48px; max-width: 1080px; background: var(--paper); color: var(--ink); font: 14px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif; font-variant-numeric: tabular-nums }
h1 { font-size: 22px; line-height: 1.3; margin: 0 0 4px }
h2 { font-size: 16px; margin: 32px 0 8px }
h3 { font-size: 13px; margin: 16px 0 4px; font-weight: 600 }
p { margin: 4px 0 }
.answer { font-size: 16px; margin: 12px 0 }
.quiet, .quiet code { color: var(--quiet) }
code { font: 0.94em ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; unicode-bidi: isolate; overflow-wrap: anywhere }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(130px, 1fr)); gap: 8px; margin: 16px 0 }
dl div { border: 1px solid var(--line); border-radius: 6px; padding: 8px 12px }
dt { color: var(--quiet); font-size: 12px }
dd { margin: 0; font-size: 20px; font-weight: 600 }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 6px }
.scroll:focus-visible, summary:focus-visible { outline: 2px solid var(--now); outline-offset: 1px }
table { border-collapse: collapse; width: 100% }
th, td { text-align: start; vertical-align: top; padding: 4px 10px; border-top: 1px solid var(--line); font-weight: 400 }
thead th { border-top: 0; color: var(--quiet); font-size: 12px; white-space: nowrap }
tbody th { min-width: 100px }
tbody th:has(code) { min-width: 240px }
td { min-width: 60px }
td:has(code) { min-width: 110px }
.number { text-align: end; white-space: nowrap }
th.bar, td.bar { width: 30%; min-width: 90px }
td.bar svg { display: block; margin-top: 3px }
figure { margin: 0 0 12px }
svg { overflow: visible }
svg text { fill: var(--quiet); font-size: 11px }
rect.bar { fill: var(--now) }
rect.then { fill: var(--paper); stroke: var(--then); stroke-width: 2; stroke-dasharray: 4 2 }
.grid { stroke: var(--line) }
details { margin: 4px 0 }
summary { cursor: pointer; color: var(--quiet) }
li { margin: 4px 0 }
ul { padding-inline-start: 20px }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
@media (max-width: 560px) { body { padding: 16px 12px 32px } svg .minor { display: none } th, td { padding: 4px 6px } tbody th:has(code) { min-width: 160px } }
@media print {
  body { max-width: none; padding: 0; font-size: 11px }
  .scroll { overflow: visible; border: 0 }
  section, figure, tr { break-inside: avoid }
  section:has(table) { break-inside: auto }
  rect.bar { print-color-adjust: exact; -webkit-print-color-adjust: exact }
  details::details-content { content-visibility: visible; block-size: auto }
}
`;
