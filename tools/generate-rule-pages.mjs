// Writes the pages of the rules from the doc comments in server/rules: docs/rules/<id>.md, docs/rules/README.md, and the same
// text for `pod-cadence rules <id>`. `npm test` fails when they are out of date; `npm run rule-pages` writes them.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { allRules } from "../server/rules/index.ts";

const root = path.dirname(import.meta.dirname);
const pagesFolder = "docs/rules";
const moduleFile = "server/cli/rule-pages.data.ts";

/**
 * Every generated file: its path from the root of the repository, and its text.
 * @returns {Map<string, string>}
 */
export function renderRulePages() {
  const pages = new Map(allRules.map((rule) => [rule.id, pageOf(rule)]));
  const files = new Map([...pages].map(([id, text]) => [`${pagesFolder}/${id}.md`, text]));
  files.set(`${pagesFolder}/README.md`, tableOfRules());
  files.set(moduleFile, moduleOf(pages));
  return files;
}

/** @param {typeof allRules[number]} rule */
function pageOf(rule) {
  const source = readFileSync(path.join(root, `server/rules/${rule.id}.ts`), "utf8");
  const comment = /\/\*\*\n((?: \*.*\n)+?) \*\/\nexport const /.exec(source)?.[1];
  if (comment === undefined) throw new Error(`server/rules/${rule.id}.ts: no doc comment above the rule`);
  const text = comment.replace(/^ \* ?/gm, "").trim();
  return `# ${rule.id}

${rule.title}.

| default level | origin | Kubernetes |
|---|---|---|
| ${rule.level} | ${rule.origin} | ${rule.since} and later |

${text.replace("\n## Source", `\n${howToSuppress(rule)}\n\n## Source`)}
`;
}

/** @param {typeof allRules[number]} rule */
function howToSuppress({ id, origin, level }) {
  const isRejection = (origin === "kubelet" || origin === "api-server") && level === "error";
  const levels = isRejection ? "`off` or `error`" : "`off`, `hint`, `info`, `warning` or `error`";
  const everywhere = `everywhere by \`rules: {${id}: off}\` in \`.pod-cadence.yaml\` or the setting \`podCadence.rules\`, which take ${levels}`;
  if (id === "project-file" || id === "document-too-large")
    return `## How to suppress\n\n${everywhere[0]?.toUpperCase()}${everywhere.slice(1)}.`;
  return `## How to suppress

In one place by \`# cadence: ignore ${id} — reason\` on the line or the line above; ${everywhere}.`;
}

function tableOfRules() {
  const rows = allRules.map(({ id, title, level, origin, since }) => `| [${id}](${id}.md) | ${title} | ${level} | ${origin} | ${since} |`);
  return `# Rules

Each rule says what will happen, when, and what to write instead.
None is about the mere absence of a probe.

| rule | what it finds | level | origin | since |
|---|---|---|---|---|
${rows.join("\n")}

The origin says who speaks: \`api-server\` and \`kubelet\` refuse the object, \`strict\` is field validation, \`simulation\` is what the engine shows, \`advice\` works and still surprises people, \`scenario\`, \`yaml\` and \`config\` are about the text itself.
`;
}

/** @param {Map<string, string>} pages */
function moduleOf(pages) {
  const entries = [...pages].map(([id, text]) => `  ${JSON.stringify(id)}: ${JSON.stringify(text)},\n`);
  return `// Written by tools/generate-rule-pages.mjs: do not edit.
import type { RuleId } from "../rules/model.ts";

export const rulePages: Readonly<Record<RuleId, string>> = {
${entries.join("")}};
`;
}

if (process.argv[1] === import.meta.filename) {
  mkdirSync(path.join(root, pagesFolder), { recursive: true });
  for (const [file, text] of renderRulePages()) writeFileSync(path.join(root, file), text);
}
