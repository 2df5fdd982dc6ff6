import { type Line, openLine, proxyAddress } from "../../../../http/line.ts";
import { proxyFromEnvironment } from "../../../../http/proxy-from-environment.ts";
import { isValidTls, systemAuthorities, type TlsOptions } from "../../../../http/tls-options.ts";
import { shownAddress } from "../core/words.ts";
import type { EnvironmentVariables } from "../kubeconfig/files.ts";
import type { ContextTarget } from "../kubeconfig/load.ts";
import { addressOf } from "./address.ts";
import type { Credentials } from "./credentials.ts";
import { readNamed } from "./files-of-user.ts";

type OpenedLine = { readonly value: Line } | { readonly problem: string };

/** Makes what carries requests to the cluster of a context. The problem is a sentence. */
export async function openLineTo(
  { cluster, context }: ContextTarget,
  credentials: Credentials,
  environment: EnvironmentVariables,
): Promise<OpenedLine> {
  const address = addressOf(cluster.server);
  if (address === undefined)
    return {
      problem: `${shownAddress(cluster.server)}, the server of cluster ${context.cluster}, is not a valid address. Use https://host:port.`,
    };
  const options = await tlsOptions({ cluster, context }, credentials);
  if ("problem" in options) return options;
  const written = cluster["proxy-url"] || proxyFromEnvironment(address, environment);
  const proxy = written === undefined ? undefined : proxyAddress(written);
  if (written !== undefined && proxy === undefined)
    return { problem: `The proxy for cluster ${context.cluster} is not a valid address. Use http://host:port.` };
  return { value: await openLine(address, options.value, proxy) };
}

async function tlsOptions(
  { cluster, context }: Pick<ContextTarget, "cluster" | "context">,
  { certificate, key }: Credentials,
): Promise<{ readonly value: TlsOptions } | { readonly problem: string }> {
  const isInsecure = cluster["insecure-skip-tls-verify"] === true;
  const ca = await readNamed({
    field: `certificate-authority of cluster ${context.cluster}`,
    data: cluster["certificate-authority-data"],
    path: cluster["certificate-authority"],
    folder: cluster.folder,
  });
  if ("problem" in ca && !isInsecure) return ca;
  const own = "value" in ca ? ca.value : undefined;
  const servername = cluster["tls-server-name"];
  const written: TlsOptions = {
    ...(own !== undefined && { ca: own }),
    ...(certificate !== undefined && { cert: certificate }),
    ...(key !== undefined && { key }),
    ...(servername && { servername }),
    ...(isInsecure && { rejectUnauthorized: false }),
  };
  if (isValidTls(written)) {
    // The system's authorities are hundreds, and need no check.
    const authorities = own === undefined && "value" in ca ? systemAuthorities() : undefined;
    return { value: { ...written, ...(authorities !== undefined && { ca: authorities }) } };
  }
  const whose =
    certificate === undefined && key === undefined
      ? `certificate-authority of cluster ${context.cluster}`
      : `client-certificate or client-key of user ${context.user}`;
  return {
    problem: `The ${whose} is not valid: it is not in PEM format, or key and certificate do not match. Replace it.`,
  };
}
