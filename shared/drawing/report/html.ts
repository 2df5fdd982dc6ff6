import { escapeXml } from "../svg/svg-text.ts";

/** Markup that is safe to stand in the page. Only this file makes one of text. */
export interface Html {
  readonly html: string;
}

export type Content = string | Html | readonly Content[];

/** Texts are data: they are escaped. */
export function markup(content: Content): string {
  if (typeof content === "string") return escapeXml(content);
  return "html" in content ? content.html : content.map(markup).join("");
}

/** An element; attributes that are undefined are left out. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
  content: Content = "",
): Html {
  const written = Object.entries(attributes).map(([attribute, value]) =>
    value === undefined ? "" : ` ${attribute}="${escapeXml(String(value))}"`,
  );
  return { html: `<${name}${written.join("")}>${markup(content)}</${name}>` };
}

export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => Content;
  /** Numbers are set to the right; bars take the room that is left. */
  readonly is?: "number" | "bar" | undefined;
}

/** A table in a box that scrolls by itself where it is too wide. */
export function htmlTable<Row>(caption: string, columns: readonly Column<Row>[], rows: readonly Row[]): Html {
  const head = columns.map(({ head: text, is }) => element("th", { scope: "col", class: is }, text));
  const body = rows.map((row) => {
    const cells = columns.map(({ cell, is }, index) =>
      index === 0 ? element("th", { scope: "row" }, cell(row)) : element("td", { class: is }, cell(row)),
    );
    return element("tr", {}, cells);
  });
  const table = element("table", {}, [
    element("caption", { class: "hidden" }, caption),
    element("thead", {}, element("tr", {}, head)),
    element("tbody", {}, body),
  ]);
  return element("div", { class: "scroll", role: "region", "aria-label": caption, tabindex: 0 }, table);
}

export function section(title: string, parts: readonly Content[]): Html {
  return element("section", {}, [element("h2", {}, title), ...parts]);
}

export function list(items: readonly Content[]): Html {
  return element(
    "ul",
    {},
    items.map((item) => element("li", {}, item)),
  );
}
