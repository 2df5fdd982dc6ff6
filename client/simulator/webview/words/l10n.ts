import * as z from "zod/mini";
import { translationsId } from "../../../../shared/protocol/values/page-parts.ts";
import { parseMessage } from "../../../../shared/protocol/values/parse.ts";

const translationsSchema = z.record(z.string(), z.string());

let translations: Readonly<Record<string, string>> | undefined;

/**
 * A text of the page in VS Code's display language. The English text is the key; `{0}` stands for the first of `values`.
 * It has to be a plain string literal: `npx vitest run test/repository/code/l10n.test.ts` collects them into l10n/bundle.l10n.json.
 */
export function t(text: string, ...values: readonly (string | number)[]): string {
  translations ??= readTranslations();
  const translation = Object.hasOwn(translations, text) ? translations[text] : undefined;
  return fillIn(translation ?? text, values);
}

function fillIn(text: string, values: readonly (string | number)[]): string {
  return text.replace(/\{(\d+)\}/g, (placeholder, index) => String(values[Number(index)] ?? placeholder));
}

/** English where the page brought none. */
function readTranslations(): Readonly<Record<string, string>> {
  const element = typeof document === "undefined" ? null : document.getElementById(translationsId);
  if (element === null) return {};
  return parseMessage(translationsSchema, JSON.parse(element.textContent ?? ""), "translations").value ?? {};
}
