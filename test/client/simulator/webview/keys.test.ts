import { describe, expect, it } from "vitest";
import { actionOf, bindings, type Focus } from "../../../../client/simulator/webview/model/keys.ts";

const plain = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false };

describe("a key", () => {
  it.each([
    ["ArrowRight", "timeline", "next"],
    ["ArrowRight", "button", "next"],
    ["ArrowRight", "field", undefined],
    ["ArrowDown", "timeline", "lane-below"],
    ["ArrowDown", "elsewhere", undefined],
    [" ", "timeline", "play"],
    [" ", "button", undefined],
    ["Enter", "button", undefined],
    ["t", "elsewhere", "table"],
    ["t", "field", undefined],
    ["Escape", "field", "close"],
    ["x", "timeline", "export"],
    ["i", "field", undefined],
    ["q", "timeline", undefined],
  ] as const)("%s on %s: %s", (key, focus: Focus, action) => {
    expect(actionOf({ ...plain, key }, focus)).toBe(action);
  });

  it("with Shift is another one", () => {
    expect(actionOf({ ...plain, key: "ArrowRight", shiftKey: true }, "timeline")).toBe("next-in-lane");
    expect(actionOf({ ...plain, key: "?", shiftKey: true }, "timeline")).toBe("help");
  });

  it.each(["ctrlKey", "altKey", "metaKey"])("with %s belongs to VS Code", (modifier) => {
    expect(actionOf({ ...plain, key: "t", [modifier]: true }, "timeline")).toBeUndefined();
  });

  it.each([
    ["Ctrl+z", { key: "z", ctrlKey: true }, "undo"],
    ["Cmd+z", { key: "z", metaKey: true }, "undo"],
    ["Ctrl+Shift+z", { key: "Z", ctrlKey: true, shiftKey: true }, "redo"],
    ["Ctrl+y", { key: "y", ctrlKey: true }, "redo"],
  ] as const)("%s goes through the changes, outside of a field", (_, pressed, action) => {
    expect(actionOf({ ...plain, ...pressed }, "timeline")).toBe(action);
    expect(actionOf({ ...plain, ...pressed }, "field")).toBeUndefined();
  });

  it("has one meaning", () => {
    const keys = Object.values(bindings).flat();
    expect(new Set(keys).size).toBe(keys.length);
  });
});
