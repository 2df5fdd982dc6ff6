import { counted } from "../../shared/basics/counted.ts";
import { podName } from "../exports/pod-name.ts";
import { worstOfChange } from "./compare.ts";
import type { Diff, DiffChange, DiffRow, DiffSource, Worst } from "./model.ts";

/** `Deployment/web`, `KubeletConfiguration`, or `File` for what belongs to no object. */
export function changeName({ kind, name }: DiffChange): string {
  return kind === "" ? "File" : podName({ kind, name });
}

/** `worse`, `added, worse`, `removed, better`, `removed`, `same forecast`: the effect is what the summary counts. */
export function changeWords(change: DiffChange): string {
  const worst = worstOfChange(change);
  if (change.is === "changed") return effectWords[worst];
  return worst !== "changed" && worst !== "none" ? `${change.is}, ${worst}` : change.is;
}

const effectWords: Readonly<Record<Worst, string>> = {
  refused: "refused",
  worse: "worse",
  better: "better",
  changed: "changed",
  none: "same forecast",
};

/** `app: hang to SIGTERM` */
export function rowName({ what, container }: DiffRow): string {
  return container === undefined ? what : `${container}: ${what}`;
}

/** `31s → 1m1s`; `–` where there is no answer. */
export function rowWords({ base, head }: DiffRow): string {
  return `${base?.text ?? "–"} → ${head?.text ?? "–"}`;
}

/** `in charts/web/values.yaml:2, 4`: where people write what changed. */
export function placeWords(sources: readonly DiffSource[]): readonly string[] {
  const paths = [...new Set(sources.map(({ path }) => path))];
  return paths.map((path) => {
    const lines = sources.filter((each) => each.path === path && each.certain).map(({ line }) => line + 1);
    return lines.length === 0 ? `in ${path}` : `in ${path}:${lines.join(", ")}`;
  });
}

interface Compared {
  /** Files, or what is rendered. */
  readonly files: number;
  /** Charts and overlays of which nothing is known. */
  readonly notCompared: readonly string[];
  /** The same files on two versions of Kubernetes. */
  readonly isUpgrade?: boolean;
}

/** `2 objects changed: 1 worse, 1 better.` */
export function diffSummary({ changes, unchanged }: Diff, { files, notCompared, isUpgrade = false }: Compared): string {
  const unknown = notCompared.length === 0 ? "" : `Not compared: ${notCompared.join(", ")}.`;
  const same = isUpgrade
    ? ` ${counted(unchanged, "object")} unchanged.`
    : ` ${unchanged} more in changed files: no difference.`;
  // What nobody looked at comes before "no difference".
  if (changes.length === 0 && unknown !== "")
    return `${unknown} Nothing else differs${isUpgrade && unchanged > 0 ? `:${same}` : "."}`;
  if (changes.length === 0 && isUpgrade) return `No difference:${unchanged === 0 ? " no objects." : same}`;
  if (changes.length === 0) return `No difference in ${counted(files, "file")}.`;
  const rest = `${unchanged === 0 ? "" : same}${unknown === "" ? "" : ` ${unknown}`}`;
  const words = changes.map(worstOfChange);
  const counts = (["refused", "worse", "better", "changed", "none"] as const).flatMap((worst) => {
    const count = words.filter((word) => word === worst).length;
    return count === 0 ? [] : [`${count} ${worst === "none" ? "with the same forecast" : worst}`];
  });
  const stale = changes.reduce((sum, { toUpdate }) => sum + toUpdate.length, 0);
  const update = stale === 0 ? "" : ` ${counted(stale, "expectation")} to update.`;
  return `${counted(changes.length, "object")} changed: ${counts.join(", ")}.${update}${rest}`;
}
