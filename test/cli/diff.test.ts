import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { expectGolden } from "../golden.ts";
import { diffSchema } from "./pages/schemas.ts";
import { type Run, runCli } from "./run-cli.ts";

// With the real git, in repositories of their own.

const scratch = mkdtempSync(join(tmpdir(), "pod-cadence-diff-"));
afterAll(() => rmSync(scratch, { recursive: true }));

/** Its changes are not refused, because it is deleted and created again. */
function pod(name: string, failureThreshold: number, fields = ""): string {
  return `apiVersion: v1
kind: Pod
metadata: {name: ${name}, annotations: {argocd.argoproj.io/sync-options: "Force=true,Replace=true"}}
spec:
  containers:
  - name: app
    image: registry.example/app:1
    # cadence: starts in 40s
    livenessProbe: {tcpSocket: {port: 80}, failureThreshold: ${failureThreshold}}${fields}
`;
}

type Files = Readonly<Record<string, string | Buffer>>;

function write(folder: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

function git(cwd: string, ...args: readonly string[]): void {
  const who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", "-c", "commit.gpgsign=false"];
  execFileSync("git", [...who, ...args], { cwd, stdio: "pipe" });
}

let made = 0;

/** A repository with a commit for each set of files; the last one is only in the work tree. */
function repository(...states: readonly Files[]): string {
  made += 1;
  const folder = join(scratch, String(made));
  mkdirSync(folder);
  git(folder, "init", "-q", "-b", "main");
  for (const [index, files] of states.entries()) {
    if (index > 0 && index === states.length - 1) {
      write(folder, files);
      break;
    }
    write(folder, files);
    git(folder, "add", "-A", "-f");
    git(folder, "commit", "-q", "-m", `state ${index}`);
  }
  return folder;
}

async function diffJson(cwd: string, ...args: readonly string[]) {
  const { stdout, stderr } = await runCli(["diff", "--format", "json", ...args], { cwd });
  const json = diffSchema.parse(JSON.parse(stdout));
  expect(stderr).toBe(json.notes.map((each) => `pod-cadence: ${each}\n`).join(""));
  return json;
}

async function names(cwd: string, ...args: readonly string[]): Promise<readonly string[]> {
  const { changes } = await diffJson(cwd, ...args);
  return changes.map(({ path, name, is }) => `${path} ${name} ${is}`);
}

const before = { "deploy/web.yaml": pod("web", 9), "other/shop.yaml": pod("shop", 9) };
const after = { "deploy/web.yaml": pod("web", 2), "other/shop.yaml": pod("shop", 10) };

describe("diff compares", () => {
  const cwd = repository(before, after);

  it("a commit with the work tree, as text, Markdown and JSON", async () => {
    const [text, markdown] = await Promise.all([
      runCli(["diff", "HEAD", "."], { cwd }),
      runCli(["diff", "--format", "markdown", "HEAD", "."], { cwd }),
    ]);
    expectGolden("cli/diff-text", text.stdout);
    expectGolden("cli/diff-markdown", markdown.stdout, "md");
    expectGolden("cli/diff-json", JSON.stringify(await diffJson(cwd, "HEAD", "."), undefined, 2));
    expect([text.code, text.stderr]).toEqual([0, ""]);
  });

  it("what the paths or the folder name, from where the caller is", async () => {
    expect(await names(cwd, "HEAD", ".", "--", "deploy")).toEqual(["deploy/web.yaml web changed"]);
    expect(await names(cwd, "HEAD", "other")).toEqual(["other/shop.yaml shop changed"]);
    expect(await names(cwd, "HEAD", "deploy/web.yaml")).toEqual(["deploy/web.yaml web changed"]);
    expect(await names(join(cwd, "deploy"), "HEAD", ".")).toEqual(["web.yaml web changed"]);
    expect(await names(join(cwd, "deploy"), "HEAD", "..")).toEqual([
      "../deploy/web.yaml web changed",
      "../other/shop.yaml shop changed",
    ]);
  });

  it("two commits", async () => {
    const both = repository(before, after, {});
    const changed = ["deploy/web.yaml web changed", "other/shop.yaml shop changed"];
    expect(await names(both, "HEAD~1", "main")).toEqual(changed);
    expect(await names(both, "HEAD~1", "HEAD", "--", "other")).toEqual([changed[1]]);
    expect(await names(both, "HEAD", "HEAD")).toEqual([]);
  });

  it("two folders and two files, also outside of a repository", async () => {
    const folder = join(scratch, "plain");
    write(folder, { "old/a.yaml": pod("web", 9), "new/a.yaml": pod("web", 2), "new/b.yaml": pod("more", 9) });
    expect(await names(folder, "old", "new")).toEqual(["new/a.yaml web changed", "new/b.yaml more added"]);
    expect(await names(folder, "old/a.yaml", "new/a.yaml")).toEqual(["new/a.yaml web changed"]);
    const piped = await runCli(["diff", "old/a.yaml", "-"], { cwd: folder, stdin: pod("web", 2) });
    expect(piped.stdout).toContain("Pod/web: worse");
  });

  it("what the project file said then with what it says now", async () => {
    const gate = "\n    restartPolicy: Always";
    const project = repository(
      { "web.yaml": pod("web", 9, gate), ".pod-cadence.yaml": "kubernetes: '1.33'\n" },
      { ".pod-cadence.yaml": "kubernetes: '1.37'\n" },
    );
    const { changes } = await diffJson(project, "HEAD", ".");
    expect(changes.map(({ findings }) => findings.gone.map(({ rule }) => rule))).toEqual([["field-not-allowed"]]);
    expect(await names(project, "--no-config", "HEAD", ".")).toEqual([]);
    expect(await names(project, "--kubernetes", "1.34", "HEAD", ".")).toEqual([]);
  });

  it("files that are tracked though .gitignore names them, and those that moved", async () => {
    const moved = repository(
      { "a.yaml": pod("web", 9), ".gitignore": "a.yaml\n", "gone.yaml": pod("shop", 9) },
      { "new/place.yaml": pod("shop", 9) },
    );
    rmSync(join(moved, "gone.yaml"));
    expect(await names(moved, "HEAD", ".")).toEqual([]);
  });
});

it("files of UTF-16, as PowerShell writes them, are read on both sides, and by check and forecast", async () => {
  const written = (threshold: number) => Buffer.from(`\ufeff${pod("web", threshold)}`, "utf16le");
  const changed = repository({ "a.yaml": written(9) }, { "a.yaml": written(3) });
  expect(await names(changed, "HEAD", ".")).toEqual(["a.yaml web changed"]);
  expect(await names(changed, "HEAD", "HEAD")).toEqual([]);
  for (const command of ["forecast", "check", "simulate"]) {
    const call = async () => runCli([command, "a.yaml"], { cwd: changed });
    writeFileSync(join(changed, "a.yaml"), pod("web", 3));
    const plain = await call();
    writeFileSync(join(changed, "a.yaml"), written(3));
    expect(await call()).toEqual(plain);
  }
});

describe("diff ends with", () => {
  const cwd = repository(before, after);
  const code = async (...args: readonly string[]) => (await runCli(["diff", ...args], { cwd })).code;

  it("1 where --fail-on is reached", async () => {
    expect(await code("--fail-on", "worse", "HEAD", ".")).toBe(1);
    expect(await code("--fail-on", "worse", "HEAD", "other")).toBe(0);
    expect(await code("--fail-on", "changed", "HEAD", "other")).toBe(1);
    expect(await code("--fail-on", "changed", "HEAD", "HEAD")).toBe(0);
  });

  it.each([
    [["HEAD", "nope"], "nope: no such file, directory, or commit"],
    [["HEAD"], "missing HEAD: usage: pod-cadence diff [options] BASE HEAD [-- PATH…]"],
    [["--upload-pack=x", "HEAD"], "unknown option --upload-pack (see --help)"],
    [["HEAD", "/"], "/ is not in the git repository of this directory"],
    [["deploy", "deploy/web.yaml"], "a file can be compared with a file, not with a directory"],
    [["-", "HEAD"], "stdin can be compared with a file, not with a commit"],
    [["--error-on-empty", "HEAD", ".", "--", "none"], "nothing to diff: no manifests found"],
  ])("2 and a sentence for %j", async (args, sentence) => {
    const { stdout, stderr, code: ended } = await runCli(["diff", ...args], { cwd });
    expect({ stdout, stderr, ended }).toEqual({ stdout: "", stderr: `pod-cadence: ${sentence}\n`, ended: 2 });
  });

  it("2 in a repository without commits, outside of one, and without git", async () => {
    const empty = join(scratch, "empty");
    mkdirSync(empty);
    git(empty, "init", "-q");
    write(empty, { "a.yaml": pod("web", 9) });
    const sentence = async (run: Promise<Run>) => (await run).stderr;
    const noCommit = "pod-cadence: HEAD: no such file, directory, or commit\n";
    expect(await sentence(runCli(["diff", "HEAD", "."], { cwd: empty }))).toBe(
      "pod-cadence: HEAD: this git repository has no commits yet\n",
    );
    expect(await sentence(runCli(["diff", "HEAD", "."], { cwd: scratch }))).toBe(noCommit);
    expect(await sentence(runCli(["diff", "HEAD", "."], { cwd, env: { PATH: scratch } }))).toBe(
      "pod-cadence: git is not on PATH: compare directories or files instead\n",
    );
  });

  it("0 for one change among thousands of files, and 2 and a sentence where more files differ than fit into memory", async () => {
    const many = (image: string): Files =>
      Object.fromEntries(
        Array.from({ length: 2100 }, (_, index) => [
          `${index % 50}/${index}.yaml`,
          pod("web", 9).replace("app:1", image),
        ]),
      );
    const folder = repository(many("app:1"), { "7/7.yaml": pod("web", 2) });
    expect(await names(folder, "HEAD", ".")).toEqual(["7/7.yaml web changed"]);
    write(folder, many("app:2"));
    const { stdout, stderr, code: ended } = await runCli(["diff", "HEAD", "."], { cwd: folder });
    const sentence = "pod-cadence: more than 2000 files differ: compare a part of them, with paths after --\n";
    expect({ stdout, stderr, ended }).toEqual({ stdout: "", stderr: sentence, ended: 2 });
    expect(await names(folder, "HEAD", ".", "--", "7")).toEqual([]);
  });

  it("2 where a branch is also a folder", async () => {
    git(cwd, "branch", "deploy");
    const { stderr } = await runCli(["diff", "deploy", "."], { cwd });
    expect(stderr).toBe("pod-cadence: deploy is both a folder and a git ref: use ./deploy or refs/heads/deploy\n");
    expect(await code("refs/heads/deploy", ".")).toBe(0);
  });
});

describe("what comes from files", () => {
  it("is data in Markdown", async () => {
    const hostile = (threshold: number) => pod('"![x](https://evil.example/a.png)</summary><b>"', threshold);
    const cwd = repository({ "a.yaml": hostile(9) }, { "a.yaml": hostile(2) });
    const { stdout } = await runCli(["diff", "--format", "markdown", "HEAD", "."], { cwd });
    expect(stdout).not.toMatch(/(?<!\\)!\[|(?<!\\)<(?!details>|\/details>|summary>|\/summary>)/);
  });

  it("never makes a comment longer than 65,000 characters", async () => {
    const many = (threshold: number) =>
      Array.from({ length: 120 }, (_, index) => pod(`web-${index}-${"x".repeat(200)}`, threshold)).join("---\n");
    const cwd = repository({ "a.yaml": many(9) }, { "a.yaml": many(2) });
    const { stdout } = await runCli(["diff", "--format", "markdown", "HEAD", "."], { cwd });
    expect(stdout.length).toBeLessThanOrEqual(65_000);
    expect(stdout).toMatch(/\n\d+ more changes do not fit here\.\n$/);
  });

  it("may be no text at all", async () => {
    const cwd = repository({ "a.yaml": "\0\u0001\ufffd\0" }, { "a.yaml": pod("web", 9) });
    const { stdout, code } = await runCli(["diff", "HEAD", "."], { cwd });
    expect(stdout).toContain("Pod/web: added");
    expect(code).toBe(0);
    expect(readFileSync(join(cwd, "a.yaml"), "utf8")).toBe(pod("web", 9));
  });
});
