import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { analyzeDocument } from "../../../server/analysis/analysis.ts";
import { parseManifest } from "../../../server/manifest/documents/parse.ts";
import { answerOf } from "../../../server/rules/rejections/answer.ts";
import { resolveSettings } from "../../../server/schema/resolve.ts";
import type { Answer } from "../../../shared/forecast/answer/model.ts";
import { screenOfAnswer } from "../../../shared/forecast/first-screen/first-screen.ts";
import { expectGolden } from "../../golden.ts";

// Objects as people got them from their clusters, and what is said of them first. The answer starts from their status.

const folder = new URL("observed/", import.meta.url);
const names = readdirSync(folder).map((file) => file.replace(".yaml", ""));
const settings = await resolveSettings(
  { fileUri: "file:///w/a.yaml", rootUri: undefined, baseUri: undefined, overrides: {}, projectFile: "none" },
  { read: async () => undefined },
);

interface NamedAnswer {
  readonly name: string;
  readonly answer: Answer;
}

const answers = new Map<string, readonly NamedAnswer[]>();

/** Each text is played once. */
function answersIn(text: string): readonly NamedAnswer[] {
  const found = answers.get(text) ?? playAll(text);
  answers.set(text, found);
  return found;
}

function playAll(text: string): readonly NamedAnswer[] {
  const manifest = parseManifest(text);
  return manifest.documents.flatMap(({ document }) => {
    const analyzed = analyzeDocument(document, settings);
    return analyzed.pods.flatMap((pod) => {
      const answer = answerOf(analyzed, pod, { manifest });
      return answer === undefined ? [] : [{ name: `${pod.located.kind}/${pod.located.name}`, answer }];
    });
  });
}

function textOf(name: string): string {
  return readFileSync(new URL(`${name}.yaml`, folder), "utf8");
}

const signs = { good: "✓", "under-way": "…", attention: "!", bad: "✗" };

describe("an object with a status", () => {
  it.each(names)("%s says first what is the case", (name) => {
    const lines = answersIn(textOf(name)).flatMap(({ name: object, answer }) => {
      const { mark, headline, rows } = screenOfAnswer(answer);
      return [
        `${object}  ${signs[mark]} ${headline}`,
        ...rows.map(({ label, text }) => `  ${label}  ${text}`),
        `  ${answer.outlook}`,
      ];
    });
    expectGolden(`observed/${name}`, lines.join("\n"));
  });

  it("has numbers that count from the observed moment on", () => {
    // A loop at its maximum restarts every 5m to 5m30s; from the creation of the pod on it would be ten times in 30m.
    const [box] = answersIn(textOf("crash-exit0-dump"));
    expect(box?.answer).toMatchObject({ basis: "observed", restarts: { min: 5, max: 5 }, readyShare: { max: 0 } });
    expect(box?.answer.longestWaitMs.min).toBeGreaterThan(300_000);
  });

  it("is never called healthy where its status shows trouble", () => {
    const troubled = names
      .filter((name) => !name.startsWith("workload") && name !== "odd-statuses" && name !== "first-sentences")
      .flatMap((name) => answersIn(textOf(name)).filter(({ answer }) => answer.basis === "observed"));
    expect(troubled.length).toBeGreaterThan(4);
    expect(troubled.filter(({ answer }) => answer.outlook === "healthy")).toEqual([]);
  });
});
