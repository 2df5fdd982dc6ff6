import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** What begins a note, of a module or a standard library: people and models of language have no path. */
const note = /\bModels (?=\S*[./]\S|time\b|yaml\b)/;
/** Read in Kubernetes' own modules, so that the note says at which release: the newest one, or the preview. */
const ofKubernetes = /\bModels .*\b(pkg|cmd|staging|k8s\.io|client-go|\w+\.go)\b/;
const readAt = /\bv[01]\.(?:37\.1\b|38\.0-beta\.0\b)/;
/** What no release does any more is noted with the last one that did. */
const untilThen = /\b[Tt]o 1\.\d+\b.*\(v1\.\d+\.\d+\)/;
/** Modules that have releases of their own. */
const ofOthers = /\b(github\.com|goyaml\.v2|json-patch\.v4|yaml\/v2|kustomize|helm\.sh)\b/;
const anyRelease = /\bv?\d+\.\d+(\.\d+)?\b/;

interface Note {
  readonly place: string;
  readonly text: string;
}

const notes = execFileSync("git", ["ls-files", "shared", "http", "server", "client"], { encoding: "utf8" })
  .split("\n")
  .filter((file) => file.endsWith(".ts"))
  .flatMap(notesOf);

it("each `Models` note of Kubernetes' code names the release it was read at", () => {
  const found = notes.filter(({ text }) => ofKubernetes.test(text) && !ofOthers.test(text));
  expect(found.length).toBeGreaterThan(300);
  expect(found.filter(({ text }) => !readAt.test(text) && !untilThen.test(text))).toEqual([]);
});

it("each other `Models` note names a release, too", () => {
  expect(notes.filter(({ text }) => !anyRelease.test(text.slice(text.search(note))))).toEqual([]);
});

function notesOf(file: string): readonly Note[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line, index) => {
      const isNote = /^\s*(\/\/|\/?\*)/.test(line) && note.test(line);
      return isNote ? [{ place: `${file}:${index + 1}`, text: line.trim() }] : [];
    });
}
