import type { Path } from "../../../shared/basics/path.ts";
import { formatSpan } from "../../../shared/basics/span-words.ts";
import { formatPercent } from "../../../shared/basics/sum-words.ts";
import { crashLoopsOn, loadedAlertJudge } from "../../analysis/alert-judge.ts";
import { pathAt } from "../../manifest/text/position.ts";
import { rangeOf } from "../../manifest/text/ranges.ts";
import type { LoopVerdict } from "../../prometheus/alerts/judge/main.ts";
import { findingsOf } from "../../rules/findings.ts";
import type { Feature } from "../core/feature.ts";
import { analyzed } from "../core/subjects.ts";
import { docs } from "../hover/docs.ts";
import { hoverOf } from "../hover/markdown.ts";

const fields: ReadonlySet<string | number | undefined> = new Set(["alert", "expr", "for"]);

/** What an alert does for crash loops on the assumed nodes: on its name, its expression, and its `for`. */
export const alerts: Feature = {
  name: "alerts",
  hover(context, placed, offset) {
    const judge = placed.document.hasAlerts ? loadedAlertJudge() : undefined;
    if (judge === undefined) return undefined;
    const { path, on } = pathAt(placed.document, offset);
    if (!fields.has(path.at(-1))) return undefined;
    const found = judge.verdicts(
      placed.document.value(),
      path.slice(0, -1),
      crashLoopsOn(context.settings.assumptions),
    );
    if (found === undefined) return undefined;
    const { name, plain, probed } = found;
    return hoverOf(
      {
        first: `${name} for a container that crashes in a loop:`,
        table: {
          head: ["Container", "Fires"],
          rows: [
            ["without probes", verdictText(plain)],
            ["with a readiness probe", verdictText(probed)],
          ],
        },
        notes: isRewritable(path.slice(0, -1)) ? [costOfRewriting] : [],
        docs: docs.restarts,
      },
      context,
      { placed, range: rangeOf(placed.document, path, on) },
    );

    function isRewritable(rule: Path): boolean {
      const found = findingsOf(analyzed(context, placed)).filter((finding) => finding.rule === "alert-never-fires");
      return found.some(
        ({ fix }) => fix?.kind === "set-field" && fix.path.join() === rule.join() && fix.field === "expr",
      );
    }
  },
};

/** Measured: docs/findings.md. */
const costOfRewriting =
  "The quick fix writes an expression that also counts restarts: 3 in 10 minutes. With for: 15m, it stays silent after single restarts. It also fires when restarts go on for about 6 minutes or more and then end: in 6 of 10 simulated outages of 10 minutes, for one minute.";

function verdictText({ outcome, fires, share, because }: LoopVerdict): string {
  const when = fires === undefined ? "" : `after ${formatSpan(fires)}`;
  switch (outcome) {
    case "fires":
      return when;
    case "sometimes":
      return `in ${formatPercent(share)} of runs, ${when}`;
    default:
      return `never: ${because}`;
  }
}
