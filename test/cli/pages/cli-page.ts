import { type OptionSpec, sharedOptions } from "../../../server/cli/arguments/option-groups.ts";
import { type CommandSpec, commands, isCommand } from "../../../server/cli/arguments/options.ts";

/** The page with all that is made of the table of options, between `<!-- NAME -->` and `<!-- end -->`. */
export function renderCliPage(page: string): string {
  return page.replace(
    /^<!-- (\w+) -->\n[\s\S]*?^<!-- end -->$/gm,
    (_, name: string) => `<!-- ${name} -->\n\n${partOf(name)}\n\n<!-- end -->`,
  );
}

/** The names of the parts that are made. */
export function partsOf(page: string): readonly string[] {
  return [...page.matchAll(/^<!-- (\w+) -->$/gm)].map(([, name = ""]) => name).filter((name) => name !== "end");
}

/** The options that several commands have, each with the heading of its part. */
export const groups = {
  play: "Scenario and seeds",
  node: "Node and API server",
  charts: "Charts and overlays",
  output: "Output",
} as const;
const groupNames = ["play", "node", "charts", "output"] as const;

function partOf(name: string): string {
  if (isCommand(name)) return commandPart(commands[name]);
  const group = groupNames.find((each) => each === name);
  if (group === undefined) throw new Error(`docs/cli.md has a part that nothing is made for: ${name}`);
  return table(sharedOptions[group]);
}

function commandPart({ name, operands, options, exit }: CommandSpec): string {
  const shared: readonly OptionSpec[] = groupNames.flatMap((group) => sharedOptions[group]);
  const own = options.filter((option) => !shared.includes(option));
  const also = groupNames.flatMap((group) => {
    const isWhole = sharedOptions[group].slice(0, 2).every((option) => options.includes(option));
    return isWhole ? [`[${group}](#${groups[group].toLowerCase().replaceAll(" ", "-")})`] : [];
  });
  const parts = [
    `\`${["pod-cadence", name, operands].filter((word) => word !== "").join(" ")}\``,
    ...(own.length === 0 ? [] : [table(own)]),
    ...(also.length === 0 ? [] : [`And: ${also.join(", ")}`]),
    ...(isUsual(exit) ? [] : [`Exit code: ${exit.map((line) => withCode(line.replace(/ {2}/, " "))).join(", ")}`]),
  ];
  return parts.join("\n\n");
}

/** 0, and 2 for a failure: the page says so once, at its beginning. */
function isUsual(exit: readonly string[]): boolean {
  return exit.every((line) => /^[02] /.test(line));
}

function table(options: readonly OptionSpec[]): string {
  const rows = options.map(({ name, value, repeatable, help }) => {
    const head = `--${name}${value === undefined ? "" : ` ${value}`}`;
    return `| \`${cell(head)}\`${repeatable ? " …" : ""} | ${cell(withCode(help))} |`;
  });
  return ["| Option | Description |", "|---|---|", ...rows].join("\n");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}

/** In a code font: what people type, such as quoted texts and options. */
function withCode(text: string): string {
  return text.replaceAll(
    /"[^"]+"|'\{[^']+\}'|(?<![\w-])--?[a-zA-Z][\w.-]*|\.pod-cadence\.yaml|~\/\.kube\/config|\$?[A-Z]+(?:_[A-Z]+)+|\$KUBECONFIG/g,
    (found) => `\`${found.replaceAll(/^"|"$/g, "")}\``,
  );
}
