/**
 * Takes a list apart while it comes: a page of large objects is never in memory as a whole. Gives the text of each object in `items` at
 * the top, and keeps the rest, in which a 0 stands for each: it is JSON exactly if the list is.
 */
export class ListItems {
  /** The pieces of the object that is being read; undefined between objects. */
  #begun: string[] | undefined;
  #begunLength = 0;
  #rest = "";
  #depth = 0;
  #isInText = false;
  #isEscaped = false;
  /** In the list, which is at this depth. */
  #isInItems = false;

  /** The texts of the objects that end in this part. */
  take(part: string): readonly string[] {
    const ended: string[] = [];
    /** What is before it has been kept. */
    let from = 0;
    for (let at = 0; at < part.length; at += 1) {
      const code = part.charCodeAt(at);
      if (this.#isInText) this.#readText(code);
      else if (code === quote) this.#isInText = true;
      else if (code === openBrace || code === openBracket) {
        if (this.#opensSomething(code)) {
          this.#keep(part.slice(from, at));
          from = at;
          this.#open(code);
        }
        this.#depth += 1;
      } else if (code === closeBrace || code === closeBracket) {
        this.#depth -= 1;
        if (!this.#endsObject()) continue;
        this.#keep(part.slice(from, at + 1));
        from = at + 1;
        ended.push(this.#end());
      }
    }
    this.#keep(part.slice(from));
    return ended;
  }

  #readText(code: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (code === backslash) this.#isEscaped = true;
    else if (code === quote) this.#isInText = false;
  }

  #opensSomething(code: number): boolean {
    if (code === openBrace) return this.#isInItems && this.#depth === itemsDepth;
    return this.#depth === itemsDepth - 1;
  }

  /** An object of the list, or a list that may be it. */
  #open(code: number): void {
    if (code === openBracket) {
      this.#isInItems = /"items"\s{0,9}:\s{0,9}$/.test(this.#rest.slice(-nameMax));
      return;
    }
    this.#rest += "0";
    this.#begun = [];
  }

  #endsObject(): boolean {
    if (this.#depth < itemsDepth) this.#isInItems = false;
    return this.#depth === itemsDepth && this.#begun !== undefined;
  }

  #end(): string {
    const text = this.#begun?.join("") ?? "";
    this.#begun = undefined;
    this.#begunLength = 0;
    return text;
  }

  /** So many characters are kept. */
  get keptLength(): number {
    return this.#begunLength + this.#rest.length;
  }

  /** The list without its objects, once all of it was taken. */
  get rest(): string {
    return this.#begun === undefined ? this.#rest : `${this.#rest}${this.#begun.join("")}`;
  }

  #keep(piece: string): void {
    if (this.#begun === undefined) this.#rest += piece;
    else {
      this.#begun.push(piece);
      this.#begunLength += piece.length;
    }
  }
}

/** The object that is the list is at depth 0, its items are at 2. */
const itemsDepth = 2;
/** The name of the list, and some blanks. */
const nameMax = 40;
const [quote = 0, backslash = 0, openBrace = 0, closeBrace = 0, openBracket = 0, closeBracket = 0] = Array.from(
  '"\\{}[]',
  (each) => each.charCodeAt(0),
);
