import { TextDocument } from "vscode-languageserver-textdocument";
import { podsOfFile, referenceTo } from "../../../server/features/core/pod-reference.ts";
import { writeScenarioAnswer } from "../../../server/features/requests/write-scenario.ts";
import type { EditedLine, TriedField } from "../../../shared/protocol/pod/setup.ts";
import { contextOf } from "../features/harness.ts";

interface Written {
  /** Without the lines that say what to write. */
  readonly manifest: string;
  readonly text: string;
  readonly message: string | undefined;
}

/** A manifest after the scenario of its `#>` lines was written for the pod `web`, or the first one. */
export async function writtenInto(written: string): Promise<Written> {
  const lines = written.split(/(?<=\n)/);
  const after = (mark: string) =>
    lines.flatMap((line) => (line.startsWith(`${mark} `) ? [line.slice(mark.length + 1).trimEnd()] : []));
  const manifest = lines.filter((line) => !/^#[>|]/.test(line)).join("");
  return { manifest, ...(await writeInto(manifest, after("#>").map(lineOf), after("#|").join("\n"))) };
}

export async function writeInto(
  manifest: string,
  lines: readonly EditedLine[] | undefined,
  projectFile = "",
  fields?: readonly TriedField[],
): Promise<Omit<Written, "manifest">> {
  const context = await contextOf(manifest, { files: { "/w/.pod-cadence.yaml": projectFile } });
  const pods = podsOfFile(context);
  const pod = pods.find(({ located }) => located.name === "web") ?? pods[0];
  if (pod === undefined) throw new Error(`no pod in\n${manifest}`);
  const { uri } = context.document;
  const answer = writeScenarioAnswer(context, { uri, reference: referenceTo(context, pod), lines, fields });
  const edits = answer?.edits.map(({ range, newText }) => ({ range, newText })) ?? [];
  return { text: TextDocument.applyEdits(context.document, edits), message: answer?.message };
}

/** `app: crashes`; an event or expectation may have no name. */
function lineOf(text: string): EditedLine {
  const [, container, said] = /^([a-z]+): (.*)$/.exec(text) ?? [];
  return container === undefined || said === undefined ? { text } : { container, text: said };
}
