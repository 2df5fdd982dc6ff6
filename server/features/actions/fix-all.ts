import { CodeActionKind } from "vscode-languageserver";
import { fixAll } from "../../repairs/fix-all.ts";
import type { Feature } from "../core/feature.ts";
import { positionOf } from "../core/places.ts";

/** For `editor.codeActionsOnSave`. */
export const fixAllKind = `${CodeActionKind.SourceFixAll}.podCadence`;

/** Every repair of the file that loses nothing, at once: on save, or from `Fix All…` and `Source Action…`. */
export const fixAllOnSave: Feature = {
  name: "fix all",
  codeActions({ document, manifest, settings }, { wants }) {
    if (!wants(fixAllKind)) return [];
    const edits = fixAll(manifest, settings).map(({ start, end, newText }) => ({
      range: { start: positionOf(document, start), end: positionOf(document, end) },
      newText,
    }));
    if (edits.length === 0) return [];
    const title = "Fix all auto-fixable problems";
    return [{ title, kind: fixAllKind, edit: { changes: { [document.uri]: edits } } }];
  },
};
