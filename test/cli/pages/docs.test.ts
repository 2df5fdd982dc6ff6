import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { parseScenario } from "../../../shared/scenario/language/parse.ts";
import { type CodeBlock, codeBlocks } from "../../repository/pages/markdown.ts";
import { fixtures, runCli } from "../run-cli.ts";

// Every command in a `sh` block of a page is run as it stands, beside the samples. Other commands are in blocks without a language.

const root = path.resolve(import.meta.dirname, "../../..");
const pages = ["README.md", ...globSync("docs/*.md", { cwd: root })].map((file) => file.replaceAll("\\", "/"));
const blocks = pages.flatMap((page) =>
  codeBlocks(readFileSync(path.join(root, page), "utf8")).map((block) => ({ page, ...block })),
);

const folder = mkdtempSync(path.join(tmpdir(), "pod-cadence-docs-"));
afterAll(() => rmSync(folder, { recursive: true }));
cpSync(path.join(fixtures, "pod.yaml"), path.join(folder, "pod.yaml"));
cpSync(path.join(root, "examples"), path.join(folder, "examples"), { recursive: true });

describe("commands", () => {
  const commands = blocks.filter(({ language }) => language === "sh").flatMap(commandsOf);

  it("docs/cli.md shows every command that there is", () => {
    const ofPage = commands.filter(({ page }) => page === "docs/cli.md");
    expect(new Set(ofPage.map(({ command }) => /pod-cadence (\w+)/.exec(command)?.[1]))).toEqual(
      new Set(["check", "forecast", "simulate", "alerts", "rules"]),
    );
  });

  it.each(commands.filter(({ command }) => !goesOn.test(command)))("$page: $command", async ({ command }) => {
    const [, file, typed = ""] = /^(?:cat (\S+) \| )?(?:npx )?pod-cadence (.*)$/.exec(command) ?? [];
    const args = [...typed.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain = ""]) => quoted ?? plain);
    const piped = file === undefined ? {} : { stdin: readFileSync(path.join(folder, file), "utf8") };
    const { stdout, stderr, code } = await runCli(args, { cwd: folder, ...piped });
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
    expect(stdout === "" && !args.includes("--output")).toBe(false);
  });
});

describe("manifests and project files", () => {
  const yaml = blocks.filter(({ language }) => language === "yaml");
  const files = yaml.filter(({ text }) => text.includes("apiVersion:") || text.startsWith("# .pod-cadence.yaml"));

  it.each(files)("$page: line $line is checked without a problem", async ({ text }) => {
    const own = mkdtempSync(path.join(folder, "snippet-"));
    writeFileSync(path.join(own, text.startsWith("# .pod-cadence.yaml") ? ".pod-cadence.yaml" : "snippet.yaml"), text);
    const { stdout, code } = await runCli(["check", "--fail-on", "hint", "."], { cwd: own });
    expect({ stdout, code }).toEqual({ stdout: expect.stringMatching(/^No problems/), code: 0 });
  });

  const scenarios = blocks.flatMap(({ page, text }) => commentsOf(text).map((comment) => ({ page, comment })));

  it.each(scenarios)("$page: $comment", ({ comment }) => {
    const texts = [
      { text: comment, container: comment.startsWith("expect") ? undefined : "web", source: "comment" },
    ] as const;
    const { problems } = parseScenario(texts, [
      { name: "web", kind: "regular" },
      { name: "catalogue", kind: "regular" },
    ]);
    expect(problems).toEqual([]);
  });
});

/** The two commands that end only when somebody stops them, and need a cluster or an editor; and npm's own. */
const goesOn = /pod-cadence (?:lsp|observe)|^npm |^code /;

function commandsOf({ page, text }: CodeBlock & { readonly page: string }) {
  return text
    .split("\n")
    .map((line) => line.replace(/ +#.*$/, "").trim())
    .filter((command) => command !== "")
    .map((command) => ({ page, command }));
}

/** What follows `# cadence:` in a block, but for the comments that disable a rule. */
function commentsOf(text: string): readonly string[] {
  return [...text.matchAll(/# cadence: (?!ignore)(.*)$/gm)].map(([, comment = ""]) => comment);
}
