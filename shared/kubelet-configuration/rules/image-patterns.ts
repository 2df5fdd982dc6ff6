import { trimSpace } from "../../basics/go-text.ts";

const component = "[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*";
const label = "(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])";
const domain = `(?:${label}(?:\\.${label})*|\\[[a-fA-F0-9:]+\\])(?::[0-9]+)?`;
const reference = new RegExp(
  `^((?:${domain}/)?${component}(?:/${component})*)(?::([\\w][\\w.-]{0,127}))?(?:@([A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}))?$`,
);

/**
 * Why the kubelet refuses a pattern of images whose credentials are not verified; undefined if it takes it.
 * `mustBeNormal`: names that leave out the registry or `library/` are refused, as until 1.35.
 */
// Models pkg/kubelet/images/pullmanager/image_pull_policies.go ValidateAllowlistImagesPatterns (v1.37.1)
export function imagePatternError(pattern: string, mustBeNormal: boolean): string | undefined {
  if (pattern !== trimSpace(pattern)) return `leading/trailing spaces are not allowed: ${pattern}`;
  if (pattern.length < 1) return `the supplied pattern is too short: ${pattern}`;
  const isWildcard = pattern.endsWith("/*");
  if (pattern.slice(0, isWildcard ? -1 : undefined).includes("*"))
    return `not a valid wildcard pattern, only patterns ending with '/*' are allowed: ${pattern}`;
  // Of what a wildcard stands behind only the length counts.
  if (isWildcard) return pattern === "/*" ? "at least registry hostname is required" : undefined;
  const written = reference.exec(pattern);
  if (written === null) return `failed to parse as an image name: ${parseError(pattern, mustBeNormal)}`;
  const [, repository = "", tag, digest] = written;
  const isShort = mustBeNormal && !hasRegistry(repository);
  if (tag === undefined && digest === undefined && !isShort) return undefined;
  return `neither tag nor digest is accepted in an image reference: ${pattern}`;
}

// Models github.com/distribution/reference Parse (v0.6.0)
function parseError(name: string, mustBeNormal: boolean): string {
  const isUpper = !mustBeNormal && reference.test(name.toLowerCase());
  return isUpper ? "repository name must be lowercase" : "invalid reference format";
}

/** Docker's rule: the first part is a registry when it looks like a host. */
function hasRegistry(repository: string): boolean {
  const [first = "", ...rest] = repository.split("/");
  return rest.length > 0 && (/[.:]/.test(first) || first === "localhost" || first !== first.toLowerCase());
}
