import { describe, expect, test } from "vitest";
import { completionAnswer } from "../../../../server/features/completion/completion-answer.ts";
import { contextOf, host } from "../harness.ts";

/** The first label that is offered at the `|` in a container, when a blank was typed and when a person or another letter asks. */
async function firstOffers(written: string): Promise<readonly (string | undefined)[]> {
  const text = `apiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - name: app\n${written}\n`;
  const context = await contextOf(text.replace("|", ""));
  const position = context.document.positionAt(text.indexOf("|"));
  return [true, false].map((isTyped) => completionAnswer(host, context, position, isTyped)[0]?.label);
}

describe("somebody who types is offered less than somebody who asks", () => {
  test.each([
    ["a choice", "    imagePullPolicy: |", "Always", "Always"],
    ["a field in braces", "    livenessProbe: { |}", "httpGet", "httpGet"],
    ["a scenario", "    # cadence: |", "runs", "runs"],
    ["blanks before a line", "    |", undefined, "image"],
    ["the beginning of a comment", "    # |", undefined, "# cadence:"],
    ["a default number", "    livenessProbe: {periodSeconds: |}", undefined, "10"],
    ["the same, begun: Enter would make 10 of 1", "    livenessProbe: {periodSeconds: 1|}", undefined, undefined],
  ])("%s", async (_, written, typed, asked) => {
    expect(await firstOffers(written)).toEqual([typed, asked]);
  });
});
