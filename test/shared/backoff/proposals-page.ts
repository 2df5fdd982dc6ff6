import { namedCurves } from "../../../shared/backoff/curves.ts";
import { kepDifferences } from "../../../shared/backoff/kep-differences.ts";
import { kepFigures } from "./kep-figures.ts";

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
  return `# What the proposals say about restarts

Three enhancement proposals are about how long a container waits before it restarts: KEP-4603 (tune CrashLoopBackOff), KEP-5593 (a maximum for each node) and KEP-5532 (restart all containers of a pod in place).
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
`;
}

function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
