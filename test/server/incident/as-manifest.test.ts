import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { asManifest } from "../../../server/incident/as-manifest.ts";
import { readInput } from "../../../server/incident/read-input.ts";
import { parseManifest } from "../../../server/manifest/documents/parse.ts";
import { defaultAssumptions } from "../../../shared/kubernetes/assumptions.ts";
import { readEvent, reportObject } from "../../../shared/observation/index.ts";

// Text that is no manifest, read as what the API would have given.

const fixture = (name: string): string =>
  readFileSync(new URL(`../../fixtures/incidents/${name}`, import.meta.url), "utf8");

function values(text: string): readonly unknown[] {
  return text.split("\n").map((line): unknown => JSON.parse(line));
}

it("makes of a describe its pod, with the grace period that its kill allows, and its events", () => {
  const read = asManifest("describe.txt", fixture("describe-liveness.txt"), undefined);
  const [pod, ...others] = values(read?.text ?? "");
  const events = others.flatMap((value) => readEvent(value).value ?? []);
  expect(events.map(({ reason, count, container }) => [reason, count, container])).toEqual([
    ["Unhealthy", 18, "api"],
    ["Killing", 6, "api"],
    ["BackOff", 12, "api"],
  ]);
  expect(pod).toMatchObject({ spec: { terminationGracePeriodSeconds: 11 } });
  expect(reportObject(pod, defaultAssumptions(), { events })?.state).toContain("liveness kill");
  expect(read?.notes.join(" ")).toContain("does not say the restart policy");
});

it.each([
  ["quoted in a mail", (line: string) => `> ${line}`],
  ["indented in a chat", (line: string) => `    ${line}`],
  ["between fences", (line: string) => line],
])("reads a describe that is %s, with words above and below it", (how, mark) => {
  const describe = fixture("describe-liveness.txt");
  const lines = describe.trimEnd().split("\n").map(mark);
  const fences = how === "between fences" ? ["```"] : [];
  const text = ["It is down again, look: what is it?", "", ...fences, ...lines, ...fences, "", "Thanks!"].join("\r\n");
  expect(asManifest("mail.txt", text, undefined)?.text).toBe(asManifest("describe.txt", describe, undefined)?.text);
});

it("keeps the newest look of a watch and of several dumps", () => {
  for (const name of ["watch-events.jsonl", "watch-dump.json"]) {
    const read = asManifest(name, fixture(name), undefined);
    expect(values(read?.text ?? "")).toHaveLength(1);
  }
});

it("leaves manifests and single dumps alone", () => {
  expect(asManifest("a.yaml", fixture("liveness-exit0.yaml"), undefined)).toBeUndefined();
  expect(asManifest("a.yaml", "kind: Pod\nmetadata:\n  resourceVersion: '1'\n", undefined)).toBeUndefined();
});

it("is one problem in an editor, with what to do", () => {
  const { documents, problems } = parseManifest(`Name:             a
Namespace:        b
Status:           Running
Containers:
  c:
    State:    Waiting
      Reason: X
`);
  expect(documents).toEqual([]);
  expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining("pod-cadence explain FILE")]);
  expect(parseManifest("Name: a\nNamespace: b\nContainers:\n").problems).toEqual([]);
});

it("looks at text that repeats itself once", () => {
  for (const part of ["\n", "> ", "Name: ", "Name:   a\n", "{", "{\n", "\t"]) {
    const text = part.repeat(100_000);
    expect(readInput("a", text, undefined).pods).toEqual([]);
    expect(asManifest("a", text, undefined)).toBeUndefined();
  }
});
