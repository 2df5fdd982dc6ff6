import { indentOf } from "../text/clean-text.ts";

/** A line of a describe: `Key:   value`, or text. */
export interface DescribeLine {
  /** From 1. */
  readonly number: number;
  readonly indent: number;
  readonly key: string | undefined;
  readonly value: string;
  readonly text: string;
}

/** Keys are words of kubectl; a name of a container is read elsewhere. */
const keyed = /^\s*([A-Za-z][A-Za-z0-9 _./-]{0,62}):(?:\s+(\S.*)?)?$/;

export function describeLine(text: string, number: number): DescribeLine {
  const match = keyed.exec(text.length > 4096 ? text.slice(0, 4096) : text);
  return { number, indent: indentOf(text), key: match?.[1], value: (match?.[2] ?? "").trim(), text: text.trim() };
}

/** Lines of one pod that are read: more is no describe. */
export const linesMax = 20_000;

/** A name of a container, alone on its line. */
const nameLine = /^([a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?):$/;

export function containerNameOf({ text }: DescribeLine): string | undefined {
  return nameLine.exec(text)?.[1];
}

/** Top-level keys of a described pod. Models kubectl pkg/describe describePod (v0.37.1) */
export const sections: ReadonlySet<string> = new Set([
  "Name",
  "Namespace",
  "Priority",
  "Priority Class Name",
  "Runtime Class Name",
  "Service Account",
  "Node",
  "Start Time",
  "Labels",
  "Annotations",
  "Status",
  "Termination Grace Period",
  "Reason",
  "Message",
  "SeccompProfile",
  "LocalhostProfile",
  "IP",
  "IPs",
  "Controlled By",
  "NominatedNodeName",
  "Resources",
  "Init Containers",
  "Containers",
  "Ephemeral Containers",
  "Readiness Gates",
  "Conditions",
  "Volumes",
  "QoS Class",
  "Node-Selectors",
  "Tolerations",
  "Topology Spread Constraints",
  "Scheduling Group",
  "Events",
]);

export const containerSections: readonly string[] = ["Init Containers", "Containers", "Ephemeral Containers"];

/** Keys of a described container. Models kubectl pkg/describe describeContainers (v0.37.1) */
export const containerKeys: ReadonlySet<string> = new Set([
  "Container ID",
  "Image",
  "Image ID",
  "Port",
  "Ports",
  "Host Port",
  "Host Ports",
  "SeccompProfile",
  "Command",
  "Args",
  "State",
  "Last State",
  "Ready",
  "Restart Count",
  "Limits",
  "Requests",
  "Liveness",
  "Readiness",
  "Startup",
  "Environment Variables from",
  "Environment",
  "Mounts",
  "Devices",
]);
