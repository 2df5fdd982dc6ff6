/** What a key does. One table: the handler reads it and the help lists it. */
export type Action =
  | "play"
  | "next"
  | "previous"
  | "first"
  | "last"
  | "next-in-lane"
  | "previous-in-lane"
  | "lane-below"
  | "lane-above"
  | "zoom-in"
  | "zoom-out"
  | "zoom-fit"
  | "zoom-selection"
  | "scale"
  | "table"
  | "reveal"
  | "help"
  | "close";

export interface Binding {
  readonly action: Action;
  /** `KeyboardEvent.key`, after `Shift+` where it must be held. */
  readonly keys: readonly string[];
  /** As the help shows them. */
  readonly shown: string;
  readonly does: string;
}

export const bindings: readonly Binding[] = [
  { action: "play", keys: [" "], shown: "Space", does: "play and pause" },
  { action: "next", keys: ["ArrowRight"], shown: "→", does: "next entry" },
  { action: "previous", keys: ["ArrowLeft"], shown: "←", does: "previous entry" },
  { action: "first", keys: ["Home"], shown: "Home", does: "first entry" },
  { action: "last", keys: ["End"], shown: "End", does: "last entry" },
  { action: "next-in-lane", keys: ["Shift+ArrowRight"], shown: "Shift+→", does: "next in the same lane" },
  { action: "previous-in-lane", keys: ["Shift+ArrowLeft"], shown: "Shift+←", does: "previous in the same lane" },
  { action: "lane-below", keys: ["ArrowDown"], shown: "↓", does: "lane below" },
  { action: "lane-above", keys: ["ArrowUp"], shown: "↑", does: "lane above" },
  { action: "zoom-in", keys: ["+", "Shift++", "="], shown: "+", does: "zoom in (also Ctrl+wheel)" },
  { action: "zoom-out", keys: ["-"], shown: "-", does: "zoom out" },
  { action: "zoom-selection", keys: ["z"], shown: "z", does: "zoom to the selected entry" },
  { action: "zoom-fit", keys: ["0"], shown: "0", does: "show everything" },
  { action: "scale", keys: ["l"], shown: "l", does: "linear or logarithmic time" },
  { action: "table", keys: ["t"], shown: "t", does: "table or lanes" },
  { action: "reveal", keys: ["Enter"], shown: "Enter", does: "show the place in the manifest" },
  { action: "help", keys: ["?", "Shift+?"], shown: "?", does: "this list" },
  { action: "close", keys: ["Escape"], shown: "Esc", does: "close this list" },
];

export interface Pressed {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

/** Where the focus is when a key is pressed. A button keeps the keys that press it, a field keeps all. */
export type Focus = "timeline" | "button" | "field" | "elsewhere";

const onlyInTimeline: readonly Action[] = ["lane-above", "lane-below", "first", "last"];
const notThere: Readonly<Record<Focus, ReadonlySet<Action>>> = {
  timeline: new Set(),
  button: new Set([...onlyInTimeline, "play", "reveal"]),
  field: new Set(bindings.map(({ action }) => action).filter((action) => action !== "close")),
  elsewhere: new Set(onlyInTimeline),
};

/** Undefined: the key is not ours there, or it is VS Code's. */
export function actionOf(pressed: Pressed, focus: Focus): Action | undefined {
  if (pressed.ctrlKey || pressed.altKey || pressed.metaKey) return undefined;
  const key = pressed.shiftKey ? `Shift+${pressed.key}` : pressed.key;
  const action = bindings.find(({ keys }) => keys.includes(key))?.action;
  return action === undefined || notThere[focus].has(action) ? undefined : action;
}
