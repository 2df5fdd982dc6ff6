import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const sources = fileURLToPath(new URL("go/", import.meta.url));

/** Why the program cannot be built here. Undefined: it can. */
export function obstacle(): string | undefined {
  const { status } = spawnSync("go", ["version"]);
  return status === 0 ? undefined : "Go is not installed.";
}

/** Builds the program that asks a release, once; gives its path. Throws with the output of the build. */
export function build(release: string): string {
  const folder = join(repository, ".build/oracle", release);
  const program = join(folder, "validate");
  const newest = Math.max(...readdirSync(sources).map((file) => statSync(join(sources, file)).mtimeMs));
  if (existsSync(program) && statSync(program).mtimeMs > newest) return program;
  mkdirSync(folder, { recursive: true });
  const { status, stderr } = spawnSync(join(sources, "build.sh"), [release, folder], { encoding: "utf8" });
  if (status !== 0) throw new Error(`Kubernetes ${release} cannot be built:\n${stderr}`);
  return program;
}

/** What the program is asked: about a file with manifests, unless the mode says otherwise. */
export interface Question {
  readonly mode?: "update" | "kubelet" | "kubelet-dropin";
  readonly text: string;
  /** Of an update: what was applied before. */
  readonly before?: string;
  readonly files?: readonly { readonly name: string; readonly text: string }[];
}

/** Asks each question and gives the answers in the same order. */
export async function ask(program: string, questions: readonly Question[]): Promise<readonly unknown[]> {
  const child = spawn(program, { stdio: ["pipe", "pipe", "ignore"] });
  const answers: unknown[] = [];
  const reading = (async () => {
    for await (const line of createInterface({ input: child.stdout })) answers.push(JSON.parse(line));
  })();
  for (const [index, question] of questions.entries())
    if (!child.stdin.write(`${JSON.stringify({ id: String(index), ...question })}\n`))
      await new Promise((resolve) => child.stdin.once("drain", resolve));
  child.stdin.end();
  await reading;
  return answers;
}
