import { expect, it } from "vitest";
import { plainMessage } from "../../../client/basics/plain-message.ts";

/** What VS Code's notifications take for a link. */
const link = /\[[^\]]+\]\((?:https?:\/\/|command:|file:)[^)\s]+(?: ["'].+?["'])?\)/i;

it.each([
  "Context [Fix it](command:workbench.action.quit) has no live pods of this manifest.",
  "[[a](https://evil.example)](command:workbench.action.quit)",
  "[a](https://evil.example 'title')",
])("no link of a name: %s", (message) => {
  expect(message).toMatch(link);
  expect(plainMessage(message)).not.toMatch(link);
  expect(plainMessage(message).replaceAll("\u2060", "")).toBe(message);
});

it("leaves other messages as they are", () => {
  expect(plainMessage("spec.containers[0] (app) is gone")).toBe("spec.containers[0] (app) is gone");
});
