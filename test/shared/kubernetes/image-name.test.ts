import { describe, expect, it } from "vitest";
import { parseImageName } from "../../../shared/kubernetes/image-name.ts";
import { isPlaceholder, isPlaceholderImage } from "../../../shared/kubernetes/placeholders.ts";

const sha256 = `sha256:${"0123456789abcdef".repeat(4)}`;

// The errors are those of pkg/util/parsers ParseImageName (v1.37.1).
const invalid: readonly (readonly [string, string])[] = [
  ["scripted/App:1", "invalid reference format: repository name (scripted/App) must be lowercase"],
  ["-scripted/app", "invalid reference format"],
  ["scripted/app:1:2", "invalid reference format"],
  ["scripted/app@sha256:123", "invalid reference format"],
  ["app:", "invalid reference format"],
  [" app", "invalid reference format"],
  ["a".repeat(300), "repository name must not be more than 255 characters"],
  [
    "0123456789abcdef".repeat(4),
    `invalid repository name (${"0123456789abcdef".repeat(4)}), cannot specify 64-byte hexadecimal strings`,
  ],
  [`app@md5:${"0".repeat(32)}`, "unsupported digest algorithm"],
  [`app@sha256:${"0".repeat(32)}`, "invalid checksum digest length"],
  [`app@${sha256.toUpperCase().replace("SHA256", "sha256")}`, "invalid checksum digest format"],
  [`app:${"t".repeat(129)}`, "invalid reference format"],
];

describe("the name of an image", () => {
  it.each(invalid)("%s is none", (image, error) => {
    expect(parseImageName(image)).toEqual({
      isValid: false,
      error: `couldn't parse image name ${JSON.stringify(image)}: ${error}`,
    });
  });

  it.each([
    ["nginx", true],
    ["nginx:latest", true],
    ["nginx:1", false],
    ["index.docker.io/nginx", true],
    ["localhost:5000/a/b", true],
    ["[::1]:5000/a:1", false],
    ["Upper/app:1", false],
    [`nginx@${sha256}`, false],
    [`nginx:latest@${sha256}`, true],
  ])("%s pulls by default: %s", (image, pullsByDefault) => {
    expect(parseImageName(image)).toEqual({ isValid: true, pullsByDefault });
  });

  it("is read in linear time", () => {
    for (const part of ["a", "a-", "a.", "a/", "a_", ":", "@"])
      expect(parseImageName(`${part.repeat(50_000)}!`).isValid).toBe(false);
  });
});

describe("an image that somebody fills in before it reaches a cluster", () => {
  it.each([
    "<CHANGE ME>",
    "$REGISTRY/web:1",
    "{{ .Values.image }}",
    "us-docker.pkg.dev/PROJECT_ID/web:1",
    "IMAGE",
    "ko://example.com/cmd/web",
    "bazel://app:image",
    "web:((tag))",
    "registry.example/web:__TAG__",
    "web:@TAG@",
    "web:%s",
  ])("%s", (image) => expect(isPlaceholderImage(image)).toBe(true));

  it.each(["Registry.example/Web:1", "alpine:invalid!", "web:V1", "web@sha256:abc"])("but not %s", (image) =>
    expect(isPlaceholderImage(image)).toBe(false),
  );
});

describe("a whole value that somebody fills in", () => {
  it.each([
    "$PORT",
    "<NAME>",
    "<your port>",
    "((port))",
    "__PORT__",
    "@PORT@",
    "%s",
    "%[2]d",
    "REPLACE_ME",
    "CHANGEME",
    "YOUR_NAME",
  ])("%s", (value) => expect(isPlaceholder(value)).toBe(true));
  it.each(["TCP", "NET_ADMIN", "$(PORT)", "$5", "a$PORT", "web", "", "<", "((", "10%", "@daily", "__", "%", "YOURS"])(
    "not %s",
    (value) => expect(isPlaceholder(value)).toBe(false),
  );
  it("is found in linear time", () => expect(isPlaceholder("<".repeat(1_000_000))).toBe(false));
});
