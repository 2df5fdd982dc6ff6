import type { ScalarNode, TreeNode } from "../text/model.ts";
import { plainValue } from "../text/values.ts";

/**
 * Like `plainValue`, for those who check numbers of 64 bits: integers that a float cannot hold are bigint.
 * Whatever a template or a variable decides is undefined.
 */
export function exactValue(node: TreeNode, text: string): unknown {
  return plainValue(node, (scalar) => exactScalar(scalar, text));
}

function exactScalar({ value, unknown, style, start, end }: ScalarNode, text: string): unknown {
  if (unknown) return undefined;
  if (typeof value !== "number" || style !== "plain" || Number.isSafeInteger(value)) return value;
  const digits = text.slice(start, end).replaceAll("_", "");
  return /^-?\d+$/.test(digits) ? BigInt(digits) : value;
}
