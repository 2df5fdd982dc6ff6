/** Keeps the words of a link from its address. Nobody sees it. */
const wordJoiner = "\u2060";

/**
 * A notification with text of manifests or clusters in it. VS Code makes a link, also to a command, of `[words](address)` there: such a
 * name must not look like a button of ours.
 */
export function plainMessage(text: string): string {
  return text.replaceAll("](", `]${wordJoiner}(`);
}

/** A text of the status bar: VS Code draws an icon for `$(name)`, which no name of a cluster may have. */
export function plainIcons(text: string): string {
  return text.replaceAll("$(", `$${wordJoiner}(`);
}
