import { type ExplainedPod, type ExplainedRow, explainedRows, explainedTitle } from "../../shared/incident/index.ts";
import { heading, joined, list, paragraphs, type RichText, richText, table } from "../markdown/markdown.ts";

/** A section of a post-mortem: what happened, who ended the runs, what follows. */
export function incidentMarkdown(pods: readonly ExplainedPod[]): string {
  return joined(pods.map(podMarkdown), "\n\n").markdown;
}

const labels: Readonly<Record<string, string>> = {
  scenario: "Scenario",
  next: "Next",
  helps: "What helps",
  open: "Not explained",
  ask: "What would say more",
};

function podMarkdown(pod: ExplainedPod): RichText {
  const rows = explainedRows(pod);
  const of = (wanted: (label: string) => boolean): readonly ExplainedRow[] => rows.filter(({ label }) => wanted(label));
  const causes = of((label) => label === "").map(withShown);
  const timed = of((label) => label !== "" && !Object.hasOwn(labels, label));
  return paragraphs([
    heading(2, explainedTitle(pod)),
    ...(pod.headline === undefined ? [] : [richText(pod.headline)]),
    ...(causes.length === 0 ? [] : [heading(3, "Cause"), list(causes)]),
    ...(timed.length === 0
      ? []
      : [
          heading(3, "Timeline"),
          table(
            {
              head: ["Time", "What happened", "How it is known"],
              rows: timed.map(({ label, text, shown }) => [label, text, shown]),
            },
            {},
          ),
        ]),
    ...Object.entries(labels).flatMap(([label, title]) => {
      const own = of((each) => each === label);
      return own.length === 0 ? [] : [heading(3, title), list(own.map(withShown))];
    }),
  ]);
}

function withShown({ text, shown }: ExplainedRow): string {
  return shown === "" ? text : `${text} (${shown})`;
}
