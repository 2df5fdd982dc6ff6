import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readInput } from "../../../server/incident/read-input.ts";
import type { Span } from "../../../shared/basics/span.ts";
import { incidentOf } from "../../../shared/evidence/incident.ts";
import { explainPod } from "../../../shared/incident/index.ts";
import type { ExplainedPod } from "../../../shared/incident/model.ts";
import { defaultAssumptions } from "../../../shared/kubernetes/assumptions.ts";

// What people paste after an incident, and what it says. Below `--- expected` stands what is found in a line of the answer, in
// this order of pods; `! text` stands in none. `␛` is the escape character; `(crlf)` in a title ends lines as Windows does.

interface Case {
  readonly title: string;
  readonly text: string;
  readonly expected: readonly string[];
}

function casesIn(name: string): readonly Case[] {
  const file = readFileSync(new URL(`../../fixtures/incidents/pasted/${name}.cases`, import.meta.url), "utf8");
  return file
    .split(/^=== /m)
    .slice(1)
    .map((part): Case => {
      const [title = "", ...lines] = part.trimEnd().split("\n");
      const end = lines.lastIndexOf("--- expected");
      const text = `${lines.slice(0, end).join("\n").replaceAll("␛", "\u001b")}\n`;
      const isWindows = title.includes("(crlf)");
      return { title, text: isWindows ? text.replaceAll("\n", "\r\n") : text, expected: lines.slice(end + 1) };
    });
}

function clock(span: Span | undefined): string {
  return span === undefined ? "" : new Date(span.nominalMs).toISOString().slice(11, 19);
}

/** All that is said of a pod, a line each. */
function linesOf(pod: ExplainedPod): readonly string[] {
  const isAlone = new Set(pod.runs.map(({ container }) => container)).size < 2;
  return [
    `pod ${pod.namespace}/${pod.name}`,
    `basis ${pod.basis}`,
    `headline: ${pod.headline}`,
    `taken ${clock(pod.taken)}`,
    ...pod.runs.map(({ container, run, started, ended, exitCode, cause }) => {
      const end = cause === undefined ? "" : ` exit ${exitCode} by ${cause.by}, ${cause.certainty}: ${cause.text}`;
      return `${isAlone ? "" : `${container} `}run ${run} ${clock(started)}–${clock(ended)}${end}`;
    }),
    ...pod.causes.map(({ text, shown }) => `cause: ${text.replace(/\.$/, "")}, ${shown}`),
    ...pod.timeline.map(({ text }) => `line: ${text}`),
    ...pod.next.map(({ what, window, text }) => `next: ${what} ${clock(window)} ${text}`),
    ...pod.unexplained.map((text) => `open: ${text}`),
  ];
}

function answerTo(text: string): readonly string[] {
  const { pods, inputs } = incidentOf([readInput("paste", text, undefined)]);
  const lines = pods.flatMap((pod) => linesOf(explainPod(pod, defaultAssumptions())));
  return [...(pods.length === 0 ? ["none"] : lines), ...inputs.flatMap(({ notes }) => notes).map((n) => `note: ${n}`)];
}

describe.each(["describe", "events", "tables", "objects", "logs", "wrapped", "chats", "fragments", "causes"])(
  "%s",
  (name) => {
    it.each(casesIn(name).map((each) => [each.title, each] as const))("%s", (_, { text, expected }) => {
      const answer = answerTo(text);
      const isFound = (line: string): boolean =>
        line.startsWith("! ")
          ? answer.every((said) => !said.includes(line.slice(2)))
          : answer.some((said) => said.includes(line));
      expect(
        expected.filter((line) => !isFound(line)),
        answer.join("\n"),
      ).toEqual([]);
    });
  },
);
