import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isRejection } from "../../../server/rule-ids/ids.ts";
import type { Rule } from "../../../server/rules/core/model.ts";
import { allRules } from "../../../server/rules/index.ts";
import { sinceOf } from "../../../server/rules/support/since.ts";

/**
 * Every file that is written from the table of rules and their doc comments, by its path from the root of the repository:
 * docs/rules/<id>.md, their table, and package.json, whose settings offer the ids.
 */
export function renderRulePages(): ReadonlyMap<string, string> {
  const pages = allRules.map((rule): [string, string] => [rule.id, pageOf(rule)]);
  return new Map([
    ...pages.map(([id, text]): [string, string] => [`docs/rules/${id}.md`, text]),
    ["docs/rules/README.md", tableOfRules()],
    ["package.json", packageJson()],
  ]);
}

export function inRepository(file: string): string {
  return fileURLToPath(new URL(`../../../${file}`, import.meta.url));
}

/** A rule is one file, in the room of its subject. */
function fileOf(rule: Rule): string {
  const [file] = globSync(inRepository(`server/rules/*/${rule.id}.ts`));
  if (file === undefined) throw new Error(`server/rules/*/${rule.id}.ts: no such file`);
  return file;
}

function pageOf(rule: Rule): string {
  const source = readFileSync(fileOf(rule), "utf8");
  const comment = /\/\*\*\n((?: \*.*\n)+?) \*\/\nexport const /.exec(source)?.[1];
  if (comment === undefined) throw new Error(`${fileOf(rule)}: no doc comment above the rule`);
  const text = comment.replace(/^ \* ?/gm, "").trim();
  return `# ${rule.id}

${rule.title}.

| default level | origin | Kubernetes |
|---|---|---|
| ${rule.level} | ${rule.origin} | ${sinceOf(rule)} and later |

${text.replace("\n## Source", `\n## How to suppress\n\n${howToSuppress(rule)}\n\n## Source`)}
`;
}

function howToSuppress({ id }: Rule): string {
  const levels = isRejection(id) ? "`off` or `error`" : "`off`, `hint`, `info`, `warning` or `error`";
  const everywhere = `\`rules: {${id}: off}\` in \`.pod-cadence.yaml\` or the setting \`podCadence.rules\``;
  if (id === "project-file" || id === "document-too-large") return `Everywhere: ${everywhere}.\nLevels: ${levels}.`;
  return `In one place: \`# cadence: ignore ${id} — reason\` on the line or the line above. Above the first line of a document it applies to the whole document.\nEverywhere: ${everywhere}.\nLevels: ${levels}.`;
}

function tableOfRules(): string {
  const rows = allRules.map(
    (rule) => `| [${rule.id}](${rule.id}.md) | ${rule.title} | ${rule.level} | ${rule.origin} | ${sinceOf(rule)} |`,
  );
  return `# Rules

Each rule reports what will happen, when, and what to do instead.
A missing probe alone is never reported.

| rule | finding | level | origin | since |
|---|---|---|---|---|
${rows.join("\n")}

The origin is the source of the finding:

* \`api-server\`, \`kubelet\`: it rejects the object.
* \`strict\`: field validation, or a field that the kubelet ignores.
* \`simulation\`: the simulation shows it.
* \`advice\`: it works, but surprises people.
* \`scenario\`, \`yaml\`, \`config\`: the text itself.
`;
}

/** With the rule ids that the setting `podCadence.rules` offers. */
function packageJson(): string {
  const ids = allRules.map(({ id }) => `\n                "${id}"`).join(",");
  return readFileSync(inRepository("package.json"), "utf8").replace(
    /("propertyNames": \{\s+"enum": \[)[^\]]*?(\s+\])/,
    `$1${ids}$2`,
  );
}
