import type { Unreachable } from "../../../../http/answer.ts";
import { type Trouble, troubleOf, unreachableText } from "../../../../http/unreachable.ts";
import { formatRecorded } from "../../../../shared/basics/span-words.ts";
import type { ApiFailure } from "../api/answer.ts";
import { shownAddress } from "../core/words.ts";
import type { ContextTarget } from "../kubeconfig/load.ts";
import { longPauseMs, retryAfterMaxMs } from "./wait.ts";

/** What was asked for: `list pods in namespace web`. */
export interface RequestedResource {
  readonly verb: string;
  /** `pods`, `nodes/proxy`. */
  readonly resource: string;
  /** Undefined means in all of them, or there are none of this resource. */
  readonly namespace?: string | undefined;
  /** Pods can be shown without it. */
  readonly isOptional?: boolean;
}

/** Why a request failed and what to do, as a sentence. It holds no answer of the server, because nobody knows what is in it. */
export function failureText(
  failure: ApiFailure,
  { context, cluster }: ContextTarget,
  asked: RequestedResource,
): string {
  const server = shownAddress(cluster.server);
  switch (failure.is) {
    case "no access":
      return failure.problem;
    case "ended":
      return "The connection was closed.";
    case "slow":
      return slowText(failure, server);
    case "unreadable":
      return `${server} did not respond like a Kubernetes API server. Check the server of cluster ${context.cluster} in the kubeconfig and the proxy.`;
    case "page":
      return pageText(failure.status, server, context.cluster);
    case "mute":
      return `${server} reports no changes to a watch. A proxy that buffers answers may interfere.`;
    case "asleep":
      return "This computer was asleep. Connecting again.";
    case "endless":
      return `The ${failure.what} that ${server} gave for ${placeText(asked)} has no end. Check the server of cluster ${context.cluster} in the kubeconfig and the proxy.`;
    case "unreachable":
      return lostText(failure, server, context.cluster);
    case "refused":
      return refusedText(failure.status, context.user ?? "", server, asked) + pauseText(failure.retryAfterMs);
  }
}

function slowText({ limitMs, proxy }: ApiFailure & { is: "slow" }, server: string): string {
  const limit = formatRecorded(limitMs);
  if (proxy === undefined)
    return `The API server at ${server} did not respond for ${limit}. Check the network, or try again when it is less busy.`;
  return `The API server at ${server} did not respond through the proxy ${proxy} for ${limit}. Check the proxy and the network, or try again when they are less busy.`;
}

function pageText(status: number, server: string, cluster: string): string {
  if (loginStatuses.has(status))
    return `A proxy before ${server} requires a login (${status}). Log in to the network, or add a user name and a password to the proxy's address: ${proxyLogin}.`;
  if (status < 400)
    return `${server} redirects to another address (${status}), as login pages and web consoles do. Check the server of cluster ${cluster} in the kubeconfig and the proxy, or log in to the network.`;
  if (gatewayStatuses.has(status))
    return `A gateway or proxy before ${server} gets no answer from the API server (${status}). Check whether the API server is up, or try again later.`;
  return `${server} responded with a web page (${status}), not like a Kubernetes API server. A firewall or proxy may block the request: check the network and the VPN.`;
}

/** What only something before an API server says: who asks has to log in there. */
const loginStatuses: ReadonlySet<number> = new Set([407, 511]);
const proxyLogin = "proxy-url in the kubeconfig, or $HTTPS_PROXY, as http://USER:PASSWORD@HOST:PORT";

/** What a gateway says of the server behind it. */
const gatewayStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/** A noun with its place: `pods in namespace web`. */
function placeText({ resource, namespace }: RequestedResource): string {
  return namespace === undefined ? `${resource} in all namespaces` : `${resource} in namespace ${namespace}`;
}

