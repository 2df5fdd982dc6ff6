export interface CodeBlock {
  readonly language: string;
  readonly text: string;
  /** Of the fence, from 1. */
  readonly line: number;
}

/** The fenced code blocks of a page. */
export function codeBlocks(page: string): readonly CodeBlock[] {
  return [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(({ index, 1: language = "", 2: text = "" }) => ({
    language,
    text,
    line: page.slice(0, index).split("\n").length,
  }));
}

/** Targets of links and pictures outside of code. */
export function linksOf(page: string): readonly string[] {
  const prose = page.replace(/^```[\s\S]*?^```$/gm, "").replace(/`[^`\n]*`/g, "");
  return [...prose.matchAll(/\]\(([^()\s]+)\)/g)].map(([, target = ""]) => target);
}

/** The anchors that GitHub gives the headings of a page. */
export function anchorsOf(page: string): ReadonlySet<string> {
  const headings = page.replace(/^```[\s\S]*?^```$/gm, "").matchAll(/^#{1,6} (.*)$/gm);
  return new Set([...headings].map(([, heading = ""]) => slugOf(heading)));
}

function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .trim()
    .replaceAll(" ", "-");
}
