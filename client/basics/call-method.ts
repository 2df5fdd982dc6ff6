/**
 * Calls a method of another extension's object; undefined if it has none of the name. Its objects are instances of classes: a method is
 * called on the object itself, not on a parsed copy.
 */
export function callMethod(object: unknown, name: string, ...args: readonly unknown[]): unknown {
  if (typeof object !== "object" || object === null) return undefined;
  const method: unknown = Reflect.get(object, name);
  return typeof method === "function" ? Reflect.apply(method, object, args) : undefined;
}
