/** Undefined if it is not an address of a server. A path in it is kept: proxies of clusters have one. */
export function addressOf(server: string): URL | undefined {
  try {
    const address = new URL(server);
    return address.protocol === "https:" || address.protocol === "http:" ? address : undefined;
  } catch {
    return undefined;
  }
}
