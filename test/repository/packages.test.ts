import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import * as z from "zod";

const lock = z.object({ packages: z.record(z.string(), z.unknown()) });

// vscode-languageserver 10.1.2 asks for protocol 3.18.4 and vscode-languageclient 11.0.0 for 3.18.5, which differ in nothing but the
// version of vscode-jsonrpc. `overrides` in package.json gives both the newer one, which has repairs of the connection; a newer
// server makes it unnecessary.
it.each(["vscode-jsonrpc", "vscode-languageserver-protocol", "vscode-languageserver-types"])(
  "the client and the server have one version of %s",
  (name) => {
    const { packages } = lock.parse(JSON.parse(readFileSync("package-lock.json", "utf8")));
    expect(Object.keys(packages).filter((path) => path.endsWith(`node_modules/${name}`))).toEqual([
      `node_modules/${name}`,
    ]);
  },
);
