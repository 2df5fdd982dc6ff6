import { afterEach, expect, it, vi } from "vitest";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

it("speaks English where the page has no translations", async () => {
  const t = await translator();
  expect(t("Run {0} of {1}", 2, "app")).toBe("Run 2 of app");
  expect(t("{0} and {1}", "a")).toBe("a and {1}");
  expect(t("constructor")).toBe("constructor");
});

it("takes the translations that the page brought, by the English text", async () => {
  const t = await translator('{"Run {0} of {1}": "{1}: Lauf {0}"}');
  expect(t("Run {0} of {1}", 2, "{0}")).toBe("{0}: Lauf 2");
  expect(t("Restart")).toBe("Restart");
});

it("speaks English where the translations are of another kind", async () => {
  const t = await translator('{"Restart": 1}');
  expect(t("Restart")).toBe("Restart");
});

/** `t` of a page whose HTML has these translations. */
async function translator(json?: string): Promise<(text: string, ...values: readonly (string | number)[]) => string> {
  vi.stubGlobal("document", { getElementById: () => (json === undefined ? null : { textContent: json }) });
  return (await import("../../../../../client/simulator/webview/words/l10n.ts")).t;
}
