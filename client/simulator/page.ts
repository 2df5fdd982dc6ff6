import { type Markup, markup, noMarkup, verbatim } from "../../shared/basics/markup.ts";
import type { ToPage } from "../../shared/protocol/panel/panel.ts";
import type { ToRolloutPage } from "../../shared/protocol/pod/rollout.ts";
import {
  firstMessageId,
  laterScriptId,
  runPartsScriptId,
  translationsId,
} from "../../shared/protocol/values/page-parts.ts";

/** What the panel's page is made of, as texts: it fetches nothing. The build writes them into dist. */
export interface PageTexts {
  readonly styles: string;
  /** The script that draws the first picture. */
  readonly first: string;
  /** The script that the first one runs when a Job or a scenario is played; empty: there is none. */
  readonly runParts: string;
  /** The script that the first one runs after its picture; empty: there is none. */
  readonly later: string;
}

export const pageFiles: Readonly<Record<keyof PageTexts, string>> = {
  styles: "webview.css",
  first: "webview-first.js",
  runParts: "webview-run-parts.js",
  later: "webview-later.js",
};

/** The same of a rollout, whose page has one script. */
export const rolloutPageFiles = { styles: "webview-rollout.css", first: "webview-rollout.js" } as const;

export interface PageOptions {
  /** New for each page. */
  readonly nonce: string;
  readonly title: string;
  /** The first message, so that the page need not ask for it; undefined if it is not known yet. */
  readonly message: ToPage | ToRolloutPage | undefined;
  /** The display language and its translations by the English text; undefined means English. */
  readonly translated?: { readonly language: string; readonly texts: Readonly<Record<string, string>> } | undefined;
}

/**
 * The page of the panel. Nothing in it is fetched or without the nonce; of the manifest it has the title and the pod, as text and
 * as data. What the first script may read stands before it, for it runs before the browser has read on. It is ASCII: with one letter
 * that is not Latin, each copy on its way through VS Code's processes has twice the bytes.
 */
export function pageHtml(
  { styles, first, runParts, later }: PageTexts,
  { nonce, title, message, translated }: PageOptions,
): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return markup`<!DOCTYPE html>
<html lang="${inAscii(translated?.language ?? "en")}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${inAscii(title)}</title>
<style nonce="${nonce}">${verbatim(styles)}</style>
</head>
<body>${message === undefined ? noMarkup : dataBlock("application/json", firstMessageId, jsonInAscii(message))}
${translated === undefined ? noMarkup : dataBlock("application/json", translationsId, jsonInAscii(translated.texts))}
${runParts === "" ? noMarkup : dataBlock("text/plain", runPartsScriptId, runParts)}
<script nonce="${nonce}">${verbatim(first)}</script>
${later === "" ? noMarkup : dataBlock("text/plain", laterScriptId, later)}</body>
</html>
`.markup;
}

/** Data that a browser does not run. */
function dataBlock(type: string, id: string, data: string): Markup {
  return markup`<script type="${type}" id="${id}">${verbatim(data)}</script>`;
}

/** No letter of it can end the block that it stands in. */
function jsonInAscii(message: ToPage | ToRolloutPage | Readonly<Record<string, string>>): string {
  return JSON.stringify(message).replace(/[<\u0080-\uffff]/g, (letter) => {
    return `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

const lettersAndDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const nonceLength = 32;

/** A word that no other page has. */
export function createNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(nonceLength));
  return Array.from(bytes, (byte) => lettersAndDigits[byte % lettersAndDigits.length]).join("");
}

/** Letters that ASCII lacks become references. */
function inAscii(text: string): Markup {
  const escaped = markup`${text}`.markup;
  return verbatim(escaped.replace(/[\u{80}-\u{10ffff}]/gu, (letter) => `&#${letter.codePointAt(0)};`));
}
