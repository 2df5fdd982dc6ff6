/** Runs the script that the element holds, packed by gzip and in base64. Rejects where it cannot be unpacked. */
export async function runPacked(id: string): Promise<void> {
  const text = document.querySelector(`#${id}`)?.textContent ?? "";
  const script = document.createElement("script");
  script.nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";
  script.textContent = await unpacked(text);
  document.body.append(script);
}

async function unpacked(text: string): Promise<string> {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
}
