import { spawn } from "node:child_process";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { watch } from "chokidar";
import { findProjectFile } from "../../schema/files/find-project.ts";
import { isWalked } from "../../schema/files/ignore-files.ts";
import { kustomizationNames } from "../../schema/files/kustomization.ts";
import { type CommandLine, optionOf, optionsOf } from "../arguments/command-line.ts";
import { diskFiles } from "../files/disk.ts";
import { findInputs } from "../files/inputs.ts";
import { type ExitCode, fail, note } from "../terminal/terminal.ts";

/**
 * `check --watch`: checks again whenever something changes that was named, until somebody ends it. Each check is a process of its own,
 * the same that runs without `--watch`.
 */
export async function watchCheck(line: CommandLine, args: readonly string[]): Promise<ExitCode | undefined> {
  const problem = problemOf(line);
  if (problem !== undefined) return fail([problem]);
  const { problems, value: inputs } = await findInputs(line.operands);
  if (problems.length > 0) return fail(problems);
  const files = inputs.map(({ path }) => path);
  const paths = [...foldersOf(line), ...files, ...optionsNaming(line), ...(await speakingOf(files))];
  const { changed } = createRounds(line, args);
  const watcher = watch([...new Set(paths)], {
    ignored: (path, stats) => stats?.isDirectory() === true && !isWalked(basename(path)),
    ignoreInitial: true,
  });
  watcher.on("all", changed);
  watcher.once("ready", changed);
  watcher.on("error", (error) => void fail([String(error)]));
  return undefined;
}

function problemOf(line: CommandLine): string | undefined {
  if (line.operands.includes("-")) return "--watch waits for files to change: stdin has none";
  if (optionOf(line, "output") !== undefined)
    return "--watch writes to stdout and cannot be combined with --output; redirect stdout instead";
  const format = optionOf(line, "format") ?? "text";
  return format === "text" ? undefined : `--watch writes text: leave out --format ${format}`;
}

/** A pattern stands for the folder that it begins in. */
function foldersOf({ operands }: CommandLine): readonly string[] {
  return operands.map((operand) => {
    const start = operand.search(/[*?[{]/);
    return start === -1 ? operand : dirname(`${operand.slice(0, start)}x`);
  });
}

function optionsNaming(line: CommandLine): readonly string[] {
  return ["helm", "kustomize", "values", "kubelet-config", "config"].flatMap((name) => optionsOf(line, name));
}

/** The project files and kustomizations that can say something of the files. */
async function speakingOf(files: readonly string[]): Promise<readonly string[]> {
  const folders = [...new Set(files.map((file) => dirname(file)))];
  const projects = await Promise.all(
    folders.map((folder) => findProjectFile(pathToFileURL(join(folder, "x.yaml")).href, undefined, diskFiles)),
  );
  return [
    ...projects.flatMap((project) => (project === undefined ? [] : [fileURLToPath(project.uri)])),
    ...folders.flatMap((folder) => kustomizationNames.map((name) => join(folder, name))),
  ];
}

/** One check after the other: what changes while one runs is looked at in the next. */
function createRounds(line: CommandLine, args: readonly string[]): { readonly changed: () => void } {
  const own = withoutWatch(args);
  let isRunning = false;
  let isStale = false;
  const run = (): void => {
    isRunning = true;
    isStale = false;
    const isTerminal = process.stdout.isTTY === true && process.env["TERM"] !== "dumb";
    if (isTerminal) process.stdout.write("\u001b[2J\u001b[3J\u001b[H");
    const child = spawn(process.execPath, [process.argv[1] ?? "", ...own], { stdio: ["ignore", "inherit", "inherit"] });
    child.once("error", (error) => void fail([error.message]));
    child.once("close", () => {
      isRunning = false;
      if (isStale) run();
      else note(line, ["waiting for changes; Ctrl+C ends it"]);
    });
  };
  return {
    changed() {
      isStale = true;
      if (!isRunning) run();
    },
  };
}

function withoutWatch(args: readonly string[]): readonly string[] {
  const end = args.indexOf("--");
  return args.filter((arg, index) => (end !== -1 && index > end) || !["--watch", "-w"].includes(arg));
}
