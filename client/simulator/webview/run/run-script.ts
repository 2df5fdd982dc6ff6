/** Runs a script that the page's HTML holds as data. */
export function runScript(id: string): void {
  const script = document.createElement("script");
  script.nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";
  script.textContent = document.querySelector(`#${id}`)?.textContent ?? "";
  document.body.append(script);
}
