import type { TemplateResult } from "lit/html.js";
import { type Speed, speedName, speeds } from "../model/playback.ts";
import { chooserView } from "../widgets/menu-view.ts";
import { t } from "../words/l10n.ts";

export function speedChooser(speed: Speed, on: { setSpeed(speed: Speed): void }): TemplateResult {
  return chooserView({
    label: t("Speed"),
    choices: speeds.map((value) => ({ value, label: speedName(value) })),
    current: speed,
    changed: (value) => on.setSpeed(speeds.find((each) => each === value) ?? speed),
    isLabeled: false,
  });
}
