import { isPlaceholderImage } from "./placeholders.ts";

/** What a container runtime asks for by the name of an image, or why the kubelet cannot read the name. */
type ImageName =
  | { readonly isValid: true; readonly pullsByDefault: boolean }
  | { readonly isValid: false; readonly error: string };

const identifier = /^[a-f0-9]{64}$/;
const domainPart = "(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?)";
const domain = `(?:${domainPart}(?:\\.${domainPart})*|\\[[a-fA-F0-9:]+\\])(?::[0-9]+)?`;
const pathPart = "[a-z0-9]+(?:(?:__|[._]|-+)[a-z0-9]+)*";
const remoteName = `${pathPart}(?:/${pathPart})*`;
const tag = "[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}";
const digest = "[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}";
const reference = new RegExp(`^(?:(${domain})/)?(${remoteName})(?::(${tag}))?(?:@(${digest}))?$`);
const nameLengthMax = 255;

/**
 * Reads the name of an image as the kubelet does before it pulls. `pullsByDefault`: without a policy of its own the
 * container pulls at each start, because the tag is `latest` or there is none. `error`: the kubelet's own words.
 * Models pkg/util/parsers/parsers.go ParseImageName (v1.37.1) and github.com/distribution/reference ParseNormalizedNamed (v0.6.0).
 */
export function parseImageName(image: string): ImageName {
  const found = parse(image);
  if (typeof found !== "string") return found;
  return { isValid: false, error: `couldn't parse image name ${JSON.stringify(image)}: ${found}` };
}

/** A container with it starts, as far as its name decides that. */
export function isReadableImage(image: string): boolean {
  return image === "" || isPlaceholderImage(image) || parseImageName(image).isValid;
}

function parse(image: string): ImageName | string {
  if (identifier.test(image)) return `invalid repository name (${image}), cannot specify 64-byte hexadecimal strings`;
  const [registry, rest] = splitDomain(image);
  const [remote = ""] = rest.split(":", 1);
  if (remote !== remote.toLowerCase()) return `invalid reference format: repository name (${remote}) must be lowercase`;
  const whole = `${registry}/${rest}`;
  const match = reference.exec(whole);
  if (match === null)
    return reference.test(whole.toLowerCase()) ? "repository name must be lowercase" : "invalid reference format";
  const [, , path = "", tagged, digested] = match;
  if (path.length > nameLengthMax) return `repository name must not be more than ${nameLengthMax} characters`;
  const problem = digested === undefined ? undefined : digestProblem(digested);
  return (
    problem ?? { isValid: true, pullsByDefault: (tagged ?? (digested === undefined ? "latest" : "")) === "latest" }
  );
}

/** Of a name as it is written in full, with its registry; else what is wrong with it. Models ParseNamed of github.com/distribution/reference (v0.6.0). */
export function parseCanonicalName(
  image: string,
): { readonly hasTag: boolean; readonly algorithm: string | undefined } | { readonly problem: string } {
  const found = parse(image);
  if (typeof found === "string") return { problem: found };
  if (splitDomain(image).join("/") !== image) return { problem: "repository name must be canonical" };
  const [, , , tagged, digested] = reference.exec(image) ?? [];
  return { hasTag: tagged !== undefined, algorithm: digested?.split(":")[0] };
}

const dockerDomain = "docker.io";

/** Models splitDockerDomain of github.com/distribution/reference (v0.6.0). */
function splitDomain(image: string): readonly [string, string] {
  const slash = image.indexOf("/");
  if (slash < 0) return [dockerDomain, `library/${image}`];
  const first = image.slice(0, slash);
  const isDomain = first === "localhost" || /[.:]/.test(first) || first !== first.toLowerCase();
  const registry = isDomain && first !== "index.docker.io" ? first : dockerDomain;
  const rest = isDomain ? image.slice(slash + 1) : image;
  return [registry, registry === dockerDomain && !rest.includes("/") ? `library/${rest}` : rest];
}

const encodedLengths: Readonly<Record<string, number>> = { sha256: 64, sha384: 96, sha512: 128 };

/** Models github.com/opencontainers/go-digest Digest.Validate (v1.0.0). */
function digestProblem(text: string): string | undefined {
  const [algorithm = "", encoded = ""] = text.split(":");
  const length = encodedLengths[algorithm];
  if (length === undefined)
    return /^[a-z0-9]+(?:[.+_-][a-z0-9]+)*$/.test(algorithm)
      ? "unsupported digest algorithm"
      : "invalid checksum digest format";
  if (encoded.length !== length) return "invalid checksum digest length";
  return /^[a-f0-9]+$/.test(encoded) ? undefined : "invalid checksum digest format";
}
