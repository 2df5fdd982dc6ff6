import { isFields } from "../../../shared/basics/values.ts";

/** UTF-16 units. A shorter text is read in full sooner than it matters. */
const longFrom = 65_536;

/**
 * Whether a long text is JSON that holds neither an object of Kubernetes, nor containers of one, nor rules of Prometheus, as dashboards and
 * lock files are: reading its tree would take seconds. Only strict JSON is taken for such, which means the same to a reader of YAML. An object has
 * its kind or its version at the top, or is an item of a list; what a template writes has containers somewhere.
 */
export function isLongJsonWithoutObject(text: string): boolean {
  if (text.length < longFrom || !/^[\s\uFEFF]*[[{]/.test(text)) return false;
  const root = parsed(text);
  if (root === undefined) return false;
  return !(isFields(root) && topKeys.some((key) => Object.hasOwn(root, key))) && !holdsContainers(root);
}

const topKeys = ["kind", "apiVersion", "items", "groups"];

/** Undefined where it is not strict JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function holdsContainers(root: unknown): boolean {
  const rest: unknown[] = [root];
  while (rest.length > 0) {
    const value = rest.pop();
    if (typeof value !== "object" || value === null) continue;
    if (isFields(value) && Array.isArray(value["containers"])) return true;
    for (const each of Object.values(value)) if (typeof each === "object") rest.push(each);
  }
  return false;
}
