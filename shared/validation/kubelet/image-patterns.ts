import { trimSpace } from "../../basics/go-text.ts";

const component = "[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*";
const label = "(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])";
const domain = `(?:${label}(?:\\.${label})*|\\[[a-fA-F0-9:]+\\])(?::[0-9]+)?`;
const reference = new RegExp(
  `^((?:${domain}/)?${component}(?:/${component})*)(?::([\\w][\\w.-]{0,127}))?(?:@([A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}))?$`,
);

/**
 * Why the kubelet refuses a pattern of images whose credentials are not verified; undefined: it takes it.
 * `mustBeNormal`: names that leave out the registry or `library/` are refused, as until 1.35.
 */
// Models pkg/kubelet/images/pullmanager/image_pull_policies.go ValidateAllowlistImagesPatterns (v1.37.1)
export function imagePatternError(pattern: string, mustBeNormal: boolean): string | undefined {
  if (pattern !== trimSpace(pattern)) return `leading/trailing spaces are not allowed: ${pattern}`;
  if (pattern.length < 1) return `the supplied pattern is too short: ${pattern}`;
  const name = pattern.endsWith("/*") ? pattern.slice(0, -2) : pattern;
  if (name === "") return "at least registry hostname is required";
  if (name.includes("*")) return `not a valid wildcard pattern, only patterns ending with '/*' are allowed: ${pattern}`;
  const written = reference.exec(name) ?? (isHost(name) ? [name, name, undefined, undefined] : null);
  if (written === null) return `failed to parse as an image name: ${name}`;
  const [, repository = "", tag, digest] = written;
  const isShort = mustBeNormal && !pattern.endsWith("/*") && !hasRegistry(repository);
  if (tag === undefined && digest === undefined && !isShort) return undefined;
  return `neither tag nor digest is accepted in an image reference: ${name}`;
}

/** Docker's rule: the first part is a registry when it looks like a host. */
function hasRegistry(repository: string): boolean {
  const [first = "", ...rest] = repository.split("/");
  return rest.length > 0 && (/[.:]/.test(first) || first === "localhost" || first !== first.toLowerCase());
}

function isHost(name: string): boolean {
  return new RegExp(`^${domain}$`).test(name);
}
