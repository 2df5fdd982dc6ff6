/** The elements of a long array, written one after the other as `prettyJson` writes them. */
interface ArrayParts {
  next(element: unknown): string;
  /** The bracket that ends it. */
  end(): string;
}

/** `depth`: how deep the array stands. Its first bracket is written by the caller. */
export function arrayParts(depth: number): ArrayParts {
  let isEmpty = true;
  return {
    next(element) {
      const separator = isEmpty ? "\n" : ",\n";
      isEmpty = false;
      return separator + indented(element, depth + 1);
    },
    end: () => (isEmpty ? "]" : `\n${indent.repeat(depth)}]`),
  };
}

const indent = "  ";

/** A value that stands so deep in a text of JSON, on lines of its own. */
export function indented(value: unknown, depth: number): string {
  return JSON.stringify(value, undefined, indent.length).replace(/^/gm, indent.repeat(depth));
}
