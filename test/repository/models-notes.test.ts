import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** Read in Kubernetes' own modules, so that the note says at which release. */
const ofKubernetes = /\bModels .*\b(pkg|cmd|staging|k8s\.io|client-go|\w+\.go)\b/;
const readAt = /\bv[01]\.37\.1\b/;
/** What no release does any more is noted with the last one that did. */
const untilThen = /\b[Tt]o 1\.\d+\b.*\(v1\.\d+\.\d+\)/;
/** Modules that have releases of their own. */
const ofOthers = /\b(github\.com|goyaml\.v2|yaml\/v2|kustomize|helm\.sh)\b/;

it("each `Models` note of Kubernetes' code names the release it was read at", () => {
  const files = execFileSync("git", ["ls-files", "shared", "server", "client"], { encoding: "utf8" }).split("\n");
  const notes = files.filter((file) => file.endsWith(".ts")).flatMap(notesOf);
  expect(notes.length).toBeGreaterThan(300);
  expect(notes.filter(({ text }) => !readAt.test(text) && !untilThen.test(text))).toEqual([]);
});

function notesOf(file: string): readonly { readonly place: string; readonly text: string }[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line, index) => {
      const isNote = /^\s*(\/\/|\/?\*)/.test(line) && ofKubernetes.test(line) && !ofOthers.test(line);
      return isNote ? [{ place: `${file}:${index + 1}`, text: line.trim() }] : [];
    });
}
