/** An element of a document, with its text but without that of its children. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

const token = /<\/([\w:-]+)>|<([\w:-]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy;
/** What XML 1.0 allows to stand in a document at all. */
const allowed = /^[\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]*$/u;

/** Reads a document without comments, CDATA and declarations; throws at the first place that is not well-formed. */
export function readXml(text: string): Element {
  if (!allowed.test(text)) throw new Error("a character that XML forbids");
  const root: Element = { name: "", attributes: {}, children: [], text: "" };
  const open = [root];
  let at = 0;
  for (const match of text.matchAll(token)) {
    const [whole, closed, opened, attributes = "", slash, content] = match;
    const parent = open.at(-1) ?? root;
    if (closed !== undefined && open.pop()?.name !== closed) throw new Error(`</${closed}> closes something else`);
    if (content !== undefined) parent.text += unescaped(content);
    if (opened !== undefined) {
      const element: Element = { name: opened, attributes: readAttributes(attributes), children: [], text: "" };
      parent.children.push(element);
      if (slash === "") open.push(element);
    }
    at = match.index + whole.length;
  }
  if (at !== text.length) throw new Error(`not understood: ${text.slice(at, at + 60)}`);
  const [document] = root.children;
  if (document === undefined || open.length !== 1 || root.children.length !== 1) throw new Error("not one element");
  return document;
}

/** The element and all below it. */
export function allOf(element: Element): Element[] {
  return [element, ...element.children.flatMap(allOf)];
}

function readAttributes(text: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name = "", value = ""] of text.matchAll(/([\w:-]+)="([^"]*)"/g)) {
    if (Object.hasOwn(attributes, name)) throw new Error(`${name} twice`);
    attributes[name] = unescaped(value);
  }
  return attributes;
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };

function unescaped(text: string): string {
  return text.replace(/&([^;&]*;?)/g, (whole, name: string) => {
    const character = entities[name.replace(/;$/, "")];
    if (character === undefined || !name.endsWith(";")) throw new Error(`${whole} is no entity`);
    return character;
  });
}
