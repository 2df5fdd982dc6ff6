import { isAbsolute, relative, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";

/** The path of a file from the root of the report, with slashes; undefined if it lies elsewhere. */
export function pathInRoot(
  path: string,
  { root, cwd }: { readonly root: string; readonly cwd: string },
): string | undefined {
  const inside = relative(root, resolve(cwd, path === "-" ? "stdin" : path));
  return inside.startsWith("..") || isAbsolute(inside) ? undefined : inside.split(sep).join("/");
}

/** The same as a URI: relative, or that of a file elsewhere. */
export function uriInRoot(path: string, place: { readonly root: string; readonly cwd: string }): string {
  const inside = pathInRoot(path, place);
  if (inside === undefined) return pathToFileURL(resolve(place.cwd, path)).href;
  return inside.split("/").map(encodeURIComponent).join("/");
}