function refusedText(status: number, user: string, server: string, asked: RequestedResource): string {
  switch (status) {
    case 401:
      return `The API server rejected the credentials of user ${user} (401). A token or certificate may have expired. Log in again; the next attempt reads the kubeconfig again.`;
    case 403: {
      if (asked.isOptional === true)
        return `User ${user} is not allowed to ${asked.verb} ${placeText(asked)} (403). Request a role that allows get, list, and watch of ${asked.resource}.`;
      const other = asked.namespace === undefined ? "Choose single namespaces" : "Choose another namespace";
      return `User ${user} is not allowed to ${asked.verb} ${placeText(asked)} (403). ${other}, or request a role that allows get, list, and watch.`;
    }
    case 404:
      if (asked.isOptional === true) return `${server} does not serve ${asked.resource} (404).`;
      return `${server} does not serve ${asked.resource} (404). Check the server in the kubeconfig.`;
    case 429:
      return "The API server is too busy (429). Try again later.";
    case 502:
    case 504:
      return `A gateway or proxy before ${server} gets no answer from the API server (${status}). Check whether the API server is up, or try again later.`;
    case 410:
      return "The API server no longer has the missed changes (410). Listing all objects again.";
    default:
      return `The API server failed to ${asked.verb} ${placeText(asked)} (${status}). Check its log.`;
  }
}

/** A pause that people notice. */
function pauseText(retryAfterMs = 0): string {
  if (retryAfterMs < longPauseMs) return "";
  const pauseMs = Math.min(retryAfterMs, retryAfterMaxMs);
  const isShorter = pauseMs < retryAfterMs ? " It asked for a longer pause." : "";
  return ` The next attempt is in ${formatRecorded(pauseMs)}.${isShorter}`;
}

function lostText(failure: Unreachable, address: string, cluster: string): string {
  if (failure.code === "ERR_INVALID_CHAR")
    return `The credentials for ${address} contain characters that HTTP does not allow, such as a line feed. Correct them in the kubeconfig.`;
  const subjects = { server: `The API server at ${address}`, certificate: `The certificate of ${address}` };
  return `${unreachableText(failure, subjects)}. ${adviceOn(troubleOf(failure), cluster)}${portText(address)}`;
}

function adviceOn(trouble: Trouble, cluster: string): string {
  switch (trouble) {
    case "refused":
      return "Check that it is running and that its address in the kubeconfig is correct.";
    case "closed":
      return "It may be restarting, or a proxy may interfere.";
    case "unknown name":
      return "Check the network, the VPN, and the address in the kubeconfig.";
    case "no DNS":
      return "Check the network.";
    case "no route":
    case "silent":
      return "Check the network and the VPN.";
    case "no TLS":
    case "other TLS":
      return `Check the server of cluster ${cluster} in the kubeconfig and the proxy.`;
    case "rejected certificate":
      return "Log in again, or correct client-certificate in the kubeconfig.";
    case "other name":
      return `Correct the server of cluster ${cluster} in the kubeconfig, or set tls-server-name.`;
    case "expired":
      return "Renew it, or correct the clock of this machine.";
    case "untrusted":
      return `Correct certificate-authority-data of cluster ${cluster} in the kubeconfig, for example by downloading the kubeconfig again.`;
    case "proxy":
      return "Check the proxy, proxy-url in the kubeconfig, and $HTTPS_PROXY.";
    case "proxy login":
      return `Add a user name and a password to its address: ${proxyLogin}.`;
    case "proxy answer":
      return "Check whether the proxy may connect to it, and whether $NO_PROXY should name it.";
    case "other":
      return "Check the network, the VPN, and the proxy.";
  }
}

/** A colon without a port behind it is read as if it were not there, as by kubectl. */
function portText(server: string): string {
  const [, scheme] = /^(https?):\/\/[^/]*:(?:\/|$)/i.exec(server) ?? [];
  if (scheme === undefined) return "";
  return ` The address has no port after its colon, so port ${scheme.toLowerCase() === "http" ? 80 : 443} was tried.`;
}
