import type { TemplateResult } from "lit/html.js";
import { t } from "../l10n.ts";
import { chooserView } from "../menus/menu-view.ts";
import { type Speed, speedName, speeds } from "./playback.ts";

export function speedChooser(speed: Speed, on: { setSpeed(speed: Speed): void }): TemplateResult {
  return chooserView({
    label: t("Speed"),
    choices: speeds.map((value) => ({ value, label: speedName(value) })),
    current: speed,
    changed: (value) => on.setSpeed(speeds.find((each) => each === value) ?? speed),
    isLabeled: false,
  });
}
