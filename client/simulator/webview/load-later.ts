import { laterScriptId } from "../../../shared/protocol/panel.ts";

/** The rest of the page's code, which its first picture does not need. */
export type Later = typeof import("./later.ts");

/** Made by the page's other script. */
declare const podCadenceLater: Later;

/** Runs the other script behind the first picture. Until then it is a text in the page, which the browser has not compiled. */
export async function loadLater(): Promise<Later> {
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const script = document.createElement("script");
  script.nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";
  script.textContent = document.querySelector(`#${laterScriptId}`)?.textContent ?? "";
  document.body.append(script);
  return podCadenceLater;
}
