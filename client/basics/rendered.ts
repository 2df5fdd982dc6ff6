import * as vscode from "vscode";
import * as z from "zod/mini";
import { parseMessage } from "../../shared/protocol/values/parse.ts";
import { renderedScheme as scheme } from "../../shared/protocol/values/rendered.ts";

/** Where the rendered output of a file is shown: in the folder of the chart or overlay, so that its settings apply. */
export function addressOf(folder: string, file: vscode.Uri): vscode.Uri {
  const { path } = vscode.Uri.parse(folder);
  const name = path.split("/").at(-1) ?? "";
  return vscode.Uri.from({ scheme, path: `${path}/${name}.rendered.yaml`, query: file.toString() });
}

/** The file that people edit, of such an address. */
export function fileOf(address: vscode.Uri): string | undefined {
  return parseMessage(z.string().check(z.startsWith("file:")), address.query, "address").value;
}

/** Why nothing is rendered in Restricted Mode. */
export function untrusted(): string {
  return vscode.l10n.t("Rendering runs helm or kustomize on files of the workspace. Trust the workspace first.");
}
