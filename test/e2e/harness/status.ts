import { eventually } from "../../patience.ts";
import { appears } from "./appears.ts";
import type { Workbench } from "./workbench.ts";

const hoverPatienceMs = 1_500;

/** What the language status of the status bar (the braces beside YAML) says of a matter of ours, as soon as it matches. */
export async function languageStatus(
  { page }: Workbench,
  pattern: RegExp,
  about: string | RegExp = "Kubernetes",
): Promise<string> {
  const braces = page.locator('[id="status.languageStatus"]');
  const shown = page.locator(".monaco-hover:visible .hover-language-status").filter({ hasText: about });
  let last = "nothing";
  return await eventually(
    () => `the language status does not match ${pattern}; it says: ${last}`,
    async () => {
      await page.mouse.move(1, 1);
      await braces.hover();
      await appears(shown.first(), hoverPatienceMs);
      last = (await shown.allInnerTexts())[0] ?? "nothing";
      const text = last.replace(/\s+/g, " ").trim();
      return pattern.test(text) ? text : undefined;
    },
  );
}
