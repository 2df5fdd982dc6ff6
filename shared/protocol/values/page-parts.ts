/** Of the element of the page's HTML that holds its first message, as JSON. */
export const firstMessageId = "first-message";

/** Of the element of the page's HTML that holds the script that only the runs of Jobs and of pods with a scenario need. */
export const runPartsScriptId = "run-parts-script";

/** Of the element of the page's HTML that holds the script that its first picture does not need. */
export const laterScriptId = "later-script";

/** Of the element of the page's HTML that holds the translations of its texts, as JSON. It is left out where the display language is English. */
export const translationsId = "translations";
