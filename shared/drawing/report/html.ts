import { type Content, element, type Markup } from "../../basics/markup.ts";

export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => Content;
  /** Numbers are set to the right; bars take the room that is left. */
  readonly is?: "number" | "bar" | undefined;
}

/** A table in a box that scrolls by itself where it is too wide. */
export function htmlTable<Row>(caption: string, columns: readonly Column<Row>[], rows: readonly Row[]): Markup {
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

export function section(title: string, parts: readonly Content[]): Markup {
  return element("section", {}, [element("h2", {}, title), ...parts]);
}

export function list(items: readonly Content[]): Markup {
  return element(
    "ul",
    {},
    items.map((item) => element("li", {}, item)),
  );
}
