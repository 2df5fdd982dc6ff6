import { laterScriptId } from "../../../shared/protocol/values/page-parts.ts";
import { runParts } from "./run/run-parts.ts";
import { runScript } from "./run/run-script.ts";

/** The rest of the page's code, which its first picture does not need. */
export type DeferredUi = typeof import("./deferred-ui.ts");

/** Made by the page's last script. */
declare const podCadenceDeferredUi: DeferredUi;

/** Runs the last script behind the first picture. */
export async function loadDeferredUi(): Promise<DeferredUi> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))));
  runParts(); // The last script uses its modules.
  runScript(laterScriptId);
  return podCadenceDeferredUi;
}
