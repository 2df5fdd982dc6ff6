import { plainLine } from "../../shared/basics/plain-line.ts";
import type { TimedText } from "../../shared/observation/index.ts";
import type { NodeInfo } from "../../shared/protocol/cluster.ts";
import type { LivePod } from "./live-pod.ts";

/** Where a pod runs, and since when: `Node gpu-1, IP 10.1.2.3, created 2h ago`. */
export function placeLines({ look: { pod }, node }: LivePod): readonly TimedText[] {
  const { nodeName, ip, createdAt } = pod;
  const notReady = node && notReadyText(node);
  const where = [
    ...(nodeName === undefined ? [] : [`Node ${plainLine(nodeName)}`]),
    ...(ip === undefined ? [] : [`IP ${plainLine(ip)}`]),
  ];
  const age: TimedText =
    createdAt === undefined ? [] : [where.length === 0 ? "Created " : ", created ", { sinceMs: createdAt.nominalMs }];
  const first: TimedText = [...(where.length === 0 ? [] : [where.join(", ")]), ...age];
  return [...(notReady === undefined ? [] : [[notReady]]), ...(first.length === 0 ? [] : [first])];
}

/** `Node gpu-1 is NotReady (KubeletNotReady): PLEG is not healthy`. Undefined if it is ready, as far as is known. */
export function notReadyText({ name, readiness }: NodeInfo): string | undefined {
  if (readiness === undefined || readiness.status === "True") return undefined;
  const reason = readiness.reason ? ` (${plainLine(readiness.reason)})` : "";
  return `Node ${plainLine(name)} is NotReady${reason}${readiness.message ? `: ${plainLine(readiness.message)}` : ""}`;
}
