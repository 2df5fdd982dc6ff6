import { namedCurves } from "../../../shared/backoff/curves.ts";
import { kepDifferences } from "../../../shared/backoff/kep-differences.ts";
import { kepFigures } from "./kep-figures.ts";
import { startupClaims } from "./startup-probe-figures.ts";

/** docs/proposals.md, from the tables that the engine and its tests use. */
export function renderProposalsPage(): string {
  const differences = kepDifferences.map(({ subject, source, proposal, released, modelled }) => [
    `**${subject}**<br>${source}`,
    proposal,
    released,
    modelled,
  ]);
  const curves = namedCurves("released").map(({ id, title, source, about }) => [`\`${id}\``, title, about, source]);
  const figures = kepFigures.map(({ claim, kep, ours, verdict, source }) => [claim, kep, ours, verdict, source]);
  const startup = startupClaims().map(({ claim, ours, verdict }) => [claim, ours, verdict]);
  return `# What the proposals say about restarts

Four enhancement proposals are compared here. KEP-950 brought startup probes. The others are about how long a container waits before it restarts: KEP-4603 (tune CrashLoopBackOff), KEP-5593 (a maximum for each node) and KEP-5532 (restart all containers of a pod in place).
What was released differs from them here and there.
By default Pod Cadence does what the released kubelet does; \`semantics: kep\` does what the proposals say, for nodes of Kubernetes 1.32 and newer.

<!-- UPDATE_GOLDEN=1 npx vitest run test/shared/backoff writes this page. -->

## Where proposal and kubelet differ

${markdown(["subject", "proposal", "released", "with `semantics: kep`"], differences)}

## Curves to compare with

\`pod-cadence forecast --curves\` counts the restarts of a container on its node's curve and on these.
All of them follow the same rules about the first restart and about recovery, those of \`semantics\`, so that only the designs differ.

${markdown(["id", "curve", "what it does", "source"], curves)}

## The figures of the proposals

Where a figure assumes that the first restart waits, ours does too.

${markdown(["claim", "KEP", "ours", "verdict", "source"], figures)}

## What KEP-4603 measured

On a node with 110 pods that crash and restart without a delay, KEP-4603 measured about 5 requests to \`/pods\` per second at first, which it calls the rate limit of the kubelet's client, and about 2 after that. The CPU use of the runtime was 10 times as high, that of the API server and of the kubelet twice as high (Risks and Mitigations; the kubelet: Scalability).

* These rates do not fit 5 requests for each restart: 2 requests per second would then be 0.4 restarts per second, one restart of each pod every 4 to 5 minutes, without any back-off. Either the client's limit delays the requests, or the kubelet merges several changes of a status into one write.
* Pod Cadence counts the statuses that change: about two for each restart. \`pod-cadence forecast\` of a KubeletConfiguration shows them beside the 5 of the KEP. For a maximum of 1s, they are an upper bound: the limit of the client (\`kubeAPIQPS\`, 50 by default since 1.27) is shown where it is reached.
* CPU factors are not modeled. A remark in the KEP says that the factor of the API server means little on a small cluster.

## Startup probes

KEP-950 added the startup probe. Its statements, and what the kubelet that was released does:

${markdown(["claim of KEP-950", "ours", "verdict"], startup)}
`;
}

function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
