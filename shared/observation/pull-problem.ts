import { plainLine } from "../basics/plain-line.ts";
import { lastPart } from "./last-part.ts";
import type { ObservedEvent } from "./objects/event-object.ts";

/** Why an image can't be pulled, and what helps. */
interface PullProblem {
  readonly why: string | undefined;
  readonly fix: string;
}

/** Names of the Secrets that the pod has for its registries. */
interface PullFacts {
  readonly image: string;
  readonly secrets: readonly string[];
}

interface Known {
  readonly pattern: RegExp;
  readonly why: (found: string) => string;
  readonly fix: (facts: PullFacts) => string;
}

/** In this order: the first that fits. Registries and runtimes word the same matter in different ways. */
const known: readonly Known[] = [
  {
    pattern: /toomanyrequests|rate limit|429 Too Many Requests/i,
    why: () => "rate limit of the registry",
    fix: () => "imagePullSecrets of an account with a higher limit, or a mirror",
  },
  {
    pattern: /401 Unauthorized|403 Forbidden/i,
    why: (found) => found,
    fix: credentials,
  },
  {
    pattern: /no basic auth credentials|authentication required|authorization failed|access denied|access forbidden/i,
    why: (found) => found.toLowerCase(),
    fix: (facts) => `${credentials(facts)}, or the image name`,
  },
  {
    pattern: /no match for platform/i,
    why: () => "no image for the platform of the node",
    fix: () => "an image for the platform of the node, or a nodeSelector",
  },
  {
    pattern: /no such host/i,
    why: () => "no such host",
    fix: () => "the registry in the image name, or the DNS of the node",
  },
  {
    pattern: /x509: [^:]+/i,
    why: (found) => found,
    fix: () => "the node has to trust the certificate of the registry",
  },
  {
    pattern: /connection refused|i\/o timeout|deadline exceeded|no route to host|TLS handshake timeout/i,
    why: (found) => found,
    fix: () => "the way from the node to the registry",
  },
  {
    pattern: /manifest unknown|not found/i,
    why: (found) => found.toLowerCase(),
    fix: ({ image }) => `the name or the tag of image ${plainLine(image)}`,
  },
];

function credentials({ secrets }: PullFacts): string {
  return secrets.length === 0
    ? "imagePullSecrets"
    : `imagePullSecrets (${secrets.map((name) => plainLine(name)).join(", ")})`;
}

/** By the message of the status; where that only says that the kubelet waits, by the event of the last failure. */
export function pullProblem(
  message: string | undefined,
  failures: readonly ObservedEvent[],
  facts: PullFacts,
): PullProblem {
  const texts = [message, failures.at(-1)?.message].flatMap((text) => text ?? []).map((text) => text.slice(0, textMax));
  for (const text of texts) {
    for (const { pattern, why, fix } of known) {
      const found = pattern.exec(text)?.[0];
      if (found !== undefined) return { why: plainLine(why(found), whyMax), fix: fix(facts) };
    }
  }
  const told = texts.map((text) => text.replace(/^Back-off pulling image "[^"]*"(?:: )?/, "")).find((text) => text);
  return { why: told === undefined ? undefined : lastPart(told), fix: "see why with kubectl describe pod" };
}

const textMax = 2000;
const whyMax = 80;
