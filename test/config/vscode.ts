import { fileURLToPath } from "node:url";

const inClient = (file: string): string => fileURLToPath(new URL(`../client/${file}`, import.meta.url));

/** What stands for the modules that only an editor has. */
export const vscode = {
  resolve: {
    alias: [
      { find: /^vscode$/, replacement: inClient("vscode.ts") },
      { find: /^vscode-languageclient$/, replacement: inClient("language-client.ts") },
    ],
  },
};
