import { namedCurves } from "../../../shared/backoff/curves.ts";
import { forecastKubelet } from "../../../shared/forecast/node-load/kubelet.ts";
import type { Load } from "../../../shared/forecast/node-load/model.ts";
import { requestsPerWrite } from "../../../shared/forecast/node-load/status-writes.ts";
import { readKubeletConfiguration } from "../../../shared/kubelet-configuration/read-configuration.ts";
import { makeNode } from "../../../shared/kubernetes/assumptions.ts";
import type { KubernetesVersion } from "../../../shared/kubernetes/versions.ts";
import { kepDifferences } from "./kep-differences.ts";
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

The same pods on a node, each row a forecast (\`pod-cadence forecast\` of that KubeletConfiguration). Requests are those about pods: a read and a write of each status that is sent; events have a client of their own.

${markdown(measuredHead, measuredLoads())}

* A surge to 5 and an end at about 2 fit a client limit of 5, whatever the pods want: the kubelet writes one status after the other, each with a GET and a PATCH, and merges what changes meanwhile, so that 5 requests a second are 2.5 reads and 2.5 writes. A real kubelet of 1.37.1 with \`kubeAPIQPS: 5\` made exactly that in a recording (\`test/truth/load\`): 603 reads and 603 writes in 240 seconds, while 25 pods restarted 12.5 times a second. The KEP does not say whether its 2 are reads, writes or both; with the default curve, both would be 1.4.
* The limit of 5 was the default before 1.27. Since then it is 50 (\`kubeAPIQPS\`), ten times the load that the KEP has measured.
* 5 writes for each restart do not fit: restarts were not limited, writes were. We count the statuses that change, 2 for each restart of a container that crashes immediately and 3 where it is seen running. In recordings 30 pods on the default curve wrote 437 statuses in 15 minutes (we say 448), and 6 pods at a maximum of 1s wrote 1,732 in 5 minutes (we say 1,721).
* CPU is not modeled, but what it is spent on is: for a kubelet of that time, the runtime's factor of 10 lies between the factor of the restarts in the first five minutes and in the steady state (last column). The factor 2 of the API server is small beside it because the client limit held the requests. A remark in the KEP says that it means little on a small cluster.
* KEP-5593 measured the same 110 pods at a maximum of 0s, and says that the queries per second of the API server increased up to 30 times (Scalability). At a maximum of 1s, we say ${requestsTimesDefault("1.32", {})} times for a kubelet of 1.32 and ${requestsTimesDefault("1.37", {})} times for one of 1.37, after the first 5 minutes and with the limit of 50. With the limit of 5, it is ${requestsTimesDefault("1.37", oldLimit)} times: the two KEPs did not measure the same client limit, or counted different requests.

## Startup probes

KEP-950 added the startup probe. Its statements, and what the kubelet that was released does:

${markdown(["claim of KEP-950", "ours", "verdict"], startup)}
`;
}

const measuredHead = [
  "node with 110 pods that crash immediately",
  "restarts per second",
  "status changes per second",
  "requests per second, first 5m",
  "requests per second, then",
  "restarts, times the default curve (first 5m, then)",
];

const lowest = { crashLoopBackOff: { maxContainerRestartPeriod: "1s" } };
const oldLimit = { kubeAPIQPS: 5, kubeAPIBurst: 10 };

/** The KEP measured a maximum of 0s, which was never released: 1s is the lowest that there is. */
function measuredLoads(): readonly (readonly string[])[] {
  const nodes: readonly (readonly [string, KubernetesVersion, Readonly<Record<string, unknown>>])[] = [
    ["1.32, default curve", "1.32", {}],
    ["1.32, maximum 1s, limit of 5", "1.32", { ...lowest, ...oldLimit }],
    ["1.32, maximum 1s, limit of 50", "1.32", lowest],
    ["1.37, default curve", "1.37", {}],
    ["1.37, maximum 1s, limit of 5", "1.37", { ...lowest, ...oldLimit }],
    ["1.37, maximum 1s, limit of 50", "1.37", lowest],
  ];
  return nodes.map(([name, kubernetes, fields]) => {
    const { load, firstLoad, defaultLoad, defaultFirstLoad } = loadOf(kubernetes, fields);
    const requests = (of: Load) => tenths(requestsPerSecond(of));
    const factor = (one: Load, other: Load) => tenths(one.perNode.restarts.value / other.perNode.restarts.value);
    return [
      name,
      tenths(load.perNode.restarts.value / 60),
      tenths(load.perNode.statusWrites.value / 60),
      requests(firstLoad),
      requests(load),
      `${factor(firstLoad, defaultFirstLoad)}, ${factor(load, defaultLoad)}`,
    ];
  });
}

/** What a full node with a maximum of 1s sends, as a multiple of what it sends on the default curve, after the first 5 minutes. */
function requestsTimesDefault(kubernetes: KubernetesVersion, limit: Readonly<Record<string, unknown>>): string {
  const { load } = loadOf(kubernetes, { ...lowest, ...limit });
  const { load: defaultLoad } = loadOf(kubernetes, {});
  return `${Math.round(requestsPerSecond(load) / requestsPerSecond(defaultLoad))}`;
}

function loadOf(kubernetes: KubernetesVersion, fields: Readonly<Record<string, unknown>>) {
  const header = { apiVersion: "kubelet.config.k8s.io/v1beta1", kind: "KubeletConfiguration" };
  const featureGates = { KubeletCrashLoopBackOffMax: true };
  const read = readKubeletConfiguration({ ...header, ...fields }, undefined, kubernetes, featureGates);
  return forecastKubelet(makeNode({ kubernetes, featureGates, kubeletConfiguration: read }));
}

function requestsPerSecond({ writes }: Load): number {
  return (writes.perMinute * requestsPerWrite) / 60;
}

function tenths(value: number): string {
  return `${Math.round(value * 10) / 10}`;
}

function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
