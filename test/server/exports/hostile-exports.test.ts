import { describe, expect, it } from "vitest";
import { exportRun } from "../../../server/exports/export.ts";
import type { ExportParams, PlayParams } from "../../../shared/protocol/panel/export.ts";
import { hostileTexts } from "../../hostile-texts.ts";
import { shownOf } from "../shown-markdown.ts";
import { webPlay } from "./play-params.ts";

// What a panel exports holds the names of a pod and of its alerts as text, whatever stands in them.

const orders = /(?![\n\t])\p{Cc}|[\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

function playWith(text: string): PlayParams {
  const crashes = { text: "crashes after 5s x3, then runs", container: text, source: "argument" as const };
  return {
    ...webPlay,
    written: {
      kind: "Pod",
      name: text,
      namespace: text,
      spec: {
        containers: [
          { name: text, image: text },
          { name: `second ${text}`, image: text },
        ],
      },
    },
    assumptionsText: `Kubernetes 1.37 · kubelet configuration: node ${text}`,
    scenarioTexts: [crashes, { ...crashes, text }],
    file: text,
    hasManifestScenario: false,
  };
}

describe.each(Object.entries(hostileTexts))("%s", (_, text) => {
  const exported = async (format: ExportParams["format"]): Promise<string> => {
    const alerts = [{ name: text, from: text, expression: text, forMs: 0, periods: [], because: text }];
    const answer = await exportRun({ format, play: playWith(text), alerts }, async () => undefined);
    return answer?.text ?? "";
  };

  it("is text in a picture", async () => {
    const svg = await exported("svg");
    expect(svg).toMatch(/^<svg /);
    expect(svg).not.toMatch(orders);
    const outside = svg.replaceAll(/<\/?[a-zA-Z]+(?: [\w-:]+="[^"<>]*")*\/?>/g, "");
    expect(outside).not.toMatch(/[<>]/);
    expect(svg).not.toMatch(/<(?:script|img|image|foreignObject|a)\b/i);
  });

  it("is text in Markdown", async () => {
    const markdown = await exported("markdown");
    expect(shownOf(markdown)).toMatchObject({ links: [], live: [] });
    expect(markdown).not.toMatch(orders);
  });

  it("is text in JSON, in the lines of kubectl, and in a command", async () => {
    const json = await exported("json");
    expect(JSON.parse(json)).toMatchObject({ pod: { name: text } });
    for (const each of [json, await exported("kubectl"), await exported("cli")]) {
      expect(each.length).toBeGreaterThan(0);
      expect(each).not.toMatch(orders);
    }
  });
});
