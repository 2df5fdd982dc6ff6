import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";

// Each of these is looked for in the root by a program, a service or a person; everything else has a folder.
const allowed = [
  ...[
    ".ci",
    ".github",
    ".vscode",
    "client",
    "docs",
    "examples",
    "http",
    "l10n",
    "media",
    "packaging",
    "server",
    "shared",
  ],
  ...["syntaxes", "test", "tools"],
  ...[".editorconfig", ".gitattributes", ".gitignore", ".npmrc", ".pre-commit-hooks.yaml", ".vscodeignore"],
  ...[
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CODE_OF_CONDUCT.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "README.md",
    "SECURITY.md",
  ],
  ...["action.yml", "biome.json", "build.mjs", "package.json", "package.nls.json", "package-lock.json"],
  ...["tsconfig.base.json", "tsconfig.json", "vitest.config.ts"],
];

it("has in its root only what is looked for there", () => {
  const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    encoding: "utf8",
  });
  const names = new Set(files.split("\0").flatMap((file) => file.split("/", 1)));
  names.delete("");
  expect([...names].filter((name) => !allowed.includes(name))).toEqual([]);
});
