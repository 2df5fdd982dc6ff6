import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import { pinAnswer } from "../../../server/features/pin-forecast.ts";
import { actionsOf, contextOf, host, type Situation } from "./harness.ts";

/** The text after `Pin Forecast` at `$0`, or of the first pod; and what the person is told. */
async function pin(written: string, situation: Situation = {}): Promise<{ text: string; message: string | undefined }> {
  const offset = written.indexOf("$0");
  const context = await contextOf(written.replace("$0", ""), situation);
  const position = offset === -1 ? undefined : context.document.positionAt(offset);
  const answer = pinAnswer(context, { uri: context.document.uri, position });
  const edits = answer?.edits.map(({ range, newText }) => ({ range, newText })) ?? [];
  return { text: TextDocument.applyEdits(context.document, edits), message: answer?.message };
}

const pod = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
  - name: app  # cadence: crashes after 1m x3, then starts in 20s
    image: registry.example/app
    readinessProbe:
      httpGet: {path: /, port: 80}
`;

test("x", async () => {
  console.log(await pin(pod));
});
