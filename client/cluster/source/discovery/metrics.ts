/** What the metrics of a kubelet or API server say of itself. */
export interface ComponentMetrics {
  readonly featureGates: Readonly<Record<string, boolean>> | undefined;
  /** `v1.36.2`. */
  readonly version: string | undefined;
}

interface MetricsReader {
  readLine(line: string): void;
  done(): ComponentMetrics;
}

/** Reads the text format of Prometheus line by line, because there may be tens of thousands of lines. */
export function createMetricsReader(): MetricsReader {
  const gates = new Map<string, boolean>();
  let version: string | undefined;
  return {
    readLine(line) {
      const gate = line.startsWith("kubernetes_feature_enabled{") ? gateOf(line) : undefined;
      if (gate !== undefined) gates.set(gate.name, gate.isEnabled);
      if (line.startsWith("kubernetes_build_info{")) version = labelOf(line, "git_version") ?? version;
    },
    done: () => ({ featureGates: gates.size === 0 ? undefined : Object.fromEntries(gates), version }),
  };
}

/** `kubernetes_feature_enabled{name="SidecarContainers",stage="BETA"} 1` */
function gateOf(line: string): { readonly name: string; readonly isEnabled: boolean } | undefined {
  const name = labelOf(line, "name");
  const value = /\}\s+(\S+)/.exec(line)?.[1];
  return name === undefined || value === undefined || !["0", "1"].includes(value)
    ? undefined
    : { name, isEnabled: value === "1" };
}

function labelOf(line: string, label: string): string | undefined {
  return new RegExp(`[{,]\\s*${label}="([^"]*)"`).exec(line)?.[1];
}
