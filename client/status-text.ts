import type { AssumptionsAnswer } from "../shared/protocol/requests.ts";

const sources = {
  default: "newest known",
  setting: "from the settings",
  "project file": "from .pod-cadence.yaml",
} as const;

/** What goes without saying. The popup of the status bar cuts a long line, and the command behind it. */
const defaults: ReadonlySet<string> = new Set(["gates default", "kubelet configuration: default"]);

export interface StatusText {
  readonly text: string;
  readonly detail: string;
  /** For screen readers, which cut nothing. */
  readonly label: string;
}

/** The assumptions for the language status: the version, where it comes from, and what is not default. */
export function statusText({ kubernetes, source, text }: AssumptionsAnswer): StatusText {
  const [version = `Kubernetes ${kubernetes}`, ...rest] = text.split(" · ");
  return {
    text: version,
    detail: [sources[source], ...rest.filter((part) => !defaults.has(part))].join(" · "),
    label: `Pod Cadence assumes ${[version, sources[source], ...rest].join(", ")}`,
  };
}
