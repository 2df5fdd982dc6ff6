import { laterScriptId } from "../../../shared/protocol/page-parts.ts";

/** The rest of the page's code, which its first picture does not need. */
export type Later = typeof import("./later.ts");

/** Made by the page's other script. */
declare const podCadenceLater: Later;

/** Runs the other script behind the first picture. */
export async function loadLater(): Promise<Later> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))));
  const script = document.createElement("script");
  script.nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";
  script.textContent = document.querySelector(`#${laterScriptId}`)?.textContent ?? "";
  document.body.append(script);
  return podCadenceLater;
}
