import { BlockList, isIP } from "node:net";

type Environment = Readonly<Record<string, string | undefined>>;

/** The proxy for an address, as Go's http.ProxyFromEnvironment has it, which kubectl heeds. */
export function proxyFromEnvironment(address: URL, environment: Environment): string | undefined {
  const name = address.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
  const proxy = variable(environment, name);
  if (proxy === undefined || isLocal(hostOf(address))) return undefined;
  const excepted = (variable(environment, "NO_PROXY") ?? "").split(",").map((entry) => entry.trim());
  if (excepted.some((entry) => entry !== "" && isExcepted(address, entry))) return undefined;
  return /^[a-z0-9]+:\/\//i.test(proxy) ? proxy : `http://${proxy}`;
}

function variable(environment: Environment, name: string): string | undefined {
  return environment[name] || environment[name.toLowerCase()] || undefined;
}

/** Without the brackets of IPv6. */
function hostOf(address: URL): string {
  return address.hostname.replace(/^\[|\]$/g, "");
}

function isLocal(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}

/** One entry of NO_PROXY: `*`, an address, a network, a name with its subdomains, `.name` for these alone; each with a port or without. */
function isExcepted(address: URL, entry: string): boolean {
  if (entry === "*") return true;
  const host = hostOf(address);
  if (entry.includes("/")) return isInNetwork(host, entry);
  const [, name = entry, port] = /^(.+?):(\d+)$/.exec(isIP(entry) === 6 ? "" : entry) ?? [];
  if (port !== undefined && port !== portOf(address)) return false;
  const bare = name
    .toLowerCase()
    .replace(/^\[|\]$/g, "")
    .replace(/^\*(?=\.)/, "");
  return bare.startsWith(".") ? host.endsWith(bare) : host === bare || (isIP(bare) === 0 && host.endsWith(`.${bare}`));
}

function portOf({ port, protocol }: URL): string {
  return port || (protocol === "https:" ? "443" : "80");
}

function isInNetwork(host: string, network: string): boolean {
  const [start = "", bits = ""] = network.split("/");
  const version = isIP(start);
  if (version === 0 || version !== isIP(host) || !/^\d+$/.test(bits)) return false;
  const family = version === 4 ? "ipv4" : "ipv6";
  if (Number(bits) > (version === 4 ? 32 : 128)) return false;
  const list = new BlockList();
  list.addSubnet(start, Number(bits), family);
  return list.check(host, family);
}
