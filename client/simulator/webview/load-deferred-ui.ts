import { laterScriptId } from "../../../shared/protocol/values/page-parts.ts";

/** The rest of the page's code, which its first picture does not need. */
export type DeferredUi = typeof import("./deferred-ui.ts");

/** Made by the page's other script. */
declare const podCadenceDeferredUi: DeferredUi;

/** Runs the other script behind the first picture. */
export async function loadDeferredUi(): Promise<DeferredUi> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))));
  const script = document.createElement("script");
  script.nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";
  script.textContent = document.querySelector(`#${laterScriptId}`)?.textContent ?? "";
  document.body.append(script);
  return podCadenceDeferredUi;
}
