import * as vscode from "vscode";
import { parseDuration } from "../../shared/basics/read-duration.ts";

/** Opens a manifest, which does not show it; false: it is not there any more. */
export async function openManifest(uri: string): Promise<boolean> {
  try {
    await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
    return true;
  } catch {
    return false;
  }
}

const defaultHorizonMs = 30 * 60_000;

/** How long a pod of the manifest is played. */
export function horizonOf(uri: string): number {
  const written = vscode.workspace
    .getConfiguration("podCadence", vscode.Uri.parse(uri))
    .get<unknown>("simulator.horizon");
  const horizonMs = typeof written === "string" ? parseDuration(written) : undefined;
  return horizonMs === undefined || horizonMs <= 0 ? defaultHorizonMs : horizonMs;
}
