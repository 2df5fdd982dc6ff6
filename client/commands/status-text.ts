import { l10n } from "vscode";
import type { AnswerOf, serverRequests } from "../../shared/protocol/request.ts";

type AssumptionsAnswer = AnswerOf<typeof serverRequests.assumptions>;

function sourceText(source: AssumptionsAnswer["source"]): string {
  if (source === "setting") return l10n.t("from settings");
  return source === "default" ? l10n.t("newest released") : l10n.t("from .pod-cadence.yaml");
}

/** What goes without saying. The popup of the status bar cuts a long line, and the command behind it. */
const defaults: ReadonlySet<string> = new Set(["gates default", "kubelet configuration: default"]);

interface StatusText {
  readonly text: string;
  readonly detail: string;
  /** For screen readers, which cut nothing. */
  readonly label: string;
}

/** The assumptions for the language status: the version, where it comes from, and what is not default. */
export function statusText({
  kubernetes,
  source,
  text,
}: Pick<AssumptionsAnswer, "kubernetes" | "source" | "text">): StatusText {
  const [version = `Kubernetes ${kubernetes}`, ...rest] = text.split(" · ");
  const from = sourceText(source);
  return {
    text: version,
    detail: [from, ...rest.filter((part) => !defaults.has(part))].join(" · "),
    label: l10n.t("Pod Cadence: {0}", [version, from, ...rest].join(", ")),
  };
}
