import type { SyntaxNode, Tree } from "@lezer/common";
import { parser } from "@prometheus-io/lezer-promql";

/** A tree with the text that it is of. */
interface BoundTree {
  readonly tree: Tree;
  readonly text: string;
  /** Where a place in `text` was before parentheses were added. */
  readonly offsetOf: (place: number) => number;
}

/** The most offsets, ranges, and subqueries after operators in one expression. */
const postfixesMax = 100;

/**
 * Parses so that `a - b offset 5m` shifts `b` alone, as in Prometheus: the grammar of lezer-promql gives an offset, a range, and a
 * subquery the whole of what stands before them. Adds parentheses where they are needed.
 */
export function parseBound(written: string): BoundTree {
  const added: number[] = [];
  let text = written;
  let tree = parser.parse(text);
  for (let count = 0; count < postfixesMax; count++) {
    const loose = looselyBound(tree);
    if (loose === undefined) break;
    text = `${text.slice(0, loose.from)}(${text.slice(loose.from, loose.to)})${text.slice(loose.to)}`;
    for (const [index, place] of added.entries())
      added[index] = place + (place >= loose.from ? 1 : 0) + (place >= loose.to ? 1 : 0);
    added.push(loose.from, loose.to + 1);
    tree = parser.parse(text);
  }
  return { tree, text, offsetOf: (place) => place - added.filter((each) => each < place).length };
}

const postfixes: ReadonlySet<string> = new Set([
  "OffsetExpr",
  "MatrixSelector",
  "SubqueryExpr",
  "StepInvariantExpr",
  "AnchoredExpr",
  "SmoothedExpr",
]);

/** The first operand, with what follows it, that the tree does not bind together. */
function looselyBound(tree: Tree): { readonly from: number; readonly to: number } | undefined {
  let found: { from: number; to: number } | undefined;
  const cursor = tree.cursor();
  do {
    const { node } = cursor;
    const operand = postfixes.has(node.name) ? node.firstChild : null;
    if (operand === null || !isOperation(operand)) continue;
    const to = node.to;
    // The innermost one is the shortest.
    if (found === undefined || to < found.to) found = { from: lastOperand(operand).from, to };
  } while (cursor.next());
  return found;
}

function isOperation({ name }: SyntaxNode): boolean {
  return name === "BinaryExpr" || name === "UnaryExpr";
}

function lastOperand(operation: SyntaxNode): SyntaxNode {
  let node = operation;
  while (isOperation(node) && node.lastChild !== null) node = node.lastChild;
  return node;
}
