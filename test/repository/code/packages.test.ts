import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import * as z from "zod";

const lock = z.object({ packages: z.record(z.string(), z.unknown()) });

// Two of one would be bundled beside each other, and speak of different types.
it.each(["vscode-jsonrpc", "vscode-languageserver-protocol", "vscode-languageserver-types"])(
  "the client and the server have one version of %s",
  (name) => {
    const { packages } = lock.parse(JSON.parse(readFileSync("package-lock.json", "utf8")));
    expect(Object.keys(packages).filter((path) => path.endsWith(`node_modules/${name}`))).toEqual([
      `node_modules/${name}`,
    ]);
  },
);
