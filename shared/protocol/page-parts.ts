/** Of the element of the page's HTML that holds its first message, as JSON. */
export const firstMessageId = "first-message";

/** Of the elements of the page's HTML that hold its packed scripts: what draws the first picture, and what that one does not need. */
export const firstScriptId = "first-script";
export const laterScriptId = "later-script";
