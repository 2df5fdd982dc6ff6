import { formatPath, formatStrictPath } from "../../../shared/basics/path.ts";
import type { Finding } from "../core/model.ts";

/** Where a finding is, as the API server writes it; in a list, below the object. */
export function fieldPathOf({ item, path, errorType }: Pick<Finding, "item" | "path" | "errorType">): string {
  // In a list the object stands below `items[n]`.
  const inObject = item === undefined ? path : path.slice(2);
  return errorType === "UnknownField" ? formatStrictPath(inObject) : formatPath(inObject);
}
