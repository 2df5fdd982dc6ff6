import { Marked, type Token, type TokensList } from "marked";

/** The reader that VS Code itself uses for hovers, with the extensions of GitHub: tables, bare addresses as links. */
const reader = new Marked({ gfm: true });

export interface Shown {
  /** What people read, one block after the other. */
  readonly text: string;
  /** Where links lead. */
  readonly links: readonly string[];
  /** Everything in it that is not plain text, code, a paragraph, heading, list, table or link. */
  readonly live: readonly string[];
}

const blocks = ["space", "paragraph", "heading", "list", "list_item", "table", "link"];
const words = ["text", "escape", "codespan"];

export function shownOf(markdown: string): Shown {
  const tokens: TokensList = reader.lexer(markdown);
  const links: string[] = [];
  const live: string[] = [];
  let text = "";
  void reader.walkTokens(tokens, (token: Token) => {
    if (token.type === "link" && "href" in token) links.push(String(token.href));
    if (![...blocks, ...words].includes(token.type)) live.push(`${token.type}: ${token.raw}`);
    const isWord = words.includes(token.type) && !("tokens" in token && token.tokens !== undefined);
    if (isWord && "text" in token) text += token.type === "text" ? decoded(String(token.text)) : String(token.text);
  });
  return { text, links, live };
}

function decoded(text: string): string {
  return text.replaceAll("&#91;", "[").replaceAll("&#93;", "]").replaceAll("&nbsp;", "");
}
