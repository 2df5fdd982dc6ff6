import { closingLines, type Opening, type PlayedPod, toldRows } from "./timeline-text.ts";

/** Characters that Markdown would not show as they are, in a cell of a table or in a line. */
const special = /[\\`*_[\]<>|#~$&]/g;

/** The same table for a page: a heading, the answer, what is assumed, one row for each thing that happened, what became of expectations. */
export function timelineMarkdown(played: PlayedPod, { answer, notes }: Opening): string {
  const head = ["Time", "Container", "What", "Why"];
  const rows = toldRows(played).map((cells) => tableRow(cells.map(escapeMarkdown)));
  const [end, ...judged] = closingLines(played);
  const parts = [
    [`# ${escapeMarkdown(played.name)}`],
    [answerMarkdown(answer)],
    notes.map(escapeMarkdown),
    [escapeMarkdown(`${played.assumptionsText} · seed ${played.timeline.seed}`)],
    [tableRow(head), "|---:|---|---|---|", ...rows],
    [escapeMarkdown(end ?? "")],
    judged.map((line) => `- ${escapeMarkdown(line)}`),
  ];
  const texts = parts.map((lines) => lines.filter((line) => line !== "").join("\n"));
  return `${texts.filter((text) => text !== "").join("\n\n")}\n`;
}

/** Names stand between backticks in it, which Markdown knows. */
function answerMarkdown(answer: string): string {
  return answer
    .split("`")
    .map((part, index) => (index % 2 === 1 ? `\`${part}\`` : escapeMarkdown(part)))
    .join("");
}

function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function escapeMarkdown(text: string): string {
  return text.replace(/\s+/g, " ").replace(special, "\\$&");
}
