import type { Failure } from "./http/answer.ts";
import type { Target } from "./kubeconfig/load.ts";
import { isCertificateCode } from "./watch/wait.ts";
import { firstLine, secondsText } from "./words.ts";

/** What was asked for: `list pods in namespace web`. */
export interface Asked {
  readonly verb: string;
  /** `pods`, `nodes/proxy`. */
  readonly resource: string;
  /** Undefined: in all of them, or there are none of this resource. */
  readonly namespace?: string | undefined;
}

/** Why a request failed and what to do, as a sentence. It holds no answer of the server, because nobody knows what is in it. */
export function failureText(failure: Failure, { context, cluster }: Target, asked: Asked): string {
  switch (failure.is) {
    case "no access":
      return failure.problem;
    case "ended":
      return "The connection was closed.";
    case "slow":
      return `The API server at ${cluster.server} said nothing for ${secondsText(failure.limitMs)}: check the network, or wait until it has less to do.`;
    case "unreadable":
      return `${cluster.server} does not answer as an API server of Kubernetes does: check the server of cluster ${context.cluster} in the kubeconfig, and the proxy.`;
    case "unreachable":
      return unreachableText(failure, cluster.server, context.cluster);
    case "refused":
      return refusedText(failure.status, context.user ?? "", cluster.server, asked);
  }
}

/** A noun with its place: `pods in namespace web`. */
export function placeText({ resource, namespace }: Asked): string {
  return namespace === undefined ? `${resource} in all namespaces` : `${resource} in namespace ${namespace}`;
}

function refusedText(status: number, user: string, server: string, asked: Asked): string {
  switch (status) {
    case 401:
      return `The API server does not accept the credentials of user ${user} (401): a token or certificate may have expired. Log in again; the kubeconfig is read anew at the next try.`;
    case 403: {
      const other = asked.namespace === undefined ? "choose single namespaces" : "choose another namespace";
      return `User ${user} may not ${asked.verb} ${placeText(asked)} (403): ${other}, or ask for a role that allows get, list and watch.`;
    }
    case 404:
      return `${server} knows no ${asked.resource} (404): check the server in the kubeconfig.`;
    case 429:
      return "The API server has too much to do (429): wait until it has less.";
    case 410:
      return "The API server no longer keeps the changes that were missed (410): everything is listed anew.";
    default:
      return `The API server failed (${status}) when asked to ${asked.verb} ${placeText(asked)}: its log says why.`;
  }
}

function unreachableText(
  { code, message, proxy }: Failure & { is: "unreachable" },
  server: string,
  cluster: string,
): string {
  if (proxy !== undefined && !isCertificateCode(code))
    return `The API server at ${server} cannot be reached through the proxy ${proxy} (${code || firstLine(message)}): check the proxy, proxy-url in the kubeconfig and $HTTPS_PROXY.`;
  const known = unreachableTexts[code];
  if (known !== undefined) return `The API server at ${server} ${known}`;
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID")
    return `The certificate of ${server} is for other names: correct the server of cluster ${cluster} in the kubeconfig, or set tls-server-name.`;
  if (code === "CERT_HAS_EXPIRED" || code === "CERT_NOT_YET_VALID")
    return `The certificate of ${server} is not valid today: it must be renewed, or the clock of this machine set right.`;
  if (code.startsWith("ERR_SSL_TLSV1") || code.startsWith("ERR_SSL_SSLV3"))
    return `${server} does not accept the client certificate: log in again, or correct the client-certificate in the kubeconfig.`;
  if (isCertificateCode(code))
    return `The certificate of ${server} is not signed by the authority that the kubeconfig has for cluster ${cluster}: correct its certificate-authority-data, for example by getting the kubeconfig anew.`;
  return `The API server at ${server} cannot be reached (${code || firstLine(message)}): check the network, the VPN and the proxy.`;
}

const unreachableTexts: Readonly<Record<string, string>> = {
  ECONNREFUSED: "refuses connections: check that it runs and that the address in the kubeconfig is right.",
  ECONNRESET: "closed the connection: it may be starting anew, or a proxy is in the way.",
  ENOTFOUND: "has a name that is not known here: check the network, the VPN and the address in the kubeconfig.",
  EAI_AGAIN: "has a name that cannot be looked up now: check the network.",
  EHOSTUNREACH: "cannot be reached: check the network and the VPN.",
  ENETUNREACH: "cannot be reached: check the network and the VPN.",
  ETIMEDOUT: "does not answer: check the network and the VPN.",
};
