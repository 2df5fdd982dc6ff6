/** `KeyboardEvent.key`, after `Ctrl+`, `Meta+` and `Shift+` where they must be held. help-words.ts says what the keys do. */
export const bindings = {
  play: [" "],
  next: ["ArrowRight"],
  previous: ["ArrowLeft"],
  first: ["Home"],
  last: ["End"],
  "next-in-lane": ["Shift+ArrowRight"],
  "previous-in-lane": ["Shift+ArrowLeft"],
  "lane-below": ["ArrowDown"],
  "lane-above": ["ArrowUp"],
  "zoom-in": ["+", "Shift++", "="],
  "zoom-out": ["-"],
  "zoom-selection": ["z"],
  "zoom-fit": ["0"],
  table: ["t"],
  reveal: ["Enter"],
  "kubectl-next": ["."],
  "kubectl-previous": [","],
  "time-field": ["g"],
  "other-run": ["v"],
  "next-end": ["n"],
  "previous-end": ["Shift+N", "p"],
  "next-expectation": ["e"],
  "until-kill": ["k"],
  "until-ready": ["r"],
  "until-broken": ["b"],
  "range-start": ["["],
  "range-end": ["]"],
  expand: ["h"],
  "expand-all": ["Shift+H"],
  pin: ["f"],
  inject: ["i"],
  compare: ["c"],
  export: ["x"],
  undo: ["u", "Ctrl+z", "Meta+z"],
  redo: ["Shift+U", "Ctrl+y", "Ctrl+Shift+Z", "Meta+Shift+z"],
  help: ["?", "Shift+?"],
  close: ["Escape"],
} satisfies Readonly<Record<string, readonly string[]>>;

/** What keys, buttons and menus ask for. */
export type Action = keyof typeof bindings;

/** The actions that only change what is shown. The others are the store's: they play, change the run or leave the page. */
export type ShownAction = Exclude<Action, "play" | "reveal" | "undo" | "redo" | "other-run">;

interface Pressed {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

/** Where the focus is when a key is pressed. A button keeps the keys that press it, a region those that scroll it, a field keeps all. */
export type Focus = "timeline" | "button" | "region" | "field" | "elsewhere";

const actions = Object.keys(bindings).filter(isAction);

function isAction(name: string): name is Action {
  return Object.hasOwn(bindings, name);
}

const onlyInTimeline: readonly Action[] = ["lane-above", "lane-below", "first", "last"];
const notThere: Readonly<Record<Focus, ReadonlySet<Action>>> = {
  timeline: new Set(),
  button: new Set([...onlyInTimeline, "play", "reveal"]),
  region: new Set([...onlyInTimeline, "next", "previous", "play"]),
  field: new Set(actions.filter((action) => action !== "close")),
  elsewhere: new Set(onlyInTimeline),
};

/** Undefined if the key is not ours there, or it is VS Code's. */
export function actionOf(pressed: Pressed, focus: Focus): Action | undefined {
  if (pressed.altKey) return undefined;
  const modifiers = [pressed.ctrlKey && "Ctrl", pressed.metaKey && "Meta", pressed.shiftKey && "Shift"];
  const key = [...modifiers.filter((modifier) => modifier !== false), pressed.key].join("+");
  const action = actions.find((each) => bindings[each].includes(key));
  return action === undefined || notThere[focus].has(action) ? undefined : action;
}
