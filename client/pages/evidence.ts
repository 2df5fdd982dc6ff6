import * as vscode from "vscode";
import { plainMessage } from "../basics/plain-message.ts";

/** A text that says what pods did. */
export interface Evidence {
  readonly name: string;
  readonly text: string;
}

/** One place more where evidence can be. */
interface EvidenceChoice<Found> extends vscode.QuickPickItem {
  readonly read: () => Promise<Found>;
}

/** Larger dumps are for the command line. */
const bytesMax = 32_000_000;

/** Asks where the evidence is: in the clipboard, in what the caller names, or in files. Undefined: nothing was chosen, or it can't be read. */
export async function askEvidence<Found>(
  others: readonly EvidenceChoice<Found>[],
): Promise<Found | readonly Evidence[] | undefined> {
  const clipboard = {
    label: vscode.l10n.t("Clipboard"),
    read: async () => [{ name: vscode.l10n.t("Clipboard"), text: await vscode.env.clipboard.readText() }],
  };
  const files = {
    label: vscode.l10n.t("Files…"),
    read: async () => readFiles(await vscode.window.showOpenDialog({ canSelectMany: true })),
  };
  const choices: readonly EvidenceChoice<Found | readonly Evidence[] | undefined>[] = [clipboard, ...others, files];
  const chosen = await vscode.window.showQuickPick(choices, {
    placeHolder: vscode.l10n.t("Output of kubectl describe, kubectl events, kubectl get -o yaml, or a watch"),
  });
  return chosen?.read();
}

async function readFiles(chosen: readonly vscode.Uri[] | undefined): Promise<readonly Evidence[] | undefined> {
  if (chosen === undefined) return undefined;
  const texts: Evidence[] = [];
  let bytes = 0;
  for (const uri of chosen) {
    const read = await readFile(uri);
    bytes += read?.length ?? 0;
    if (read === undefined || bytes > bytesMax) {
      const why =
        read === undefined
          ? vscode.l10n.t("{0} can’t be read.", nameOf(uri))
          : vscode.l10n.t("These files are larger than 32 MB. Use `pod-cadence` in a terminal.");
      void vscode.window.showInformationMessage(plainMessage(why));
      return undefined;
    }
    texts.push({ name: nameOf(uri), text: new TextDecoder().decode(read) });
  }
  return texts;
}

async function readFile(uri: vscode.Uri): Promise<Uint8Array | undefined> {
  try {
    return await vscode.workspace.fs.readFile(uri);
  } catch {
    return undefined;
  }
}

/** The last part of the path. */
export function nameOf({ path }: vscode.Uri): string {
  return path.split("/").at(-1) ?? "";
}
