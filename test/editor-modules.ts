import { registerHooks } from "node:module";

/** What stands for the modules that only an editor has. */
const standIns = new Map([
  ["vscode", import.meta.resolve("./client/vscode.ts")],
  ["vscode-languageclient", import.meta.resolve("./client/language-client.ts")],
]);

registerHooks({
  resolve: (specifier, context, next) => next(standIns.get(specifier) ?? specifier, context),
});
